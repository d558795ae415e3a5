import { REFRESH_STARTED, type RefreshRequest, type RefreshResponse } from "@lectern/contract"
import type { Caller } from "../access/caller.ts"
import { InvalidInput } from "../base/errors.ts"
import type { LibraryRecord } from "../catalogue/records.ts"
import { readRemoteHead } from "../sources/git/git-source.ts"
import { BranchMissing, HostTimeout, LibraryRedirected, TagMissing } from "./errors.ts"
import { findLibrary, readReference } from "./find-library.ts"
import { allow, type ServiceContext } from "./service-context.ts"
import { queueLibrary } from "./submit-library.ts"

/** Time a host has to say whether it knows a branch, in milliseconds. */
const BRANCH_LOOK_UP_MS = 10_000

/**
 * Queues a library's source to be read again; a refresh that is waiting already is not queued twice.
 *
 * @throws {InvalidLibraryId} {LibraryMissing} {LibraryRedirected}
 * @throws {InvalidInput} for an imported library, which has no source, and for a branch other than the library's own.
 * @throws {BranchMissing} {HostTimeout} when a branch that the library does not know is not there, or nobody can tell.
 */
export async function refreshLibrary(
  context: ServiceContext,
  caller: Caller,
  request: RefreshRequest,
): Promise<RefreshResponse> {
  allow(context, caller, "refreshLibrary")
  const { id, versionTag } = readReference(request.libraryName)
  const library = await findLibrary(context, caller, id)
  if (library.redirectTo !== null) throw new LibraryRedirected(library.id, library.redirectTo)
  if (library.source.type === "openapi" && (library.source.files ?? []).length > 0) {
    throw new InvalidInput(
      `libraryName: ${library.id} was uploaded and has no address to read again, upload the file again with force`,
    )
  }
  if (library.source.type === "import") {
    throw new InvalidInput(`libraryName: ${library.id} was imported and has no source to read again, import it again`)
  }
  if (versionTag !== undefined) await assertOwnVersion(context, library, versionTag)
  const renewed = await withToken(context, library, request.gitToken)
  if (request.branch !== undefined) await assertOwnBranch(context, renewed, request.branch)
  await queueLibrary(context, caller, renewed, { cause: "refresh" })
  return { message: REFRESH_STARTED }
}

/** A given token replaces the stored one. */
async function withToken(context: ServiceContext, library: LibraryRecord, gitToken?: string): Promise<LibraryRecord> {
  if (gitToken === undefined) return library
  if (library.source.type !== "git")
    throw new InvalidInput(`gitToken: ${library.id} does not come from a git repository`)
  const source = { ...library.source, sealedToken: context.sealer.seal(gitToken) }
  await context.catalogue.libraries.update(library.key, { source })
  return { ...library, source }
}

async function assertOwnVersion(context: ServiceContext, library: LibraryRecord, versionTag: string): Promise<void> {
  const version = await context.catalogue.versions.get(library.key, versionTag)
  if (version === undefined)
    throw new TagMissing(`${library.id} has no indexed version ${versionTag}: refresh it without one`)
  throw new InvalidInput(`libraryName: single versions are not refreshed yet, refresh ${library.id}`)
}

/** The library's own branch may be named; another one is looked up once, so that the answer says what is the matter. */
async function assertOwnBranch(context: ServiceContext, library: LibraryRecord, branch: string): Promise<void> {
  const own = library.branch === "" ? library.source.branch : library.branch
  if (branch === own) return
  if (library.source.type !== "git") throw new BranchMissing(`${library.id} has no branches`)
  const found = await lookUpBranch(context, library, branch)
  if (own === null && found.defaultBranch === branch) return
  throw new InvalidInput(
    `branch: ${library.id} serves ${own ?? found.defaultBranch}; other branches are not indexed yet`,
  )
}

async function lookUpBranch(
  context: ServiceContext,
  library: LibraryRecord,
  branch: string,
): Promise<{ readonly defaultBranch: string }> {
  const { sealedToken, url } = library.source
  const signal = AbortSignal.timeout(BRANCH_LOOK_UP_MS)
  try {
    const head = await readRemoteHead(
      { url, ...(sealedToken === null ? {} : { token: context.sealer.unseal(sealedToken) }) },
      { guard: context.guard, workDirectory: context.workDirectory, log: context.log },
      signal,
    )
    if (head.branches.every(({ name }) => name !== branch)) {
      throw new BranchMissing(`the repository of ${library.id} has no branch ${branch}`)
    }
    return { defaultBranch: head.branch }
  } catch (error) {
    if (!signal.aborted) throw error
    throw new HostTimeout(`the host of ${library.id} did not say within 10 s whether it has a branch ${branch}`, {
      cause: error,
    })
  }
}
