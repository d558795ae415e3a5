import type { LibraryId } from "@lectern/contract"
import type { ServiceContext } from "./service-context.ts"

/** Identifiers of the libraries that a caller wants to be held to, without versions; undefined: all that it may see. */
export type LibraryScope = readonly LibraryId[] | undefined

/**
 * Finds the rows of the libraries of a scope.
 *
 * @returns undefined when there is no scope; a library that does not exist is left out.
 */
export async function keysOfScope(
  context: Pick<ServiceContext, "catalogue">,
  scope: LibraryScope,
): Promise<ReadonlySet<string> | undefined> {
  if (scope === undefined) return undefined
  const libraries = await Promise.all(scope.map((id) => context.catalogue.libraries.byId(id)))
  return new Set(libraries.flatMap((library) => (library === undefined ? [] : [library.key])))
}
