import type { DirectoryHit, LookUpOptions } from "../search/directory/library-directory.ts"
import type { LibraryReader } from "./library-reader.ts"
import type { ServiceContext } from "./service-context.ts"

/** What a caller finds by name. */
export interface FoundByName {
  readonly hits: readonly DirectoryHit[]
  /** True when policies took out a library that would have been among the hits. */
  readonly isFiltered: boolean
}

/** Looks names up in the directory for a caller: what the caller may not read is not there. */
export function findByName(
  context: Pick<ServiceContext, "directory">,
  reader: LibraryReader,
  { name, query, ...options }: Omit<LookUpOptions, "isVisible"> & { readonly name: string; readonly query: string },
): FoundByName {
  let isAnyDenied = false
  const hits = context.directory.lookUp(name, query, {
    ...options,
    isVisible(key) {
      const verdict = reader.mayFind(key)
      isAnyDenied ||= verdict === "denied"
      return verdict === "visible"
    },
  })
  if (!isAnyDenied) return { hits, isFiltered: false }
  // Rare, and the only way to know: what would have been found without policies?
  const unfiltered = context.directory.lookUp(name, query, {
    ...options,
    isVisible: (key) => reader.mayFind(key) !== "hidden",
  })
  return { hits, isFiltered: unfiltered.some(({ key }) => reader.mayFind(key) === "denied") }
}
