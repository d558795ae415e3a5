import type { DirectoryHit, LibraryDirectory, LookUpOptions } from "../../resolve/directory/library-directory.ts"
import type { Visibility } from "../../access/visibility/library-visibility.ts"
import type { VisibleLibraries } from "./lookup/visible-libraries.ts"

/** The libraries that a caller finds by name. */
export interface FoundByName {
  readonly hits: readonly DirectoryHit[]
  /** True if policies excluded a library that would have been among the hits. */
  readonly isFiltered: boolean
}

/** The parameters of a lookup. */
export interface NameLookUp extends Omit<LookUpOptions, "isVisible" | "enough" | "teamspaceKey"> {
  readonly name: string
  readonly query: string
}

/**
 * How many times more hits are looked up than requested. Policies rarely exclude more of the best hits, and a second
 * lookup takes as long as the first one.
 */
const SPARE_FACTOR = 10

/** Looks up names in the directory for a caller; libraries that the caller cannot see are not found. */
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

/**
 * Checks the visibility of each library only once: with 100,000 libraries, their attributes are not in the processor's
 * cache.
 */
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
