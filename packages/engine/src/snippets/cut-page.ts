import type { Document, HeadingBlock, LineSpan } from "@lectern/parsers"
import type { LineAnchor } from "./line-anchor.ts"
import { type Atom, atomOfBlock } from "./atoms.ts"
import { countTokens } from "./tokens/count-tokens.ts"
import { joinParts, markCuts } from "./cut-marks.ts"
import { clip, titleOfCode } from "./describe.ts"
import { type CutSizes, groupAtoms } from "./group-atoms.ts"
import { createHeadingSlugs } from "./heading-slugs.ts"
import { measureSnippet } from "./measure-snippet.ts"
import { protectCode, protectLine, protectProse, protectUrl } from "./protect-frame.ts"
import { resolveTargets } from "./resolve-targets.ts"
import type { Page, PageSection, Snippet } from "./snippet.ts"

/** Maximum length of a snippet, rendered alone. An answer with the smallest budget (500 tokens) always has room for one. */
export const MAX_SNIPPET_TOKENS = 440

/**
 * Small snippets that are found with the evidence of their section and page beat large ones (DESIGN-search.md, "Snippets"). The last row is
 * for text with one token or more per character.
 */
const CUT_SIZES: readonly CutSizes[] = [
  { targetCharacters: 400, maxCharacters: 800, maxCodeCharacters: 1_000 },
  // First without cutting a line of code, because neither half can be used.
  { targetCharacters: 400, maxCharacters: 600, maxCodeCharacters: 600, maxLineCharacters: 1_000 },
  { targetCharacters: 400, maxCharacters: 600, maxCodeCharacters: 600 },
  { targetCharacters: 200, maxCharacters: 280, maxCodeCharacters: 280 },
  { targetCharacters: 60, maxCharacters: 80, maxCodeCharacters: 80 },
]

/** Longer headings are shortened in heading paths. */
const MAX_HEADING_CHARACTERS = 120
const MAX_PATH_DEPTH = 6

/** Longer heading anchors are generated, and would take space from the text. */
const MAX_ANCHOR_CHARACTERS = 100

interface OpenSection {
  readonly heading: HeadingBlock | undefined
  /** Identifier of the section's heading, else of the nearest heading above. */
  readonly anchor: string | undefined
  readonly parent: OpenSection | undefined
  readonly path: readonly string[]
  readonly atoms: Atom[]
  hasChildren: boolean
}

/** Where a document comes from. */
export interface PageOrigin {
  readonly path: string
  readonly url: string
  readonly lineAnchor?: LineAnchor | undefined
  /** Headings above the whole page, outermost first. */
  readonly headings?: readonly string[] | undefined
  /** Title for a page without its own. */
  readonly title?: string | undefined
}

/** Names a page after its file. The name of the folder replaces `index`, and precedes a number. */
function titleFromPath(path: string): string {
  const parts = path.split("/")
  const name = (parts.at(-1) ?? path).replace(/\.[^.]+$/, "")
  const folder = parts.at(-2) ?? ""
  const isIndex = folder !== "" && /^(?:index|readme|_index)$/i.test(name)
  const word = isIndex ? folder : /^\d+$/.test(name) ? `${folder} ${name}` : name
  return word.replaceAll(/[-_]+/g, " ").trim() || path
}

/** Returns true if a title names the whole page, instead of one section among several or a section after an introduction. */
function namesWholePage({ title, blocks }: Document): boolean {
  const headings = blocks.filter((block) => block.kind === "heading")
  const named = headings.find(({ text }) => text === title)
  if (named === undefined) return true
  const isFirst = named.level === 1 || named === blocks[0]
  return isFirst && headings.every((heading) => heading === named || heading.level > named.level)
}

/** Returns a function that returns a heading's identifier; undefined for a heading without one in the source. */
function anchorsOf({ lineAnchor }: PageOrigin): (heading: HeadingBlock) => string | undefined {
  if (lineAnchor !== "slug") return ({ anchor }) => anchor
  const slugOf = createHeadingSlugs()
  return ({ text }) => slugOf(text)
}

