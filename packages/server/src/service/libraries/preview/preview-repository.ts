import {
  LIMITS,
  type PreviewRepositoryRequest,
  type PreviewRepositoryParams,
  type RepositoryPreview,
} from "@lectern/contract"
import type { Authorized } from "../../../access/permissions/authorize.ts"
import { subjectName } from "../../../access/limits/rate-limits.ts"
import { readCredential, readGitAddress } from "../../../sources/git/address.ts"
import type { GitListing } from "../../../sources/git/git-listing.ts"
import { SourceTimeout, SourceTooLarge } from "../../../sources/base/errors.ts"
import { joinScopes } from "../../../sources/scope/library-config-scope.ts"
import type { ServiceContext } from "../../service-context.ts"
import { gitSourceOf, type GitHostKind, isPrivate } from "../add/add-git-repository.ts"
import type { AddLibraryServices } from "../add-library-services.ts"
import { tokenOf } from "../look-up-source.ts"
import { ownershipOf } from "../lookup/ownership.ts"
import { groupExclusions, matchScope } from "./match-scope.ts"

type PreviewServices = AddLibraryServices & Pick<ServiceContext, "rates" | "repositoryListings">

/** The host kinds by the route that adds a repository. */
const HOST_KINDS: Readonly<Record<PreviewRepositoryParams["host"], GitHostKind>> = {
  "hosted-a": "github",
  "hosted-b": "gitlab",
  "hosted-c": "bitbucket",
  github: "github",
  gitlab: "gitlab",
  bitbucket: "bitbucket",
  git: "git",
}

/**
 * Maximum number of documentation files in a previewed repository. Default exclusions check all of them at once, which
 * takes about 0.7 s in the serving process; a library has at most 20,000 files in any case.
 */
const MAX_PREVIEWED_FILES = 50_000

/** A request for a preview, with its sender and its signal. */
export interface PreviewRequest extends PreviewRepositoryRequest {
  readonly host: PreviewRepositoryParams["host"]
  /** Address of the client. */
  readonly address: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

/**
 * Lists the documentation files of a repository that would be indexed if it were added now. Stores nothing.
 *
 * A listing is cached for five minutes, so that changed folders and exclusions can be matched at once. Fetching a
 * listing counts towards the limit of additions.
 *
 * @throws what adding the repository throws, and opening it. {RateLimited}
 * @throws {SourceTooLarge} {SourceTimeout} if the repository is too large for a preview, or takes longer than 30 s.
 */
export async function previewRepository(
  context: PreviewServices,
  caller: Authorized<"addLibrary">,
  { host, address: from, signal, gitToken, ...request }: PreviewRequest,
): Promise<RepositoryPreview> {
  const address = readGitAddress(request.docsRepoUrl, context.guard, gitToken)
  const owner = await ownershipOf(context, caller, { isPrivate: isPrivate({ ...request, gitToken }) })
  const described = { ...request, hostKind: HOST_KINDS[host] }
  const source = gitSourceOf(context, described, { address, teamspaceKey: owner.teamspaceKey, setBy: caller })
  const token = gitToken === undefined ? await tokenOf(context, source) : readCredential(source.url, gitToken)
  const subject = { caller, address: from }
  const wanted = {
    url: source.url,
    branch: source.branch ?? undefined,
    token,
    caller: subjectName(subject) ?? caller.kind,
  }
  const onFetch = () => void context.rates.take("add", subject)
  const listing = await explainLimits(context.repositoryListings.get(wanted, { signal, onFetch }))
  return await describeListing(listing, source, signal)
}

async function describeListing(
  { paths, leftOut, otherFiles, libraryConfig, revision, branch, notes }: GitListing,
  scope: Parameters<typeof joinScopes>[0],
  signal: AbortSignal,
): Promise<RepositoryPreview> {
  const matches = await matchScope(paths, joinScopes(scope, libraryConfig?.scope), signal)
  const unread = groupExclusions(leftOut.map((file) => ({ ...file, byDefault: true })))
  return {
    ...matches,
    exclusions: [...matches.exclusions, ...unread],
    notes: [...notes, ...matches.notes],
    branch,
    revision,
    libraryConfig: libraryConfig?.name ?? null,
    otherFiles: otherFiles.slice(0, LIMITS.repositoryPreviewMaxFileKinds).map((files) => ({ ...files })),
  }
}

/**
 * Explains that previews have lower limits than additions, so a repository that cannot be previewed may still be added.
 */
async function explainLimits(listing: Promise<GitListing>): Promise<GitListing> {
  const explain = (error: Error) => `cannot preview: ${error.message}. You can add the repository without a preview`
  try {
    const { paths, ...rest } = await listing
    if (paths.length <= MAX_PREVIEWED_FILES) return { ...rest, paths }
    throw new SourceTooLarge(`the repository contains more than ${MAX_PREVIEWED_FILES} documentation files`)
  } catch (error) {
    if (error instanceof SourceTooLarge) throw new SourceTooLarge(explain(error), { cause: error })
    if (error instanceof SourceTimeout) throw new SourceTimeout(explain(error), { cause: error })
    throw error
  }
}
