import { asError } from "../../errors.ts"
import type { Block, FormatName, FormatProblem, ParsedFile } from "../../document/document.ts"
import { expandAutodoc, mayUseAutodoc } from "../sphinx/expand-autodoc.ts"
import { expandAsciidoc, mayIncludeInAsciidoc } from "./expand-asciidoc.ts"
import { expandIncludeTags, mayIncludeByTag } from "../fumadocs/expand-include-tags.ts"
import { mayIncludeInMarkdown } from "./expand-markdown.ts"
import { expandMdx, mayIncludeInMdx } from "./expand-mdx.ts"
import { expandRestructuredText, mayIncludeInRestructuredText } from "./expand-restructured-text.ts"
import { expandMkdocstrings, mayUseMkdocstrings } from "../mkdocs/expand-mkdocstrings.ts"
import { expandMystAutodoc, mayUseMystAutodoc } from "../sphinx/expand-myst-autodoc.ts"
import { expandWikiStorage, hasWikiStorageIncludes } from "../../formats/wiki-storage/expand-wiki-storage.ts"
import { fillSubstitutions, mayShowSubstitutions } from "./fill-substitutions.ts"
import { addSiteSubstitutions, mayShowSiteSubstitutions } from "../sphinx/site-substitutions.ts"
import { fillParams, mayShowParams } from "../hugo/hugo-params.ts"
import { fillShortcodes, mayShowShortcodes } from "../hugo/hugo-shortcodes.ts"
import { IncludeContext, type ReadIncluded, type SourceLine } from "./include-context.ts"

/** What parsers say of an include that is left in the text. */
const NOT_READ = /^included file .* was not read/

/** A page with the text of other files put in. */
export interface ExpandedPage {
  readonly text: string
  /** For each line of `text` the line of the page it comes from, from 1; that of the include for included lines. */
  readonly origins: readonly number[]
  /** Values that the page's site gives to names in its text. */
  readonly attributes: Readonly<Record<string, string>>
  readonly problems: readonly FormatProblem[]
}

/**
 * Puts into a page what it includes from other files of its source: code, partial pages, snippets.
 *
 * What is not there, leads out of the source, includes itself or is too much is reported as a problem and left out.
 *
 * @param path of the page inside its source; targets are found from there.
 * @param read gives other files; it is asked for every place that a target may mean until one is there.
 * @returns undefined when the page includes nothing.
 */
export function expandIncludes(
  format: FormatName,
  text: string,
  path: string,
  read: ReadIncluded,
): ExpandedPage | undefined {
  if (!mayInclude(format, text, path)) return undefined
  const context = new IncludeContext(path, read)
  const lines = text.split("\n").map((line, index) => ({ text: line, at: index + 1 }))
  const { lines: expanded, attributes } = expandSafely(format, lines, context)
  return {
    text: expanded.map((line) => line.text).join("\n"),
    origins: expanded.map((line) => line.at),
    attributes,
    problems: context.problems,
  }
}

/**
 * Leads the lines of a document back to the page that it was made of.
 *
 * @param parsed what was read from `page.text`.
 */
export function traceToPage(parsed: ParsedFile, page: ExpandedPage): ParsedFile {
  const origin = (line: number) => page.origins[line - 1] ?? page.origins.at(-1) ?? 1
  const trace = (block: Block): Block => {
    const start = origin(block.lines.start)
    return { ...block, lines: { start, end: Math.max(start, origin(block.lines.end)) } }
  }
  const told = new Set(page.problems.map((problem) => problem.line))
  const problems = parsed.problems
    .map((problem) => (problem.line === undefined ? problem : { ...problem, line: origin(problem.line) }))
    // What could not be put in is known already, and why.
    .filter(({ message, line }) => !(NOT_READ.test(message) && told.has(line)))
  return {
    document: { ...parsed.document, blocks: parsed.document.blocks.map(trace) },
    problems: [...page.problems, ...problems],
  }
}

const MARKDOWN_INCLUDES = [
  mayIncludeInMarkdown,
  mayIncludeInMdx,
  mayIncludeByTag,
  mayShowParams,
  mayShowShortcodes,
  mayUseMkdocstrings,
  mayUseMystAutodoc,
  mayShowSubstitutions,
]

function mayInclude(format: FormatName, text: string, path: string): boolean {
  switch (format) {
    case "markdown":
    case "mdx":
      return MARKDOWN_INCLUDES.some((mayInclude) => mayInclude(text))
    case "restructured-text":
      return mayIncludeInRestructuredText(text) || mayUseAutodoc(text) || mayShowSiteSubstitutions(text)
    case "asciidoc":
      return mayIncludeInAsciidoc(text, path)
    case "wiki-storage":
      return hasWikiStorageIncludes(text)
    default:
      return false
  }
}

interface Expansion {
  readonly lines: readonly SourceLine[]
  readonly attributes: Readonly<Record<string, string>>
}

function expandSafely(format: FormatName, lines: readonly SourceLine[], context: IncludeContext): Expansion {
  try {
    return expandAs(format, lines, context)
  } catch (thrown) {
    // A defect here costs the page its includes, never the library.
    context.problem(`includes could not be put in: ${asError(thrown).message}`, 1)
    return { lines, attributes: {} }
  }
}

function expandAs(format: FormatName, lines: readonly SourceLine[], context: IncludeContext): Expansion {
  if (format === "asciidoc") return expandAsciidoc(lines, context)
  if (format === "restructured-text") {
    const whole = addSiteSubstitutions(expandRestructuredText(lines, context), context)
    return { lines: expandAutodoc(whole, context), attributes: {} }
  }
  if (format === "wiki-storage") return { lines: expandWikiStorage(lines, context), attributes: {} }
  // Docusaurus reads its `.md` pages as MDX too.
  const called = fillShortcodes(expandIncludeTags(lines, context), context)
  const whole = fillSubstitutions(fillParams(expandMdx(called, context), context), context)
  if (format === "mdx") return { lines: whole, attributes: {} }
  return { lines: expandMkdocstrings(expandMystAutodoc(whole, context), context), attributes: {} }
}