function collectSections(document: Document, title: string, origin: PageOrigin): OpenSection[] {
  const above = origin.headings ?? []
  const anchorOf = anchorsOf(origin)
  const path = [...above, title]
  const start = { heading: undefined, anchor: undefined, parent: undefined, path, atoms: [], hasChildren: true }
  const sections: OpenSection[] = [start]
  const ancestors: { level: number; section: OpenSection }[] = []
  for (const block of document.blocks) {
    if (block.kind !== "heading") {
      const section = sections.at(-1)
      const atom = atomOfBlock(block, section?.atoms.at(-1))
      if (atom) {
        const text = atom.code === undefined ? resolveTargets(atom.text, origin) : atom.text
        section?.atoms.push(text === atom.text ? atom : { ...atom, text })
      }
      continue
    }
    while ((ancestors.at(-1)?.level ?? 0) >= block.level) {
      ancestors.pop()
    }
    const parent = ancestors.at(-1)?.section
    if (parent) {
      parent.hasChildren = true
    }
    const text = clip(protectLine(block.text), MAX_HEADING_CHARACTERS)
    const base = parent?.path ?? [...above, ...(text === title ? [] : [title])]
    const section: OpenSection = {
      heading: block,
      anchor: anchorOf(block) ?? parent?.anchor,
      parent,
      path: [...base, text].filter(Boolean),
      atoms: [],
      hasChildren: false,
    }
    sections.push(section)
    ancestors.push({ level: block.level, section })
  }
  return sections
}

/** A box with a list of related pages at the end of a page. */
const SEE_ALSO_LIST = /^\*\*(See also)\*\*\n+(?=[-*] [^]*\n[-*] )/

/**
 * Turns the list of related pages at the end of a page into a section of its own. The list belongs to the whole page, but most formats do
 * not mark the end of a section, so it was parsed as part of the last one.
 */
function separateSeeAlso(sections: readonly OpenSection[]): readonly OpenSection[] {
  const last = sections.at(-1)
  const list = last?.atoms.at(-1)
  const [title = "", name = ""] = SEE_ALSO_LIST.exec(list?.text ?? "") ?? []
  const { heading, parent } = last ?? {}
  if (last === undefined || list === undefined || heading === undefined || parent === undefined || title === "")
    return sections
  let top = parent
  while (top.parent !== undefined) top = top.parent
  const section: OpenSection = {
    heading: { kind: "heading", level: (top.heading?.level ?? 1) + 1, text: name, lines: list.lines },
    anchor: undefined,
    parent: top,
    path: [...top.path, name],
    atoms: [{ ...list, text: list.text.slice(title.length) }],
    hasChildren: false,
  }
  return [...sections.slice(0, -1), { ...last, atoms: last.atoms.slice(0, -1) }, section]
}

/** Adds a line range, or the identifier of a heading, to a URL, in the syntax of its host. */
function urlOfLines(origin: PageOrigin, lines: LineSpan, anchor: string | undefined): string {
  switch (origin.lineAnchor) {
    case "github":
      return `${origin.url}#L${lines.start}-L${lines.end}`
    case "gitlab":
      return `${origin.url}#L${lines.start}-${lines.end}`
    case "bitbucket":
      return `${origin.url}#lines-${lines.start}:${lines.end}`
    case "page":
      return `${origin.url}#page=${lines.start}`
    case "heading":
    case "slug":
      return anchor === undefined || origin.url.includes("#")
        ? origin.url
        : protectUrl(`${origin.url}#${fragmentOf(anchor)}`)
    default:
      return origin.url
  }
}

function fragmentOf(anchor: string): string {
  return encodeURI(anchor.toWellFormed()).replaceAll("#", "%23")
}

/** Leaves room for the text: a heading path in a script with one token per character could fill the snippet. */
const MAX_PATH_TOKENS = 150

/**
 * Returns a function that shortens the paths of a page's sections by headings above the page, as far as the deepest section needs it. The
 * second heading is left out first, then those after it, and finally the first one. All sections leave out the same headings, because an
 * answer shows sections of a page below the headings that they share.
 */
function leaveOutAbove(
  sections: readonly OpenSection[],
  above: number,
): (path: readonly string[]) => readonly string[] {
  const deepest = sections.reduce((depth, { path }) => Math.max(depth, path.length), 0)
  const leftOut = Math.max(0, Math.min(deepest - MAX_PATH_DEPTH, above))
  return leftOut < above ? (path) => [...path.slice(0, 1), ...path.slice(1 + leftOut)] : (path) => path.slice(leftOut)
}

function shortPath(path: readonly string[]): readonly string[] {
  const short = path.length <= MAX_PATH_DEPTH ? path : [path[0] ?? "", ...path.slice(1 - MAX_PATH_DEPTH)]
  return countTokens(short.join(" > ")) <= MAX_PATH_TOKENS ? short : [clip(short.at(-1) ?? "", 40)]
}

