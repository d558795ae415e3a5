import type { ImportLibrary } from "@lectern/contract"
import {
  cutPage,
  fenceCode,
  MAX_SNIPPET_TOKENS,
  measureSnippet,
  protectCode,
  protectLine,
  protectProse,
  protectUrl,
  type Page,
  type PageSection,
  type Snippet,
} from "@lectern/engine"
import { parseFile, stripInvisible } from "@lectern/parsers"

/** The snippets of an imported library or of one version of it. */
export type ImportedContent = Pick<ImportLibrary, "codeSnippets" | "infoSnippets">

/** An imported snippet that has not been assigned to a page. */
interface LooseSnippet {
  readonly kind: Snippet["kind"]
  readonly pageTitle: string
  readonly headingPath: readonly string[]
  readonly title: string
  readonly content: string
  readonly description: string
  readonly codes: Snippet["codes"]
  readonly url: string
}

/**
 * Groups the snippets of an import into pages: snippets with the same URL, without its line range, form one page in the
 * order of their lines. Texts are unchanged, except that a snippet longer than any answer block is split, invisible
 * characters are removed, and nothing can imitate the structure of an answer.
 */
export function pagesOfImport(content: ImportedContent): readonly Page[] {
  const pages: Page[] = []
  for (const pieces of groupByPage([
    ...content.infoSnippets.map(proseSnippet),
    ...content.codeSnippets.map(codeSnippet),
  ])) {
    const fitting: LooseSnippet[] = []
    for (const piece of pieces) {
      if (measureSnippet(piece).tokens <= MAX_SNIPPET_TOKENS) fitting.push(piece)
      else pages.push(splitLongSnippet(piece))
    }
    if (fitting.length > 0) pages.push(createPage(fitting))
  }
  return pages.filter((page) => page.snippets.length > 0)
}

function proseSnippet({ id, content, breadcrumb, pageTitle }: ImportLibrary["infoSnippets"][number]): LooseSnippet {
  const headingPath = breadcrumb.split(" > ").map(plainLine).filter(Boolean)
  const title = headingPath.at(-1) ?? plainLine(pageTitle)
  return {
    kind: "prose",
    pageTitle: plainLine(pageTitle),
    headingPath,
    title,
    content: protectProse(stripInvisible(content)),
    description: "",
    codes: [],
    url: plainUrl(id),
  }
}

function codeSnippet(snippet: ImportLibrary["codeSnippets"][number]): LooseSnippet {
  const { id, language } = snippet
  const [title, pageTitle] = [plainLine(snippet.title), plainLine(snippet.pageTitle)]
  const description = protectProse(stripInvisible(snippet.description))
  const codes = snippet.codeList.map(({ language: own, code }) => {
    return { language: plainLine(own || language).replaceAll(/[`\s]/g, ""), code: stripInvisible(code) }
  })
  const fences = codes.map((code) => protectCode(fenceCode(code)))
  const content = [description, ...fences].filter((part) => part !== "").join("\n\n")
  const headingPath = [pageTitle, title].filter((part, at, path) => part !== "" && part !== path[at - 1])
  return { kind: "code", pageTitle, headingPath, title, content, description, codes, url: plainUrl(id) }
}

function plainLine(text: string): string {
  return protectLine(stripInvisible(text))
}

function plainUrl(url: string): string {
  return protectUrl(stripInvisible(url))
}

function groupByPage(pieces: readonly LooseSnippet[]): Iterable<readonly LooseSnippet[]> {
  const pages = new Map<string, LooseSnippet[]>()
  for (const piece of pieces) {
    if (piece.content.trim() === "") continue
    const name = `${withoutAnchor(piece.url)}\n${piece.pageTitle}`
    const page = pages.get(name)
    if (page === undefined) pages.set(name, [piece])
    else page.push(piece)
  }
  for (const page of pages.values()) {
    page.sort((left, right) => firstLine(left.url) - firstLine(right.url))
  }
  return pages.values()
}

function pageUrl(url: string): string {
  return url.replace(/#(L\d|lines-\d).*$/, "")
}

/** Removes the anchor of a heading. Keeps fragments that select a page: routes such as `#/install`, and `#page=` of a PDF. */
function withoutAnchor(url: string): string {
  const at = url.indexOf("#")
  return at < 0 || /^#(?:[!/]|page=)/.test(url.slice(at)) ? url : url.slice(0, at)
}

/** Returns the line number in a URL; 0 for URLs without one, whose snippets keep their order. */
function firstLine(url: string): number {
  return Number(/#(?:L|lines-)(\d{1,9})/.exec(url)?.[1] ?? 0)
}

function createPage(pieces: readonly LooseSnippet[]): Page {
  const first = pieces[0]
  const urls = new Set(pieces.map((piece) => pageUrl(piece.url)))
  // Each operation of an API has its own URL. Sections of a page differ only in their anchors, which are removed.
  const url = urls.size === 1 ? pageUrl(first?.url ?? "") : withoutAnchor(first?.url ?? "")
  const title = first?.pageTitle || first?.headingPath[0] || url
  const sections: PageSection[] = []
  let lastPath: string | undefined
  const snippets = pieces.map((piece): Snippet => {
    const path = piece.headingPath.join(" > ")
    if (path !== lastPath) {
      const depth = piece.headingPath.length
      sections.push({ level: Math.max(1, depth), heading: piece.headingPath.at(-1) ?? "", isEntry: false })
      lastPath = path
    }
    const { pageTitle: _pageTitle, ...texts } = piece
    return { ...texts, section: sections.length - 1, ...measureSnippet(piece) }
  })
  return { path: pathOf(url), url, title, sections, snippets }
}

/** Shortens URLs to their path; other names are unchanged. */
function pathOf(url: string): string {
  try {
    return decodeURI(new URL(url).pathname).replace(/^\/+/, "") || url
  } catch {
    return url
  }
}

function splitLongSnippet(piece: LooseSnippet): Page {
  const { document } = parseFile({ format: "markdown", text: piece.content, path: "import.md" })
  const heading = { kind: "heading", level: 1, text: piece.title, lines: { start: 1, end: 1 } } as const
  const titled = {
    title: piece.pageTitle || piece.headingPath[0] || piece.title,
    blocks: piece.title === "" ? document.blocks : [heading, ...document.blocks],
  }
  const page = cutPage({ path: pathOf(pageUrl(piece.url)), url: pageUrl(piece.url) }, titled)
  return { ...page, snippets: page.snippets.map((snippet) => ({ ...snippet, url: piece.url })) }
}
