import { type LibraryId, type MoveLibraryRequest, type MoveLibraryResponse, parseLibraryId } from "@lectern/contract"
import { Forbidden } from "../../access/errors.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { authorize, type Authorized } from "../../access/permissions/authorize.ts"
import { InvalidInput } from "../../base/errors.ts"
import { leaveRedirect } from "../../catalogue/libraries/leave-redirect.ts"
import type { LibraryRecord, LibraryStore } from "../../catalogue/libraries/records.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { DuplicateRepository } from "../errors.ts"
import type { LibraryServices } from "./library-services.ts"
import { authorizeLibrary } from "./lookup/library-authority.ts"
import { ownTeamspaceOf, projectOf } from "./lookup/ownership.ts"

/** The id, visibility and owner of a library after its move. */
interface Destination extends Pick<LibraryRecord, "isPrivate" | "teamspaceKey" | "projectKey"> {
  readonly id: string
}

/**
 * Changes the id, visibility or project of a library, or returns what such a change would do. Content, versions, usage
 * and jobs are kept. The old id redirects to the new one for everyone who could see the library and still can.
 *
 * @throws {LibraryMissing} {LibraryRedirected}
 * @throws {Forbidden} if the caller may not change it, and in the hosted edition if its owner would change.
 * @throws {InvalidInput} if the library cannot move there. {DuplicateRepository} if another library has the id.
 */
export async function moveLibrary(
  context: LibraryServices,
  caller: Authorized<"manageLibraryAccess">,
  { libraryId, dryRun, ...change }: MoveLibraryRequest & { readonly libraryId: string },
): Promise<MoveLibraryResponse> {
  authorize(context, caller, "updateLibrary")
  const library = await authorizeLibrary(context, caller, libraryId, "updatePublicLibrary")
  assertMayChangeOwner(context, caller, library, change)
  const destination = await destinationOf(context, caller, library, change)
  assertMovable(library, destination)
  await assertFree(context.catalogue.libraries, library, destination)
  const publicTwin = destination.isPrivate ? await context.catalogue.libraries.byId(destination.id) : undefined
  if (!dryRun && isElsewhere(library, destination)) {
    await context.catalogue.inTransaction(async (inside) => {
      await move(inside.libraries, library, destination)
      if (leavesRedirect(library, destination)) await leaveRedirect(inside, library, destination.id)
    })
    await recordMove(context, caller, library, destination)
    await context.catalogueSync.catchUp()
  }
  return {
    dryRun,
    previousId: library.id,
    id: destination.id,
    redirects: leavesRedirect(library, destination),
    wasPrivate: library.isPrivate,
    private: destination.isPrivate,
    projectId: destination.projectKey,
    hidesPublicLibrary: publicTwin !== undefined && publicTwin.key !== library.key,
  }
}

async function destinationOf(
  context: LibraryServices,
  caller: Caller,
  library: LibraryRecord,
  { id, private: isPrivate = library.isPrivate, projectId }: Omit<MoveLibraryRequest, "dryRun">,
): Promise<Destination> {
  const newId: string = id === undefined ? library.id : (parseLibraryId(id) as LibraryId)
  if (!isPrivate) {
    if (projectId !== undefined) throw new InvalidInput("projectId: only private libraries belong to a project")
    return { id: newId, isPrivate, teamspaceKey: null, projectKey: null }
  }
  const projectKey = projectId === undefined ? library.projectKey : await projectOf(context, caller, projectId)
  return { id: newId, isPrivate, teamspaceKey: library.teamspaceKey ?? ownTeamspaceOf(context, caller), projectKey }
}

function assertMayChangeOwner(
  context: LibraryServices,
  caller: Caller,
  { id, isPrivate }: LibraryRecord,
  change: Pick<MoveLibraryRequest, "private">,
): void {
  if ((change.private ?? isPrivate) === isPrivate) return
  if (context.settings.LECTERN_EDITION === "hosted")
    throw new Forbidden(`cannot change the owner of ${id}: in the hosted edition, libraries stay private or public`)
  authorize(context, caller, isPrivate ? "updatePublicLibrary" : "addPrivateLibrary")
}

function assertMovable(library: LibraryRecord, destination: Destination): void {
  if (!isElsewhere(library, destination)) return
  if (library.managedBy !== null)
    throw new InvalidInput(`${library.id} is managed by the instance config ${library.managedBy}. Change it there`)
  if (library.source.type === "folder")
    throw new InvalidInput(`${library.id} is the sample library, which cannot be moved. Delete it instead`)
  const becomesPublic = library.isPrivate && !destination.isPrivate
  if (becomesPublic && (library.kind === "wiki" || library.kind === "notes"))
    throw new InvalidInput(`${library.id} is read with a connected account, so it stays private`)
}

/** Throws if the same owner has another library with the id, or a redirect from it to another library. */
async function assertFree(libraries: LibraryStore, library: LibraryRecord, destination: Destination): Promise<void> {
  const there = await libraries.byId(destination.id, destination.teamspaceKey)
  if (there === undefined || there.key === library.key || isOwnRedirect(there, library)) return
  throw new DuplicateRepository(`cannot use the id ${destination.id}: another library has it. Choose another id`)
}

/** Returns true if the library moves back to an earlier id of its own. */
function isOwnRedirect(there: LibraryRecord, { foldedId }: LibraryRecord): boolean {
  return there.redirectTo?.toLowerCase() === foldedId
}

function isElsewhere(library: LibraryRecord, destination: Destination): boolean {
  return (
    library.id !== destination.id ||
    library.isPrivate !== destination.isPrivate ||
    library.projectKey !== destination.projectKey
  )
}

/**
 * Returns true if the old id should redirect to the new one. Users who can no longer see the library must not learn its
 * new id.
 */
function leavesRedirect(library: LibraryRecord, { id, isPrivate }: Destination): boolean {
  return library.foldedId !== id.toLowerCase() && (library.isPrivate || !isPrivate)
}

async function move(libraries: LibraryStore, library: LibraryRecord, destination: Destination): Promise<void> {
  const there = await libraries.byId(destination.id, destination.teamspaceKey)
  if (there !== undefined && there.key !== library.key) {
    if (!isOwnRedirect(there, library))
      throw new DuplicateRepository(`cannot use the id ${destination.id}: it was just taken`)
    await libraries.remove(there.key)
  }
  await libraries.update(library.key, destination)
}

function recordMove(
  context: LibraryServices,
  caller: Caller,
  library: LibraryRecord,
  destination: Destination,
): Promise<void> {
  const parts = [
    ...(library.id === destination.id ? [] : [`to ${destination.id}`]),
    ...(library.isPrivate === destination.isPrivate ? [] : [destination.isPrivate ? "private" : "public"]),
    ...(library.projectKey === destination.projectKey ? [] : [`project ${destination.projectKey ?? "default"}`]),
  ]
  const teamspaceKey = library.teamspaceKey ?? destination.teamspaceKey
  const subject = `${library.id} (${parts.join(", ")})`
  return recordAuditEntry(context, caller, { action: "library.move", subject, teamspaceKey })
}
