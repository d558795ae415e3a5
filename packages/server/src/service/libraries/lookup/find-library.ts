import { parseLibraryReference, type LibraryReference, type SuspiciousContentPolicy } from "@lectern/contract"
import type { Caller } from "../../../access/identity/caller.ts"
import { isRedirectOfSource } from "../../../catalogue/libraries/is-redirect-of-source.ts"
import type { LibraryRecord } from "../../../catalogue/libraries/records.ts"
import { MAIN_TEAMSPACE } from "../../../catalogue/teamspaces/records.ts"
import type { Visibility } from "../../../access/visibility/library-visibility.ts"
import { blocksFlagged } from "../../../access/visibility/policy-filter.ts"
import {
  AccessDenied,
  InvalidLibraryId,
  LibraryMissing,
  LibraryRedirected,
  SuspiciousContentBlocked,
} from "../../errors.ts"
import { type VisibleLibraries, visibleLibrariesFor } from "./visible-libraries.ts"
import type { LibraryLookupServices } from "./library-lookup-services.ts"

/**
 * Finds the library that an id means to a caller: the private library of their teamspace, or else the public one.
 *
 * @param libraryId without a version, in any letter case.
 * @throws {LibraryMissing} if there is none, or none that the caller can see.
 * @throws {LibraryRedirected} if it has moved, or another library replaces it, and the caller can see that one.
 * @throws {AccessDenied} if the policies of the teamspace exclude it. {SuspiciousContentBlocked} if they do so because
 *   of suspicious text.
 */
export async function findServableLibrary(
  context: LibraryLookupServices,
  caller: Caller,
  libraryId: string,
): Promise<LibraryRecord> {
  const { library, verdict, reader } = await findKnown(context, caller, libraryId)
  assertNotMoved(library)
  assertNotBlocked(reader.suspiciousContent, library.id, library.flaggedSnippets)
  if (verdict === "denied") throw new AccessDenied(library.id)
  return library
}

/**
 * Finds a library like `findServableLibrary`, even if a policy blocks it because of suspicious text, so that its
 * findings can be reviewed. A moved library is returned as it is.
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

/** @throws {LibraryRedirected} if the library has moved. */
export function assertNotMoved({ id, redirectTo }: Pick<LibraryRecord, "id" | "redirectTo">): void {
  if (redirectTo !== null) throw new LibraryRedirected(id, redirectTo)
}

/**
 * Finds a library like `findServableLibrary`, even if policies exclude it: maintainers need not be allowed to use it. A
 * moved library is returned as it is.
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

/** Maximum number of redirects that are followed from one library to the next; more indicate a cycle. */
const MAX_REDIRECTS = 5

/** Finds a library that a caller can see, with its visibility. @throws {LibraryMissing} */
async function findKnown(context: LibraryLookupServices, caller: Caller, libraryId: string) {
  const reader = await visibleLibrariesFor(context, caller)
  const found = await findVisible(context, reader, libraryId)
  if (found === undefined) throw new LibraryMissing(libraryId)
  return { ...found, reader }
}

interface VisibleLibrary {
  readonly library: LibraryRecord
  readonly verdict: Exclude<Visibility, "hidden">
}

/**
 * Queries the catalogue only for libraries that the caller can see by owner and access rules: no others are even read.
 * A redirect that Lectern left behind tells the id of its target, so it is as hidden as its target. One to an id that no
 * library has stays: the caller may add that library. A redirect that the source sets is as visible as the source:
 * its author chooses the target, and must not learn from the response whether a hidden library has that id.
 */
async function findVisible(
  context: LibraryLookupServices,
  reader: VisibleLibraries,
  libraryId: string,
  redirectsLeft = MAX_REDIRECTS,
): Promise<VisibleLibrary | undefined> {
  const called = await context.catalogue.libraries.called(libraryId, reader.lookupOwnersOf(libraryId))
  for (const library of called) {
    const verdict = reader.visibilityOf(library)
    if (verdict === "hidden") continue
    const { redirectTo } = library
    if (redirectTo === null || isRedirectOfSource(library)) return { library, verdict }
    if (redirectsLeft === 0) return undefined
    const target = await findVisible(context, reader, redirectTo, redirectsLeft - 1)
    if (target !== undefined || !(await isTaken(context, library, redirectTo))) return { library, verdict }
  }
  return undefined
}

/** Returns true if the owner of a redirect, or everyone, has a library with an id; a public library can become private. */
async function isTaken(
  { catalogue: { libraries } }: LibraryLookupServices,
  { teamspaceKey }: LibraryRecord,
  libraryId: string,
): Promise<boolean> {
  const owners = { teamspaceKey: teamspaceKey ?? MAIN_TEAMSPACE, isPublicRead: true }
  return (await libraries.called(libraryId, owners)).length > 0
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
