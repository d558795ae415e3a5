import { isLatestTag, isSourceSegment, parseLibraryReference } from "@lectern/contract"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { LibraryDirectory } from "../directory/library-directory.ts"
import type { LibraryVisibility } from "../library-visibility.ts"
import { isGenericName } from "../directory/name-affixes.ts"
import { type LibraryCandidate, selectLibraries } from "./select-libraries.ts"

/** A library that may answer a question, with the version that its hint names. */
export interface FoundLibrary extends LibraryCandidate {
  readonly versionTag?: string | undefined
}

/** The parts that searching libraries for one caller needs. */
export interface LibrarySearch {
  readonly catalogue: Catalogue
  /** Returns the directory, after all libraries have been loaded. */
  directory(): Promise<LibraryDirectory>
  readonly visibility: LibraryVisibility
  /** Keys of the libraries that the request is limited to; undefined: no limit. */
  readonly scopeKeys: ReadonlySet<string> | undefined
}

/**
 * Maximum number of libraries that are queried if the question names none. On most instances, these are all libraries.
 */
const MAX_UNNAMED = 24
/** Maximum number of libraries that are examined to find some that the caller can see. */
const MAX_NEWEST = 10 * MAX_UNNAMED
const CERTAIN_NAME = 1
/** Maximum number of redirects that are followed for one library; more indicate a cycle. */
const MAX_MOVES = 3
const NAME_HITS = 3
/** Lookup score of a library that surely documents the product: the exact name scores 1, and a name with one typo 0.9. */
const MIN_PRODUCT_SCORE = 0.95

/** The libraries that may answer a question. */
export interface LibrariesFound {
  readonly libraries: readonly FoundLibrary[]
  /** True if hints selected the libraries; false if there were none or none of them names a library. */
  readonly isHinted: boolean
  /** True if a hint names no library, or another library answers for the id in a hint. */
  readonly missesHint: boolean
}

/**
 * Finds the libraries that may answer a question: those that the hints name. If there are no hints, or none of them
 * names a library, finds those that the question names.
 */
export async function findLibraries(
  search: LibrarySearch,
  question: string,
  hints: readonly string[],
): Promise<LibrariesFound> {
  const hinted = await findByHints(search, question, hints)
  const missesHint = hinted.some((library) => library === undefined || library.isSubstitute)
  const libraries = hinted.filter((library) => library !== undefined)
  if (libraries.length === 0) {
    return { libraries: await findByQuestion(search, question), isHinted: false, missesHint }
  }
  const isFirst = ({ key }: FoundLibrary, at: number) => libraries.findIndex((other) => other.key === key) === at
  return { libraries: libraries.filter(isFirst), isHinted: true, missesHint }
}

interface Hint {
  /** The name to search for: the name in the hint, or the product name of the library id. */
  readonly name: string
  readonly id: string | undefined
  readonly versionTag: string | undefined
}

/** Parses a hint: a library id or a product name, each with an optional version. */
function parseHint(text: string): Hint {
  const reference = parseLibraryReference(text)
  if (reference !== undefined) {
    return { name: productNameOf(reference.id), id: reference.id, versionTag: withoutLatest(reference.versionTag) }
  }
  const [, name = text, tag] = /^(.+)@([\w.+-]+)$/.exec(text) ?? []
  return { name, id: undefined, versionTag: withoutLatest(tag) }
}

/** Returns the name of the product that a library documents: `jest` for `/facebook/jest`, `hono` for `/hono/website`. */
function productNameOf(libraryId: string): string {
  const [owner = "", name = ""] = libraryId.slice(1).split("/")
  return isGenericName(name) && !isSourceSegment(owner.toLowerCase()) ? owner : name
}

/** Treats `latest` as no version. */
function withoutLatest(tag: string | undefined): string | undefined {
  return tag === undefined || isLatestTag(tag) ? undefined : tag
}

interface HintedLibrary extends FoundLibrary {
  /** True if the hint is the id of another library, which is not served. The caller must learn about it. */
  readonly isSubstitute: boolean
}

