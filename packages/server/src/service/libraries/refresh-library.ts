import {
  isLatestTag,
  REFRESH_STARTED,
  type RefreshRequest,
  type RefreshResponse,
  resolveVersionTag,
  versionTagOf,
} from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { Forbidden } from "../../access/errors.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { indexedTags } from "../../resolve/find-version.ts"
import { TagMissing } from "../../resolve/errors.ts"
import { recordLibraryAction } from "../audit/record-library-action.ts"
import { BranchMissing } from "../errors.ts"
import { findServableLibrary, readReference } from "./lookup/find-library.ts"
import { sealToken } from "./seal-token.ts"
import { mayChangeLibrary } from "./lookup/library-authority.ts"
import { lookUpSource } from "./look-up-source.ts"
import { recordOf, refreshProblem, sourceOf } from "../../sources/source-record.ts"
import { queueLibrary } from "./submit-library.ts"
import type { LibraryServices } from "./library-services.ts"

/**
 * Queues a refresh of a library, or of one version of it. A refresh that is already waiting is not queued twice.
 *
 * @throws {InvalidLibraryId} {LibraryMissing} {LibraryRedirected}
 * @throws {InvalidInput} for an imported library, which has no source. {TagMissing} for a version that is not indexed.
 * @throws {BranchMissing} {HostTimeout} if an unknown branch does not exist, or the host does not respond in time.
 */
export async function refreshLibrary(
  context: LibraryServices,
  caller: Authorized<"refreshLibrary">,
  request: RefreshRequest,
): Promise<RefreshResponse> {
  const { id, versionTag } = readReference(request.libraryName)
  const library = await findServableLibrary(context, caller, id)
  const problem = refreshProblem(library.id, library.source)
  if (problem !== undefined) throw new InvalidInput(`libraryName: ${problem}`)
  const renewed = await withToken(context, caller, { library, gitToken: request.gitToken })
  const refreshed = await findRefreshed(context, renewed, { versionTag, branch: request.branch })
  await queueLibrary(context, caller, renewed, { cause: "refresh", versionTag: refreshed })
  await recordLibraryAction(context, caller, "library.refresh", renewed)
  return { message: REFRESH_STARTED }
}

interface TokenChange {
  readonly library: LibraryRecord
  readonly gitToken: string | undefined
}

/**
 * Replaces the stored token with a given one. Requires permission to change the library, and never makes a public
 * library show what the token gives access to.
 *
 * @throws {Forbidden} {InvalidInput}
 */
async function withToken(
  context: LibraryServices,
  caller: Caller,
  { library, gitToken }: TokenChange,
): Promise<LibraryRecord> {
  if (gitToken === undefined) return library
  const { id, key, isPrivate } = library
  const present = sourceOf(library.source)
  if (present.kind !== "git") throw new InvalidInput(`gitToken: the source of ${id} is not a git repository`)
  if (!mayChangeLibrary(context, caller, library)) {
    throw new Forbidden(`cannot set the token of ${id}: only an admin can. Refresh it without gitToken`)
  }
  if (!isPrivate && present.sealedToken === null) {
    throw new InvalidInput(
      `gitToken: ${id} is public, so content read with the token would become public. Add the repository with gitToken to create a private library`,
    )
  }
  const { url } = present
  const source = recordOf({ ...present, ...sealToken(context, caller, { url, gitToken }) })
  await context.catalogue.libraries.update(key, { source })
  await recordLibraryAction(context, caller, "library.token", library)
  return { ...library, source }
}

/** @returns the version to refresh; empty for the library's own branch. */
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
  throw new TagMissing(
    `version not found: ${library.id} has no indexed version ${asked}. Add the version, or refresh without one`,
  )
}

/**
 * Returns the library for its own branch, or for any other branch the version with that name, which may not exist yet.
 */
async function findBranch(context: LibraryServices, library: LibraryRecord, branch: string): Promise<string> {
  const own = library.branch === "" ? library.source.branch : library.branch
  if (branch === own) return ""
  if (library.source.type !== "git")
    throw new BranchMissing(`branch not found: the source of ${library.id} is not a git repository`)
  const tag = versionTagOf(branch)
  const version = await context.catalogue.versions.get(library.key, tag)
  if (version !== undefined && version.indexHash !== null && version.branch === branch) return tag
  const head = await lookUpSource(context, library)
  if (head.branches.every(({ name }) => name !== branch)) {
    throw new BranchMissing(`branch not found: the repository of ${library.id} has no branch ${branch}`)
  }
  return own === null && head.branch === branch ? "" : tag
}
