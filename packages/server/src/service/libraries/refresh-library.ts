import {
  isLatestTag,
  REFRESH_STARTED,
  type RefreshRequest,
  type RefreshResponse,
  resolveVersionTag,
  versionTagOf,
} from "@lectern/contract"
import type { Caller } from "../../access/identity/caller.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { indexedTags } from "../../resolve/find-version.ts"
import { TagMissing } from "../../resolve/errors.ts"
import { BranchMissing } from "../errors.ts"
import { findServableLibrary } from "./find-servable-library.ts"
import { readReference } from "./lookup/find-library.ts"
import { readCredential } from "../../sources/git/address.ts"
import { lookUpSource } from "./look-up-source.ts"
import { refreshProblem } from "../../sources/source-record.ts"
import { allow } from "../service-context.ts"
import { queueLibrary } from "./submit-library.ts"
import type { LibraryServices } from "./library-services.ts"

/**
 * Queues a library's source, or one version of it, to be read again; a refresh that is waiting already is not queued
 * twice.
 *
 * @throws {InvalidLibraryId} {LibraryMissing} {LibraryRedirected}
 * @throws {InvalidInput} for an imported library, which has no source. {TagMissing} for a version that is not indexed.
 * @throws {BranchMissing} {HostTimeout} when a branch that the library does not know is not there, or nobody can tell.
 */
export async function refreshLibrary(
  context: LibraryServices,
  caller: Caller,
  request: RefreshRequest,
): Promise<RefreshResponse> {
  allow(context, caller, "refreshLibrary")
  const { id, versionTag } = readReference(request.libraryName)
  const library = await findServableLibrary(context, caller, id)
  const problem = refreshProblem(library.id, library.source)
  if (problem !== undefined) throw new InvalidInput(`libraryName: ${problem}`)
  const renewed = await withToken(context, library, request.gitToken)
  const refreshed = await findRefreshed(context, renewed, { versionTag, branch: request.branch })
  await queueLibrary(context, caller, renewed, { cause: "refresh", versionTag: refreshed })
  return { message: REFRESH_STARTED }
}

/** A given token replaces the stored one. */
async function withToken(context: LibraryServices, library: LibraryRecord, gitToken?: string): Promise<LibraryRecord> {
  if (gitToken === undefined) return library
  if (library.source.type !== "git")
    throw new InvalidInput(`gitToken: ${library.id} does not come from a git repository`)
  const source = { ...library.source, sealedToken: context.sealer.seal(readCredential(library.source.url, gitToken)) }
  await context.catalogue.libraries.update(library.key, { source })
  return { ...library, source }
}

/** @returns the version that is to be read again; empty for the library's own branch. */
async function findRefreshed(
  context: LibraryServices,
  library: LibraryRecord,
  { versionTag, branch }: { readonly versionTag?: string | undefined; readonly branch?: string | undefined },
): Promise<string> {
  if (versionTag !== undefined && !isLatestTag(versionTag)) return await findIndexed(context, library, versionTag)
  return branch === undefined ? "" : await findBranch(context, library, branch)
}

async function findIndexed(context: LibraryServices, library: LibraryRecord, asked: string): Promise<string> {
  const tags = indexedTags(await context.catalogue.versions.ofLibrary(library.key))
  const resolved = resolveVersionTag(asked, tags)
  if (resolved !== undefined) return resolved.tag
  throw new TagMissing(`${library.id} has no indexed version ${asked}: refresh it without one, or add the version`)
}

/** The own branch stands for the library, every other one for the version of its name, which need not be there yet. */
async function findBranch(context: LibraryServices, library: LibraryRecord, branch: string): Promise<string> {
  const own = library.branch === "" ? library.source.branch : library.branch
  if (branch === own) return ""
  if (library.source.type !== "git") throw new BranchMissing(`${library.id} has no branches`)
  const tag = versionTagOf(branch)
  const version = await context.catalogue.versions.get(library.key, tag)
  if (version !== undefined && version.indexHash !== null && version.branch === branch) return tag
  const head = await lookUpSource(context, library)
  if (head.branches.every(({ name }) => name !== branch)) {
    throw new BranchMissing(`the repository of ${library.id} has no branch ${branch}`)
  }
  return own === null && head.branch === branch ? "" : tag
}
