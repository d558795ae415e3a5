import { authorize, hasPermission } from "../../../access/permissions/authorize.ts"
import type { Caller } from "../../../access/identity/caller.ts"
import { isFailedAddition } from "../../../catalogue/libraries/is-failed-addition.ts"
import type { LibraryRecord } from "../../../catalogue/libraries/records.ts"
import { assertNotMoved, findManagedLibrary } from "./find-library.ts"
import type { LibraryLookupServices } from "./library-lookup-services.ts"

/** The permission that a change of a public library requires in addition to that of its operation. */
type PublicPermission = "updatePublicLibrary" | "deletePublicLibrary"

/**
 * Finds a library that a request changes, and requires the permission for it.
 *
 * @param ofPublic permission that is needed if the library is public.
 * @throws {LibraryMissing} if it does not exist or the caller cannot see it. {LibraryRedirected} if it has moved.
 * @throws {Forbidden} {InvalidApiKey}
 */
export async function authorizeLibrary(
  context: LibraryLookupServices,
  caller: Caller,
  libraryId: string,
  ofPublic: PublicPermission,
): Promise<LibraryRecord> {
  const library = await authorizeLibraryOrRedirect(context, caller, libraryId, ofPublic)
  assertNotMoved(library)
  return library
}

/**
 * Finds a library that a request deletes, like `authorizeLibrary`. Of a moved library, the redirect is deleted.
 *
 * @throws {LibraryMissing} {Forbidden} {InvalidApiKey}
 */
export async function authorizeLibraryOrRedirect(
  context: LibraryLookupServices,
  caller: Caller,
  libraryId: string,
  ofPublic: PublicPermission,
): Promise<LibraryRecord> {
  const library = await findManagedLibrary(context, caller, libraryId)
  if (!library.isPrivate) authorize(context, caller, ofPublic)
  return library
}

type CheckedLibrary = Pick<LibraryRecord, "isPrivate" | "state" | "publishedAtMs">

/**
 * Returns true if a caller may change a library that they can see: its source, token, title or schedule. This applies
 * to every way of changing it, and agrees with `updateLibrary`.
 */
export function mayChangeLibrary(
  context: LibraryLookupServices,
  caller: Caller,
  { isPrivate }: CheckedLibrary,
): boolean {
  const mayUpdate = hasPermission(context, caller, "updateLibrary")
  return mayUpdate && (isPrivate || hasPermission(context, caller, "updatePublicLibrary"))
}

/**
 * Returns true if a caller may replace the source of a library by adding it again. A library whose first ingestion
 * failed has no users, so anyone who may add it may also correct it.
 */
export function mayReplaceSource(context: LibraryLookupServices, caller: Caller, library: CheckedLibrary): boolean {
  if (mayChangeLibrary(context, caller, library)) return true
  return isFailedAddition(library) && (!library.isPrivate || hasPermission(context, caller, "addPrivateLibrary"))
}
