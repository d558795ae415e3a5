import { foldName, splitSegments } from "./fold-name.ts"
import { DOCUMENTATION_WORDS, stemOwner } from "./name-affixes.ts"

/**
 * A package that the documentation installs or imports, with the shares of pages that do so among those that install or
 * import anything.
 */
export interface UsedPackage {
  readonly name: string
  readonly installShare: number
  readonly importShare: number
  readonly pages: number
}

/** If at least this share of pages installs or imports a package, the documentation is about that package. */
const DOMINANT_SHARE = 0.5
const DOMINANT_PAGES = 3
/** Shorter names are often parts of other words. */
const MIN_STEM_CHARACTERS = 4
const MAX_ALIASES = 60

/**
 * Selects the packages that a library documents as its own, among those that it installs and imports: packages that
 * contain its name, or else the one that most pages use. Documentation also installs other packages, and the library
 * must not be found by their names.
 *
 * @returns package names, those on the most pages first.
 */
export function ownPackages(
  packages: readonly UsedPackage[],
  { id, title }: { readonly id: string; readonly title: string },
): readonly string[] {
  const [owner = "", repository = ""] = id.split("/").filter(Boolean)
  // An owner has many libraries, of which only the one with its documentation is named after it.
  const named = namesOf(repository)
  const ofOwner = named.length === 0 ? [stemOwner(owner), foldName(owner)] : []
  const stems = new Set([...ofOwner, ...named, ...namesOf(title)].filter((stem) => stem.length >= MIN_STEM_CHARACTERS))
  const ofName = packages.filter((used) => isNamed(used.name, stems))
  const own = ofName.length > 0 ? ofName : packages.filter(isDominant).slice(0, 1)
  return own.map(({ name }) => name).slice(0, MAX_ALIASES)
}

/** Returns a whole name without words such as "docs". Its individual words could be the names of other packages. */
function namesOf(name: string): readonly string[] {
  const words = splitSegments(name).filter((word) => !DOCUMENTATION_WORDS.has(word))
  return words.length === 0 ? [] : [words.join("")]
}

function isDominant({ installShare, importShare, pages }: UsedPackage): boolean {
  return pages >= DOMINANT_PAGES && Math.max(installShare, importShare) >= DOMINANT_SHARE
}

function isNamed(name: string, stems: ReadonlySet<string>): boolean {
  const segments = splitSegments(name)
  return stems.has(foldName(name)) || segments.some((segment) => stems.has(segment))
}
