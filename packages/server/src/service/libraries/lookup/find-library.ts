import { parseLibraryReference, type LibraryReference, type SuspiciousContentPolicy } from "@lectern/contract"
import type { Caller } from "../../../access/identity/caller.ts"
import type { LibraryRecord } from "../../../catalogue/libraries/records.ts"
import { blocksFlagged } from "../../../access/visibility/policy-filter.ts"
import { AccessDenied, InvalidLibraryId, LibraryMissing, SuspiciousContentBlocked } from "../../errors.ts"
import { visibleLibrariesFor } from "./visible-libraries.ts"
import type { LibraryLookupServices } from "./library-lookup-services.ts"

/**
 * Finds the library that an id means to a caller: the private library of their teamspace, or else the public one.
 *
 * @param libraryId without a version, in any letter case.
 * @throws {LibraryMissing} if there is none, or none that the caller can see.
 * @throws {AccessDenied} if the policies of the teamspace exclude it. {SuspiciousContentBlocked} if they do so because
 *   of suspicious text.
 */
export async function findLibrary(
  context: LibraryLookupServices,
  caller: Caller,
  libraryId: string,
): Promise<LibraryRecord> {
  const { library, verdict, reader } = await findKnown(context, caller, libraryId)
  assertNotBlocked(reader.suspiciousContent, library.id, library.flaggedSnippets)
  if (verdict === "denied") throw new AccessDenied(library.id)
  return library
}

/**
 * Finds a library like `findLibrary`, even if a policy blocks it because of suspicious text, so that its findings can
 * be reviewed.
 *
 * @throws {LibraryMissing} {AccessDenied} if other policies exclude it.
 */
export async function findReviewedLibrary(
  context: LibraryLookupServices,
  caller: Caller,
  libraryId: string,
): Promise<LibraryRecord> {
  const { library, reader } = await findKnown(context, caller, libraryId)
  if (reader.visibilityOf({ ...library, flaggedSnippets: 0 }) === "denied") throw new AccessDenied(library.id)
  return library
}

/** @throws {SuspiciousContentBlocked} if the policy does not allow this many flagged snippets. */
export function assertNotBlocked(policy: SuspiciousContentPolicy, libraryId: string, flaggedSnippets: number): void {
  if (blocksFlagged(policy, flaggedSnippets))
    throw new SuspiciousContentBlocked(libraryId, flaggedSnippets, policy.maxFlaggedSnippets)
}

/**
 * Finds a library like `findLibrary`, even if policies exclude it: maintainers need not be allowed to use it.
 *
 * @throws {LibraryMissing}
 */
export async function findManagedLibrary(
  context: LibraryLookupServices,
  caller: Caller,
  libraryId: string,
): Promise<LibraryRecord> {
  return (await findKnown(context, caller, libraryId)).library
}

/**
 * Queries the catalogue once, and only for libraries that the caller can see by owner and access rules: no others are
 * even read.
 */
async function findKnown(context: LibraryLookupServices, caller: Caller, libraryId: string) {
  const reader = await visibleLibrariesFor(context, caller)
  const called = await context.catalogue.libraries.called(libraryId, reader.lookupOwnersOf(libraryId))
  for (const library of called) {
    const verdict = reader.visibilityOf(library)
    if (verdict !== "hidden") return { library, verdict, reader }
  }
  throw new LibraryMissing(libraryId)
}

/**
 * Parses a library id with an optional version.
 *
 * @throws {InvalidLibraryId}
 */
export function readReference(text: string): LibraryReference {
  const reference = parseLibraryReference(text)
  if (reference === undefined) throw new InvalidLibraryId(text)
  return reference
}