/** The section that a snippet comes from. */
interface SnippetLocation {
  readonly section: number
  readonly heading: string
  readonly anchor: string | undefined
  /** The same array for all snippets of the section, so that its tokens are counted once. */
  readonly headingPath: readonly string[]
}

function makeSnippet(
  origin: PageOrigin,
  { section, heading, anchor, headingPath }: SnippetLocation,
  atoms: readonly Atom[],
  isOnlyCode: boolean,
): Snippet {
  const codes = atoms.flatMap((atom) => (atom.code ? [atom.code] : []))
  const isCode = codes.length > 0
  const lines = { start: atoms[0]?.lines.start ?? 1, end: atoms.at(-1)?.lines.end ?? 1 }
  const url = urlOfLines(origin, lines, anchor)
  const content = markCuts(joinTexts(atoms), {
    before: atoms[0]?.cuts?.before ?? false,
    after: atoms.at(-1)?.cuts?.after ?? false,
  })
  const { tokens, contentTokens, headingTokens } = measureSnippet({ headingPath, url, content })
  // Listed one by one: spreading two objects took a tenth of the time needed to cut a page.
  return {
    kind: isCode ? "code" : "prose",
    headingPath,
    section,
    title: isCode ? titleOfCode(heading, atoms, isOnlyCode) : heading,
    content,
    description: isCode ? joinTexts(atoms.filter((atom) => !atom.code)) : "",
    codes,
    url,
    tokens,
    contentTokens,
    headingTokens,
  }
}

function joinTexts(atoms: readonly Atom[]): string {
  let joined: string | undefined
  for (const { text, code, cuts } of atoms) {
    // Protected only here: grouping cuts long lines, and the rest of a line could look like a frame.
    const shown = code === undefined ? protectProse(text) : protectCode(text, cuts?.before)
    if (joined === undefined) joined = shown
    else joined = cuts?.before === true ? joinParts(joined, shown) : `${joined}\n\n${shown}`
  }
  return joined ?? ""
}

function cutSection(origin: PageOrigin, number: number, section: OpenSection, shownPath: readonly string[]): Snippet[] {
  const leaf =
    section.heading?.isEmptied !== true && section.heading && !section.hasChildren && section.atoms.length === 0
  const atoms: readonly Atom[] =
    leaf && section.heading
      ? [{ kind: "prose", text: section.heading.text, lines: section.heading.lines }]
      : section.atoms
  const heading = section.path.at(-1) ?? ""
  const { anchor } = section
  const isShort = anchor !== undefined && anchor.length <= MAX_ANCHOR_CHARACTERS
  const location = {
    section: number,
    heading,
    anchor: isShort ? anchor : undefined,
    headingPath: shortPath(shownPath),
  }
  for (const [attempt, sizes] of CUT_SIZES.entries()) {
    const groups = groupAtoms(atoms, sizes)
    const codeGroups = groups.filter((group) => group.some((atom) => atom.code)).length
    const snippets = groups.map((group) => makeSnippet(origin, location, group, codeGroups === 1))
    if (attempt === CUT_SIZES.length - 1 || snippets.every((snippet) => snippet.tokens <= MAX_SNIPPET_TOKENS)) {
      return snippets
    }
  }
  return []
}

/**
 * Cuts a document into sections by heading and each section into snippets.
 *
 * @returns the page; snippets in reading order, none longer than `MAX_SNIPPET_TOKENS` rendered alone, unless the address of the page
 *   alone is longer. Every word of the document's blocks is in a snippet or in a heading path.
 */
export function cutPage(from: PageOrigin, document: Document): Page {
  const origin = { ...from, url: protectUrl(from.url), headings: from.headings?.map(protectLine) }
  const own = namesWholePage(document) ? document.title : undefined
  const title =
    clip(protectLine(own ?? origin.title ?? document.title ?? titleFromPath(origin.path)), MAX_HEADING_CHARACTERS) ||
    protectLine(origin.path)
  const sections = separateSeeAlso(collectSections(document, title, origin))
  const pathBelow = leaveOutAbove(sections, origin.headings?.length ?? 0)
  return {
    path: origin.path,
    url: origin.url,
    title,
    sections: sections.map(({ heading, path }): PageSection => ({
      level: heading?.level ?? 0,
      heading: heading ? (path.at(-1) ?? "") : "",
      isEntry: heading?.isEntry ?? false,
    })),
    snippets: sections.flatMap((section, number) => cutSection(origin, number, section, pathBelow(section.path))),
  }
}
