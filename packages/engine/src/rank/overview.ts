import type { IndexFile, StoredSnippet } from "../index/read/open-index.ts"
import type { TextAnalyser } from "../index/terms/analyse-text.ts"
import type { RankedCandidate } from "./candidate-signals.ts"
import { FILLER_WORDS } from "./question/filler-words.ts"
import type { RankableIndex } from "./ranking-session.ts"

/** Words of questions about a library as a whole. */
const OVERVIEW_WORDS: ReadonlySet<string> = new Set(
  `about basic basics begin beginner beginners description docs documentation first framework getting guide intro introduce
  introduction language library manual new overview package product program project purpose quick quickstart readme software start
  started starting steps summary tool tutorial usage use used useful uses using work working works`
    .split(/\s+/)
    .filter(Boolean),
)
/** Longer questions have a subject. */
const MAX_WORDS = 8

/**
 * Returns whether a question is about a library as a whole, such as "what is this" or "getting started".
 *
 * @param names of the library, in any form; "What is Hono?" is about Hono as a whole.
 */
export function isOverviewQuestion(analyser: TextAnalyser, query: string, names: readonly string[]): boolean {
  if (!/\p{L}/u.test(query) || /[(){}<>=`_]/.test(query)) return false
  const surfaces = (text: string) => analyser.analyse(text).map(({ surface }) => surface.replace(/'s$/, ""))
  const own = new Set(names.flatMap(surfaces))
  const words = surfaces(query)
  return (
    words.length <= MAX_WORDS &&
    words.every((word) => OVERVIEW_WORDS.has(word) || FILLER_WORDS.has(word) || own.has(word))
  )
}

/** Pages whose openings are read: the beginning of the documentation, in its reading order. */
const MAX_PAGES = 600
/** Snippets of a page that are searched for installation and an example. */
const MAX_SNIPPETS_OF_PAGE = 40
/** Snippets that introduce the library; the pages after that are about its parts. */
const INTRODUCTION_SNIPPETS = 3
/** Snippets at the beginning of a page that may say what the library is. */
const OPENING_SNIPPETS = 4
const START_PAGES = 3
/** Added to the distance of news and project pages: as far as a page that neither introduces nor defines anything. */
const ASIDE_DISTANCE = 3
/** A page of fewer tokens is a list of links. */
const MIN_PAGE_TOKENS = 60
/** Scores fall by this factor from snippet to snippet, which is little enough for an answer of some 1,500 tokens. */
const STEP = 0.96

/** Names and titles of pages that introduce a library, and of those that begin with its use. */
const INTRODUCTION = /^(?:introduction|intro|overview|about|what[- ]is[- ].*|why[- ].*)$/i
const HOME = /^(?:readme|index|home|_index)$/i
const START =
  /^(?:get(?:ting)?[-_ ]?started|quick[-_ ]?start|first[-_ ]?steps|installation|installing|install|set[-_ ]?up|tutorial|start)(?:[-_ ](?:guide|user guide))?$/i
const PART_START =
  /\b(?:get(?:ting)?[-_ ]?started|quick[-_ ]?start|first[-_ ]?steps|install(?:ation|ing)?|set[-_ ]?up)\b/i
/** News describes the library at one point in time; other pages are about the project instead of the library. */
const ASIDE =
  /(?:^|\/)(?:blog|news|posts|changelog|releases?|release[-_]notes|contributing|code[-_]of[-_]conduct|security)[/.]/i
/** Words of names that do not tell one library from another. */
const COMMON_NAME_WORDS: ReadonlySet<string> = new Set(
  "com dev docs documentation doc github guide handbook io js library manual org py rs site the web website www".split(
    " ",
  ),
)
/** Commands that install a package, of the package managers in common use. */
const INSTALL_COMMAND =
  /(?:^|[\s$`])(?:npm (?:i|install|create|init)|npx|yarn (?:add|create)|pnpm (?:add|create|dlx|i|install)|bun (?:add|create)|deno add|pip3? install|pipx install|uv (?:add|pip)|poetry add|conda install|cargo (?:add|install)|go (?:get|install)|gem install|bundle add|composer (?:require|create-project)|dotnet add|brew install|apt(?:-get)? install|docker (?:run|pull)|helm install)\s/
const INSTALL_FILE = /<dependency>|implementation[ (]["']|\[dependencies\]/
const INSTALL_HEADING = /\b(?:install|installing|installation|set[- ]?up)\b/i
const NO_EXAMPLE_LANGUAGE = /^(?:sh|bash|shell|console|zsh|text|toml|xml|json|yaml|)$/i

/** What the opening of a page says about its part in an introduction. */
interface PageRole {
  readonly page: number
  readonly introduction: number
  readonly start: number
  /** Position of the snippet that says what the library is; 0 if none does. */
  readonly definition: number
}

/**
 * Selects the snippets that introduce a library: its overview, how to install it, and a first example.
 *
 * @param names of the library, in any form.
 * @returns candidates with falling scores; empty if the library has no snippets.
 */
export function overviewCandidates({ index }: RankableIndex, names: readonly string[]): readonly RankedCandidate[] {
  const roles = rolesOfPages(index, definitionOf(names))
  const introduction = bestBy(roles, ({ introduction: score }) => score)
  if (introduction === undefined) return []
  const starts = roles.filter(({ start }) => start > 0).toSorted((a, b) => b.start - a.start || a.page - b.page)
  const pages = [...new Set([introduction.page, ...starts.slice(0, START_PAGES).map(({ page }) => page)])]
  const snippets = pages.flatMap((page) => snippetsOf(index, page))
  const opening = snippets
    .filter(({ page }) => page === introduction.page)
    .slice(introduction.definition, introduction.definition + INTRODUCTION_SNIPPETS)
  const install =
    snippets.find(isInstallation) ?? snippets.find(({ headingPath }) => INSTALL_HEADING.test(headingPath.at(-1) ?? ""))
  const example = snippets.find((snippet) => isExample(snippet) && snippet !== install)
  const chosen = [...opening, install, example].filter((snippet) => snippet !== undefined)
  return [...new Set([...chosen, ...snippets])].map((snippet, at) => asCandidate(snippet, STEP ** at))
}

/** Returns an expression for sentences that define the library; undefined if its names are too common. */
function definitionOf(names: readonly string[]): RegExp | undefined {
  const words = names
    .flatMap((name) => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .flatMap((word) => [word, word.replace(/(?:js|py)$/, "")])
    .filter((word) => word.length > 1 && !COMMON_NAME_WORDS.has(word))
  if (words.length === 0) return undefined
  const alternatives = [...new Set(words)].toSorted((a, b) => b.length - a.length).join("|")
  // "Vue (pronounced like view) is a framework", but not "The vue() function is a function".
  const aside = "(?: \\([^)\\n]{0,60}\\)| [-–—] [^\\n]{0,60}? [-–—])?"
  return new RegExp(`\\b(?:${alternatives})(?:\\.js)?[*_]{0,2}${aside} is (?:an?|the|one)\\b`, "i")
}

function rolesOfPages(index: IndexFile, definition: RegExp | undefined): readonly PageRole[] {
  const openings = Array.from({ length: Math.min(index.meta.pages, MAX_PAGES) }, (_, page) => {
    const snippets = snippetsOf(index, page, OPENING_SNIPPETS)
    const segments = (snippets[0]?.pagePath ?? "").split(/[/\\]/).filter(Boolean)
    return { page, snippets, segments }
  })
  const least = Math.min(...openings.map(({ segments }) => segments.length))
  return openings.map(({ page, snippets, segments }) => {
    const path = segments.join("/")
    const name = (segments.at(-1) ?? "").replace(/\.\w+$/, "").replace(/^\d+[-_.]/, "")
    const titles = [name, snippets[0]?.pageTitle ?? ""]
    // Deep pages introduce a part, and later pages build on earlier ones.
    const distance = 0.4 * (segments.length - least) + page / MAX_PAGES + (ASIDE.test(path) ? ASIDE_DISTANCE : 0)
    const defining = definition === undefined ? -1 : snippets.findIndex(({ content }) => definition.test(content))
    const isList = tokensOf(index, page) < MIN_PAGE_TOKENS
    const isIntroduction = titles.some((title) => INTRODUCTION.test(title)) || HOME.test(name)
    const isStart = titles.some((title) => START.test(title))
    const start = isStart ? 3 : titles.some((title) => PART_START.test(title)) ? 1.5 : 0
    const introduction =
      (isList ? 0 : 1) + (isIntroduction ? 1.5 : 0) + (isStart ? 0.5 : 0) + (defining < 0 ? 0 : 2) - distance
    return { page, introduction, start: start === 0 ? 0 : start - distance, definition: Math.max(0, defining) }
  })
}

function tokensOf({ layout }: IndexFile, page: number): number {
  const [from, to] = snippetRange(layout, page)
  return layout.snippetTokens.subarray(from, to).reduce((sum, tokens) => sum + tokens, 0)
}

function snippetRange(layout: IndexFile["layout"], page: number): readonly [from: number, to: number] {
  const [first = 0, end = first] = [layout.firstSectionOfPage[page], layout.firstSectionOfPage[page + 1]]
  return [layout.firstSnippetOfSection[first] ?? 0, layout.firstSnippetOfSection[end] ?? 0]
}

function snippetsOf(index: IndexFile, page: number, most = MAX_SNIPPETS_OF_PAGE): readonly StoredSnippet[] {
  const [from, to] = snippetRange(index.layout, page)
  const count = Math.min(to - from, most)
  return Array.from({ length: Math.max(0, count) }, (_, at) => index.snippet(from + at))
}

function isInstallation({ content }: StoredSnippet): boolean {
  return INSTALL_COMMAND.test(content) || INSTALL_FILE.test(content)
}

function isExample({ kind, codes, content }: StoredSnippet): boolean {
  return (
    kind === "code" &&
    codes.some(({ language }) => !NO_EXAMPLE_LANGUAGE.test(language)) &&
    !INSTALL_COMMAND.test(content)
  )
}

function bestBy<Item>(items: readonly Item[], scoreOf: (item: Item) => number): Item | undefined {
  let best: Item | undefined
  for (const item of items) if (best === undefined || scoreOf(item) > scoreOf(best)) best = item
  return best
}

function asCandidate({ id, section, page }: StoredSnippet, score: number): RankedCandidate {
  const signals = { ...NO_SIGNALS, snippet: score }
  return { snippet: id, section, page, score, baseScore: score, rerankScore: 0, signals }
}

const NO_SIGNALS: RankedCandidate["signals"] = {
  snippet: 0,
  section: 0,
  subtree: 0,
  page: 0,
  nearness: 0,
  opening: 0,
  code: 0,
  language: 0,
  lead: 0,
  meaning: 0,
  reranker: 0,
}
