import { isSourceSegment } from "@lectern/contract"
import { recordAttempt } from "../../../access/identity/sign-in.ts"
import type { Caller } from "../../../access/identity/caller.ts"
import { authorize, hasPermission } from "../../../access/permissions/authorize.ts"
import { LibraryMissing, LibraryNotFinalized } from "../../errors.ts"
import type { AddLibraryServices } from "../add-library-services.ts"
import { addGitRepository } from "./add-git-repository.ts"

/** Libraries that one account may add by asking in 15 minutes. */
const MAX_ADDED = 20
const REPOSITORY = /^\/[\w-]+\/[\w.-]+$/

/**
 * Adds the public repository that an unknown library id names, where the instance allows it and someone who may add libraries
 * asks. A repository of the list of popular libraries is added with its folders.
 *
 * @throws {LibraryNotFinalized} when the repository has been queued.
 * @throws {LibraryMissing} when the id names no repository, or the caller may not add it.
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
