import { foldName, splitSegments } from "./fold-name.ts"
import { DOCUMENTATION_WORDS, stemOwner } from "./name-affixes.ts"

/** A package that the documentation installs or imports, on shares of the pages that install or import anything. */
export interface UsedPackage {
  readonly name: string
  readonly installShare: number
  readonly importShare: number
  readonly pages: number
}

/** A package that most pages install or import is what the documentation is about. */
const DOMINANT_SHARE = 0.5
const DOMINANT_PAGES = 3
/** Shorter names are part of other words. */
const MIN_STEM_CHARACTERS = 4
const MAX_ALIASES = 60

/**
 * Selects the packages that a library documents as its own, among those that it installs and imports: packages that contain its name,
 * or else the one that most pages use. Documentation installs other packages too, and must not be found by their names.
 *
 * @returns package names, those on the most pages first.
 */
export function ownPackages(
  packages: readonly UsedPackage[],
  { id, title }: { readonly id: string; readonly title: string },
): readonly string[] {
  const [owner = "", repository = ""] = id.split("/").filter(Boolean)
  // An owner has many libraries; only that of its documentation is called like it.
  const named = namesOf(repository)
  const ofOwner = named.length === 0 ? [stemOwner(owner), foldName(owner)] : []
  const stems = new Set([...ofOwner, ...named, ...namesOf(title)].filter((stem) => stem.length >= MIN_STEM_CHARACTERS))
  const ofName = packages.filter((used) => isNamed(used.name, stems))
  const own = ofName.length > 0 ? ofName : packages.filter(isDominant).slice(0, 1)
  return own.map(({ name }) => name).slice(0, MAX_ALIASES)
}

/** A whole name without words such as "docs"; its words alone would be those of other packages. */
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
