import type { LibraryId } from "@lectern/contract"
import type { VisibleLibraries } from "./lookup/visible-libraries.ts"
import type { ServiceContext } from "../service-context.ts"

/** Identifiers of the libraries that a caller wants to be held to, without versions; undefined: all that it may see. */
export type LibraryScope = readonly LibraryId[] | undefined

/**
 * Finds the rows of the libraries of a scope, as the caller understands their identifiers.
 *
 * @returns undefined when there is no scope; a library that does not exist is left out.
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

/** Holds a reader to the libraries with these rows; to all that it may see without them. */
export function withinScope(reader: VisibleLibraries, scopeKeys: ReadonlySet<string> | undefined): VisibleLibraries {
  if (scopeKeys === undefined) return reader
  return {
    ...reader,
    visibilityOf: (library) => (scopeKeys.has(library.key) ? reader.visibilityOf(library) : "hidden"),
    searchVisibilityOf: (key) => (scopeKeys.has(key) ? reader.searchVisibilityOf(key) : "hidden"),
  }
}
