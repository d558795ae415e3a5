import type { LibraryId } from "@lectern/contract"
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

/** Limits a reader to the libraries with these row keys; undefined does not limit it. */
export function withinScope(reader: VisibleLibraries, scopeKeys: ReadonlySet<string> | undefined): VisibleLibraries {
  if (scopeKeys === undefined) return reader
  return {
    ...reader,
    visibilityOf: (library) => (scopeKeys.has(library.key) ? reader.visibilityOf(library) : "hidden"),
    searchVisibilityOf: (key) => (scopeKeys.has(key) ? reader.searchVisibilityOf(key) : "hidden"),
  }
}
