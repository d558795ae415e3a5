import type { OpenRequest, SourceDependencies } from "../kind/source-kind.ts"
import type { SourceSnapshot } from "../base/source-file.ts"
import { openGitSource } from "./git-source.ts"
import { gitTokenOf } from "./git-token.ts"
import type { GitSource } from "./options.ts"

/** Opens a repository with the token that it was added with, or else with that of the connected account. */
export async function openGit(
  { source, tag, knownRevision, knownBranch, onFetching }: OpenRequest<GitSource>,
  dependencies: SourceDependencies,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  const { url, branch, hostKind, folders, excludeFolders, excludeFiles, skipVersionFiltering } = source
  const request = {
    url,
    folders,
    excludeFolders,
    excludeFiles,
    skipVersionFiltering,
    version: tag === "" ? undefined : tag,
    branch: tag === "" ? (branch ?? undefined) : undefined,
    token: await gitTokenOf(dependencies, source),
    knownRevision: knownRevision ?? undefined,
    knownBranch: tag === "" && knownBranch !== "" ? knownBranch : undefined,
    onFetching,
    hostKind: hostKind === null || hostKind === "git" ? undefined : hostKind,
  }
  return openGitSource(request, dependencies, signal)
}