/** Returns the library of each hint, in the same order; undefined for a hint that names none. */
async function findByHints(
  search: LibrarySearch,
  question: string,
  hints: readonly string[],
): Promise<readonly (HintedLibrary | undefined)[]> {
  const found: (HintedLibrary | undefined)[] = []
  for (const hint of hints.map(parseHint)) {
    const exact = hint.id === undefined ? undefined : await findById(search, hint.id)
    const isServed = exact !== undefined && exact.redirectTo === null && exact.totalSnippets > 0
    const library = isServed ? exact : await findByName(search, question, hint)
    const { versionTag } = hint
    const isSubstitute = hint.id !== undefined && !isServed
    found.push(library && { key: library.key, id: library.id, nameScore: CERTAIN_NAME, versionTag, isSubstitute })
  }
  return found
}

/**
 * Finds the library with content whose name is most similar. For a library id that is not served, only a library of the
 * same product will do: whoever writes an id means that one.
 */
async function findByName(
  { catalogue, directory, visibility }: LibrarySearch,
  question: string,
  { name, id }: Hint,
): Promise<LibraryRecord | undefined> {
  const isId = id !== undefined
  const hits = (await directory()).lookUp(name, question, {
    limit: NAME_HITS,
    fast: isId,
    teamspaceKey: visibility.finderKey,
    isVisible: (key) => visibility.ofKey(key) === "visible",
  })
  const similar = hits.filter(({ score }) => !isId || score >= MIN_PRODUCT_SCORE)
  return firstWithContent(
    catalogue,
    similar.map(({ key }) => key),
  )
}

/** Finds the library that an id means to the caller, and follows redirects if it has moved. */
async function findById(search: LibrarySearch, id: string, movesLeft = MAX_MOVES): Promise<LibraryRecord | undefined> {
  const { catalogue, visibility } = search
  const called = await catalogue.libraries.called(id, visibility.ownersOf(id))
  const meant = called.find((library) => visibility.ofLibrary(library) !== "hidden")
  if (meant === undefined || visibility.ofLibrary(meant) !== "visible") return undefined
  const { redirectTo } = meant
  return redirectTo === null || movesLeft === 0 ? meant : await findById(search, redirectTo, movesLeft - 1)
}

async function firstWithContent(catalogue: Catalogue, keys: readonly string[]): Promise<LibraryRecord | undefined> {
  for (const key of keys) {
    const library = await catalogue.libraries.byKey(key)
    if (library !== undefined && library.totalSnippets > 0) return library
  }
  return undefined
}

async function findByQuestion(search: LibrarySearch, question: string): Promise<readonly FoundLibrary[]> {
  const { visibility } = search
  const selected = selectLibraries(await search.directory(), question, {
    teamspaceKey: visibility.finderKey,
    isVisible: (key) => visibility.ofKey(key) === "visible",
  })
  if (selected.some(({ nameScore }) => nameScore > 0)) return selected
  const known = new Set(selected.map(({ key }) => key))
  const others = await findUnnamed(search)
  return [...selected, ...others.filter(({ key }) => !known.has(key)).map(({ key, id }) => ({ key, id, nameScore: 0 }))]
}

/** Returns libraries to query if the question names none: those in the scope, or else the newest. */
async function findUnnamed({
  catalogue,
  visibility,
  scopeKeys,
}: LibrarySearch): Promise<readonly Pick<LibraryRecord, "key" | "id">[]> {
  const { libraries } = catalogue
  const isVisible = ({ key }: { readonly key: string }) => visibility.ofKey(key) === "visible"
  if (scopeKeys !== undefined) {
    return (await libraries.byKeys([...scopeKeys].slice(0, MAX_UNNAMED))).filter(isVisible)
  }
  // A single query, so that its time does not depend on how many libraries are hidden.
  const newest = await libraries.newest({ limit: MAX_NEWEST, reader: visibility.finderKey })
  return newest.filter(isVisible).slice(0, MAX_UNNAMED)
}
