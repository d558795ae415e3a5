import type { DirectoryHit, LibraryDirectory, LookUpOptions } from "../../resolve/directory/library-directory.ts"
import type { VisibleLibraries } from "./lookup/visible-libraries.ts"

/** What a caller finds by name. */
export interface FoundByName {
  readonly hits: readonly DirectoryHit[]
  /** True when policies took out a library that would have been among the hits. */
  readonly isFiltered: boolean
}

/** What is looked up. */
export interface NameLookUp extends Omit<LookUpOptions, "isVisible" | "teamspaceKey"> {
  readonly name: string
  readonly query: string
}

/**
 * Times as many hits are looked up as are wanted: policies seldom take more than that out of the best, and looking up again
 * takes as long as the first time.
 */
const SPARE_FACTOR = 10

/** Looks names up in the directory for a caller: what the caller may not read is not there. */
export function findByName(
  directory: LibraryDirectory,
  reader: VisibleLibraries,
  { name, query, limit, fast }: NameLookUp,
): FoundByName {
  const spareLimit = limit * SPARE_FACTOR
  const isKnown = (key: string) => reader.searchVisibilityOf(key) !== "hidden"
  const { finderKey: teamspaceKey } = reader
  const known = directory.lookUp(name, query, { limit: spareLimit, fast, teamspaceKey, isVisible: isKnown })
  const isVisible = (key: string) => reader.searchVisibilityOf(key) === "visible"
  const visible = known.filter(({ key }) => isVisible(key))
  const isFiltered = known.slice(0, limit).some(({ key }) => !isVisible(key))
  const isEnough = visible.length >= limit || known.length < spareLimit
  const hits = isEnough
    ? visible.slice(0, limit)
    : directory.lookUp(name, query, { limit, fast, teamspaceKey, isVisible })
  return { hits, isFiltered }
}
