import type { DirectoryHit, LibraryDirectory, LookUpOptions } from "../../resolve/directory/library-directory.ts"
import type { Visibility } from "../../access/visibility/library-visibility.ts"
import type { VisibleLibraries } from "./lookup/visible-libraries.ts"

/** What a caller finds by name. */
export interface FoundByName {
  readonly hits: readonly DirectoryHit[]
  /** True when policies took out a library that would have been among the hits. */
  readonly isFiltered: boolean
}

/** What is looked up. */
export interface NameLookUp extends Omit<LookUpOptions, "isVisible" | "enough" | "teamspaceKey"> {
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
  const visibilityOf = remembered((key) => reader.searchVisibilityOf(key))
  const isKnown = (key: string) => visibilityOf(key) !== "hidden"
  const isVisible = (key: string) => visibilityOf(key) === "visible"
  const { finderKey: teamspaceKey } = reader
  const known = directory.lookUp(name, query, {
    limit: spareLimit,
    fast,
    teamspaceKey,
    isVisible: isKnown,
    enough: { count: limit, isCounted: isVisible },
  })
  const visible = known.filter(({ key }) => isVisible(key))
  const isFiltered = known.slice(0, limit).some(({ key }) => !isVisible(key))
  const isEnough = visible.length >= limit || known.length < spareLimit
  const hits = isEnough
    ? visible.slice(0, limit)
    : directory.lookUp(name, query, { limit, fast, teamspaceKey, isVisible })
  return { hits, isFiltered }
}

/** Decides once about each library. With 100,000 libraries, what decides about one is not in the cache of the processor. */
function remembered(visibilityOf: (key: string) => Visibility): (key: string) => Visibility {
  const known = new Map<string, Visibility>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const visibility = visibilityOf(key)
    known.set(key, visibility)
    return visibility
  }
}
