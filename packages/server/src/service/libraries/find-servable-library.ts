import type { Caller } from "../../access/identity/caller.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { LibraryRedirected } from "../errors.ts"
import { findLibrary } from "./lookup/find-library.ts"
import type { LibraryLookupServices } from "./lookup/library-lookup-services.ts"

/**
 * Finds the library that an id means to a caller, unless it has moved. For a moved library, every request is answered
 * with 301 and its new id.
 *
 * @param libraryId without a version, in any letter case.
 * @throws {LibraryMissing} if it does not exist or is hidden from the caller.
 * @throws {AccessDenied} if the policies of the teamspace exclude it.
 * @throws {LibraryRedirected} if it has moved.
 */
export async function findServableLibrary(
  context: LibraryLookupServices,
  caller: Caller,
  libraryId: string,
): Promise<LibraryRecord> {
  const library = await findLibrary(context, caller, libraryId)
  if (library.redirectTo !== null) throw new LibraryRedirected(library.id, library.redirectTo)
  return library
}
