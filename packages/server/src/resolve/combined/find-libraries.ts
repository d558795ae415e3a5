import { isLatestTag, parseLibraryReference } from "@lectern/contract"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { LibraryDirectory } from "../directory/library-directory.ts"
import type { LibraryVisibility } from "../library-visibility.ts"
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

/** The libraries that may answer a question. */
export interface LibrariesFound {
  readonly libraries: readonly FoundLibrary[]
  /** True if there were hints and none of them names a library, so that the question selected the libraries. */
  readonly isUnhinted: boolean
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
  if (hinted.length > 0) return { libraries: hinted, isUnhinted: false }
  return { libraries: await findByQuestion(search, question), isUnhinted: hints.length > 0 }
}

interface Hint {
  readonly name: string
  readonly id: string | undefined
  readonly versionTag: string | undefined
}

/** Parses a hint: a library id or a product name, each with an optional version. */
function parseHint(text: string): Hint {
  const reference = parseLibraryReference(text)
  if (reference !== undefined) {
    return { name: reference.id.slice(1), id: reference.id, versionTag: withoutLatest(reference.versionTag) }
  }
  const [, name = text, tag] = /^(.+)@(v?\d[\w.+-]*|latest)$/i.exec(text) ?? []
  return { name, id: undefined, versionTag: withoutLatest(tag) }
}

/** Treats `latest` as no version. */
function withoutLatest(tag: string | undefined): string | undefined {
  return tag === undefined || isLatestTag(tag) ? undefined : tag
}

async function findByHints(
  search: LibrarySearch,
  question: string,
  hints: readonly string[],
): Promise<readonly FoundLibrary[]> {
  const { visibility } = search
  const found: FoundLibrary[] = []
  for (const { name, id, versionTag } of hints.map(parseHint)) {
    const exact = id === undefined ? undefined : await findById(search, id)
    if (exact !== undefined && exact.redirectTo === null && exact.totalSnippets > 0) {
      found.push({ key: exact.key, id: exact.id, nameScore: CERTAIN_NAME, versionTag })
      continue
    }
    const directory = await search.directory()
    const hits = directory.lookUp(name, question, {
      limit: NAME_HITS,
      fast: false,
      teamspaceKey: visibility.finderKey,
      isVisible: (key) => visibility.ofKey(key) === "visible",
    })
    const best = await firstWithContent(
      search.catalogue,
      hits.map(({ key }) => key),
    )
    if (best !== undefined) found.push({ key: best.key, id: best.id, nameScore: CERTAIN_NAME, versionTag })
  }
  return found.filter(({ key }, at) => found.findIndex((other) => other.key === key) === at)
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
