import { type LibraryId, parseLibraryId } from "@lectern/contract"
import type { Caller } from "../../access/identity/caller.ts"
import { LibraryMissing } from "../errors.ts"
import { findManagedLibrary } from "./lookup/find-library.ts"
import type { LibraryLookupServices } from "./lookup/library-lookup-services.ts"
import type { VisibleLibraries } from "./lookup/visible-libraries.ts"
import type { ServiceContext } from "../service-context.ts"

/** Ids, without versions, of the libraries that a request is limited to; undefined for all that the caller can see. */
export type LibraryScope = readonly LibraryId[] | undefined

/**
 * Finds the row keys of the libraries in a scope, as their ids are understood for the caller.
 *
 * @returns undefined if there is no scope; a library that does not exist is left out.
 */
export async function keysOfScope(
  { catalogue }: Pick<ServiceContext, "catalogue">,
  reader: VisibleLibraries,
  scope: LibraryScope,
): Promise<ReadonlySet<string> | undefined> {
  if (scope === undefined) return undefined
  const called = await Promise.all(scope.map((id) => catalogue.libraries.called(id, reader.lookupOwnersOf(id))))
  return new Set(called.flat().map(({ key }) => key))
}

/** Maximum number of redirects that are followed from one library in a scope. */
const MAX_MOVES = 5

/**
 * Adds to a scope the ids that its libraries have moved to, so that a scope with an old id still contains the library.
 */
export async function followMoves(
  context: LibraryLookupServices,
  caller: Caller,
  scope: LibraryScope,
): Promise<LibraryScope> {
  if (scope === undefined) return undefined
  const moves = await Promise.all(scope.map((id) => movesFrom(context, caller, id)))
  return [...new Set([...scope, ...moves.flat()])]
}

/** Returns the ids to which the caller is redirected from a library, one after the other. */
async function movesFrom(context: LibraryLookupServices, caller: Caller, id: LibraryId): Promise<readonly LibraryId[]> {
  const moves: LibraryId[] = []
  for (let from = id; moves.length < MAX_MOVES;) {
    const library = await findManagedLibrary(context, caller, from).catch((thrown: unknown) => {
      if (thrown instanceof LibraryMissing) return undefined
      throw thrown
    })
    const next = parseLibraryId(library?.redirectTo ?? "")
    if (next === undefined) break
    moves.push(next)
    from = next
  }
  return moves
}

/** Limits a reader to the libraries with these row keys; undefined does not limit it. */
export function withinScope(reader: VisibleLibraries, scopeKeys: ReadonlySet<string> | undefined): VisibleLibraries {
  if (scopeKeys === undefined) return reader
  return {
    ...reader,
    visibilityOf: (library) => (scopeKeys.has(library.key) ? reader.visibilityOf(library) : "hidden"),
    searchVisibilityOf: (key) => (scopeKeys.has(key) ? reader.searchVisibilityOf(key) : "hidden"),
  }
}
