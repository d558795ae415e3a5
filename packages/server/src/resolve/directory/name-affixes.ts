import { foldName, splitSegments } from "./fold-name.ts"

/** Words that name the language or form of a library; a name with and without them means the same library. */
export const PLATFORM_WORDS: ReadonlySet<string> = new Set(
  (
    "js ts jsx javascript typescript node nodejs npm deno bun py python python3 pip rs rust crate go golang rb ruby gem php java jvm " +
    "kotlin swift ios android dart net dotnet csharp cpp ex elixir jl julia lua r scala haskell hs css lang lib library sdk package"
  ).split(" "),
)

/**
 * Suffixes that are attached to a name without a separator. `py`, `go` and `rs` are excluded because of `numpy`,
 * `mongo` and `users`.
 */
const ATTACHED_ENDINGS = ["css", "js"] as const

/** Affixes that an organisation adds to the name of its main library to form an account name. */
const OWNER_ENDINGS = (
  "projects project foundation community official software framework contrib dotjs labs team inc org dev lang core apps app " +
  "oss hq io js css rs py php rb ts ui ai db eco tech net com"
).split(" ")

/** A shorter stem is not recognisable as the name. */
const MIN_STEM_LENGTH = 3

/** Generic repository names, for which the owner's name is the library's name. */
export const GENERIC_REPOSITORIES: ReadonlySet<string> = new Set(
  "core framework main monorepo app lib library platform engine server runtime source src repo project code sdk kit".split(
    " ",
  ),
)

/** Repository names and titles that mean the documentation of the owner's library. */
export const DOCUMENTATION_WORDS: ReadonlySet<string> = new Set(
  "docs doc documentation website site web www homepage guide handbook manual wiki dev com org io".split(" "),
)

/** Returns true for a repository that is named after its owner instead, such as `website` in `honojs/website`. */
export function isGenericName(repository: string): boolean {
  const name = repository.toLowerCase()
  return GENERIC_REPOSITORIES.has(name) || DOCUMENTATION_WORDS.has(name)
}

/**
 * Removes an attached or dotted `js` or `css` from the end of a name: `next.js` becomes `next`. Empty if there is none.
 */
export function stripAttached(name: string): string {
  const folded = foldName(name)
  const stem = stripEnding(folded, ATTACHED_ENDINGS)
  return stem === folded ? "" : stem
}

/**
 * Removes platform words from both ends of a name: `node-postgres` and `postgres.js` become `postgres`.
 *
 * @returns the folded rest; empty if nothing was removed or too little would remain.
 */
export function stripPlatform(name: string): string {
  const segments = splitSegments(name)
  let from = 0
  let to = segments.length
  while (to - from > 1 && PLATFORM_WORDS.has(segments[to - 1] ?? "")) to -= 1
  while (to - from > 1 && PLATFORM_WORDS.has(segments[from] ?? "")) from += 1
  const isCut = to - from < segments.length
  const rest = segments.slice(from, to).join("")
  const stem = stripEnding(rest, ATTACHED_ENDINGS)
  return (isCut || stem !== rest) && stem.length >= MIN_STEM_LENGTH - 1 ? stem : ""
}

/** Removes the affixes of an account name: `tokio-rs`, `spring-projects`, `vuejs` become `tokio`, `spring`, `vue`. */
export function stemOwner(owner: string): string {
  let stem = foldName(owner)
  for (;;) {
    const shorter = stripEnding(stem, OWNER_ENDINGS)
    if (shorter === stem) return stem
    stem = shorter
  }
}

function stripEnding(folded: string, endings: readonly string[]): string {
  const ending = endings.find((each) => folded.endsWith(each) && folded.length - each.length >= MIN_STEM_LENGTH)
  return ending === undefined ? folded : folded.slice(0, -ending.length)
}
