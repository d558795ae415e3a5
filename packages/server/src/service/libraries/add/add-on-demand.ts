import { isSourceSegment } from "@lectern/contract"
import { recordAttempt } from "../../../access/identity/sign-in.ts"
import type { Caller } from "../../../access/identity/caller.ts"
import { authorize, hasPermission } from "../../../access/permissions/authorize.ts"
import { LibraryMissing, LibraryNotFinalized } from "../../errors.ts"
import type { AddLibraryServices } from "../add-library-services.ts"
import { addGitRepository } from "./add-git-repository.ts"

/** Maximum number of libraries that one account can add by requesting them, in 15 minutes. */
const MAX_ADDED = 20
const REPOSITORY = /^\/[\w-]+\/[\w.-]+$/

/**
 * Adds the public repository that an unknown library id refers to, if the instance allows it and the caller may add
 * libraries. If the repository is in the list of popular libraries, its folders are set as well.
 *
 * @throws {LibraryNotFinalized} if the repository has been queued.
 * @throws {LibraryMissing} if the id does not refer to a repository, or the caller may not add it.
 */
export async function addOnDemand(context: AddLibraryServices, caller: Caller, libraryId: string): Promise<never> {
  const [, owner = ""] = libraryId.split("/")
  const isRepository = REPOSITORY.test(libraryId) && !isSourceSegment(owner.toLowerCase())
  const isAllowed = caller.kind === "user" && hasPermission(context, caller, "addLibrary")
  if (context.settings.LECTERN_ADD_ON_DEMAND === "off" || !isRepository || !isAllowed) {
    throw new LibraryMissing(libraryId)
  }
  const by = { userKey: caller.userKey }
  await recordAttempt(context.catalogue, context.clock, { act: "adding by asking", by, max: MAX_ADDED })
  const { findPopularLibrary } = await import("@lectern/contract/popular")
  const folders = findPopularLibrary(libraryId)?.folders ?? []
  const added = await addGitRepository(context, authorize(context, caller, "addLibrary"), {
    docsRepoUrl: `https://github.com${libraryId}`,
    hostKind: "github",
    folders: folders.length === 0 ? undefined : [...folders],
  })
  throw new LibraryNotFinalized(
    `the library ${added.libraryName} was unknown and is being added from github.com. Try again in a minute`,
  )
}
