import { parseLibraryReference, type LibraryReference } from "@lectern/contract"
import type { Caller } from "../access/caller.ts"
import type { LibraryRecord } from "../catalogue/records.ts"
import { InvalidLibraryId, LibraryMissing } from "./errors.ts"
import { may, type Rules, type ServiceContext } from "./service-context.ts"

/** Tells whether a caller may know of a library. */
export function isVisible(context: Rules, caller: Caller, library: LibraryRecord): boolean {
  return !library.isPrivate || may(context, caller, "readPrivate")
}

/**
 * Finds the library with this identifier.
 *
 * @param libraryId without a version, in any letter case.
 * @throws {LibraryMissing} when there is none, or none that the caller may know of.
 */
export async function findLibrary(context: ServiceContext, caller: Caller, libraryId: string): Promise<LibraryRecord> {
  const library = await context.catalogue.libraries.byId(libraryId)
  if (library === undefined || !isVisible(context, caller, library)) throw new LibraryMissing(libraryId)
  return library
}

/**
 * Reads an identifier with an optional version.
 *
 * @throws {InvalidLibraryId}
 */
export function readReference(text: string): LibraryReference {
  const reference = parseLibraryReference(text)
  if (reference === undefined) throw new InvalidLibraryId(text)
  return reference
}
