import type { DirectoryEntry } from "./library-directory.ts"
import { foldName, splitSegments } from "./fold-name.ts"
import { namePartsOf } from "./name-forms.ts"
import { GENERIC_REPOSITORIES, stemOwner, stripPlatform } from "./name-affixes.ts"
import { PRIOR } from "./name-weights.ts"

const RETIRED =
  /\b(?:deprecated|unmaintained|no longer (?:actively )?(?:maintained|developed|supported)|not maintained|end[- ]of[- ]life|archived|legacy|superseded by|discontinued|obsolete|(?:has )?moved to)\b/iu

/** Words in the names of repositories that are made from or about a library. */
const DERIVED: ReadonlySet<string> = new Set(
  (
    "example examples demo demos sample samples awesome template templates boilerplate starter starters tutorial tutorials course " +
    "learn learning clone fork playground dependencies cheatsheet kata exercises mirror archive poc book bootcamp interview"
  ).split(" "),
)

const MANY_STARS = 300_000
const MANY_SNIPPETS = 100_000
const TOP_TRUST = 10

/** Properties of a library that affect its score for every query. */
export interface LibraryPriors {
  /** Added to every score of the library. */
  readonly score: number
  /** True if the library describes itself as deprecated or archived. */
  readonly isRetired: boolean
  /** True if the name suggests that it is made from or about something else. */
  readonly isDerived: boolean
}

/** Computes the priors of an entry; unknown values (-1) have no effect. */
export function priorsOf(entry: DirectoryEntry): LibraryPriors {
  const { owner, repository, title } = namePartsOf(entry)
  const stem = stemOwner(owner)
  const name = foldName(repository)
  const isNamedLikeOwner =
    stem !== "" &&
    (name === stem || name === foldName(owner) || stripPlatform(repository) === stem || GENERIC_REPOSITORIES.has(name))
  const logarithm = (count: number, many: number): number =>
    Math.min(1, Math.log1p(Math.max(0, count)) / Math.log1p(many))
  const trust = Math.min(1, Math.max(0, entry.trustScore) / TOP_TRUST)
  return {
    score:
      (isNamedLikeOwner ? PRIOR.namedLikeOwner : 0) +
      PRIOR.stars * logarithm(entry.stars, MANY_STARS) +
      PRIOR.trust * trust +
      PRIOR.snippets * logarithm(entry.totalSnippets, MANY_SNIPPETS),
    isRetired: RETIRED.test(entry.description) || RETIRED.test(title),
    isDerived: splitSegments(repository).some((word) => DERIVED.has(word)),
  }
}

export function isDerivedWord(word: string): boolean {
  return DERIVED.has(word)
}
