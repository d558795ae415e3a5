import { asError } from "../base/errors.ts"
import type { Block, FormatName, FormatProblem, ParsedFile, TextPage } from "../document/document.ts"
import { expandWikiStorage, hasWikiStorageIncludes } from "../formats/wiki-storage/expand-wiki-storage.ts"
import { expandAsciidoc, hasAsciidocIncludes } from "./asciidoctor/includes.ts"
import { expandMdx, hasMdxIncludes } from "./docusaurus/includes.ts"
import { fillSubstitutions, hasSubstitutions } from "./fill-substitutions.ts"
import { expandIncludeTags, hasIncludeTags } from "./fumadocs/includes.ts"
import { fillShortcodes, hasShortcodes } from "./hugo/shortcodes.ts"
import { fillParams, hasParams } from "./hugo/substitutions.ts"
import { IncludeContext, type ReadIncluded, type SourceLine } from "./includes/include-context.ts"
import { fillLiquid, hasLiquid } from "./jekyll/liquid.ts"
import { expandMarkdown, hasMarkdownIncludes } from "./markdown-includes.ts"
import { MICRONAUT_SNIPPET } from "./micronaut/includes.ts"
import { expandChunks, hasChunks } from "./knitr/chunks.ts"
import { expandMkdocstrings, hasMkdocstrings } from "./mkdocs/mkdocstrings.ts"
import { expandMystAutodoc, hasMystAutodoc } from "./myst/autodoc.ts"
import { expandAutodoc, hasAutodoc } from "./sphinx/autodoc.ts"
import { expandRestructuredText, hasRestructuredTextIncludes } from "./sphinx/includes.ts"
import { addSiteSubstitutions, hasSiteSubstitutions } from "./sphinx/substitutions.ts"
import { SPRING_INCLUDE_CODE } from "./spring/includes.ts"
import { expandPageReference, hasPageReference } from "./tanstack/includes.ts"
import { expandWriterside, hasWriterside } from "./writerside/includes.ts"

/** The problem that parsers report for an include that was not expanded. */
const NOT_READ = /^included file .* was not read/

/** A page with its includes expanded. */
export interface ExpandedPage {
  readonly text: string
  /** For each line of `text`, the line of the page it comes from (from 1); for included lines, the line of the include. */
  readonly origins: readonly number[]
  /** AsciiDoc attributes that the page's site sets. */
  readonly attributes: Readonly<Record<string, string>>
  readonly problems: readonly FormatProblem[]
}

/**
 * Replaces the includes of a page with the text of other files of its source: code, partial pages, snippets.
 *
 * An include that is missing, outside of the source, circular or over a limit is reported as a problem and left out.
 *
 * @param page targets are resolved against its path.
 * @param read returns other files; it is called with every possible path of a target until one exists.
 * @returns undefined if the page includes nothing.
 */
export function expandIncludes(page: TextPage, read: ReadIncluded): ExpandedPage | undefined {
  const { format, text, path } = page
  const includes = INCLUDES_BY_FORMAT[format]
  if (includes?.isNeededFor(text, path) !== true) return undefined
  const context = new IncludeContext(path, read)
  const lines = text.split("\n").map((line, index) => ({ text: line, at: index + 1 }))
  const { lines: expanded, attributes = {} } = expandSafely(includes, lines, context)
  return {
    text: expanded.map((line) => line.text).join("\n"),
    origins: expanded.map((line) => line.at),
    attributes,
    problems: context.problems,
  }
}

/**
 * Maps the line numbers of a document and its problems from the expanded text back to the page.
 *
 * @param parsed result for `page.text`.
 */
export function traceToPage(parsed: ParsedFile, page: ExpandedPage): ParsedFile {
  const origin = (line: number) => page.origins[line - 1] ?? page.origins.at(-1) ?? 1
  const trace = (block: Block): Block => {
    const start = origin(block.lines.start)
    return { ...block, lines: { start, end: Math.max(start, origin(block.lines.end)) } }
  }
  const reported = new Set(page.problems.map((problem) => problem.line))
  const problems = parsed.problems
    .map((problem) => (problem.line === undefined ? problem : { ...problem, line: origin(problem.line) }))
    // The expansion has already reported these, with the reason.
    .filter(({ message, line }) => !(NOT_READ.test(message) && reported.has(line)))
  return {
    document: { ...parsed.document, blocks: parsed.document.blocks.map(trace) },
    problems: [...page.problems, ...problems],
  }
}

interface Expansion {
  readonly lines: readonly SourceLine[]
  /** AsciiDoc attributes that the site sets. */
  readonly attributes?: Readonly<Record<string, string>>
}

/** The include syntaxes that the tools of one format add to its pages. */
interface FormatIncludes {
  /** Checks quickly whether a page may need other files. */
  isNeededFor(text: string, path: string): boolean
  expand(lines: readonly SourceLine[], context: IncludeContext): Expansion
}

type Step = (lines: readonly SourceLine[], context: IncludeContext) => readonly SourceLine[]

const MARKDOWN_CHECKS = [
  hasMarkdownIncludes,
  hasMdxIncludes,
  hasIncludeTags,
  hasParams,
  hasShortcodes,
  hasLiquid,
  hasMkdocstrings,
  hasMystAutodoc,
  hasPageReference,
  hasSubstitutions,
]
/** In this order, because values are filled in after the pages that use them are included. Docusaurus parses `.md` as MDX too. */
const MDX_STEPS: readonly Step[] = [
  expandPageReference,
  expandIncludeTags,
  fillShortcodes,
  (lines, context) => expandMdx(lines, context, expandMarkdown),
  fillParams,
  fillSubstitutions,
]
const MARKDOWN_STEPS: readonly Step[] = [
  expandChunks,
  expandWriterside,
  ...MDX_STEPS,
  fillLiquid,
  expandMystAutodoc,
  expandMkdocstrings,
]
const CODE_MACROS = [SPRING_INCLUDE_CODE, MICRONAUT_SNIPPET]

const INCLUDES_BY_FORMAT: Readonly<Partial<Record<FormatName, FormatIncludes>>> = {
  markdown: {
    isNeededFor: (text, path) =>
      MARKDOWN_CHECKS.some((isUsedIn) => isUsedIn(text)) || hasWriterside(text, path) || hasChunks(path),
    expand: (lines, context) => ({ lines: runSteps(MARKDOWN_STEPS, lines, context) }),
  },
  mdx: {
    isNeededFor: (text) => MARKDOWN_CHECKS.some((isUsedIn) => isUsedIn(text)),
    expand: (lines, context) => ({ lines: runSteps(MDX_STEPS, lines, context) }),
  },
  "restructured-text": {
    isNeededFor: (text) => hasRestructuredTextIncludes(text) || hasAutodoc(text) || hasSiteSubstitutions(text),
    expand: (lines, context) => ({
      lines: runSteps([expandRestructuredText, addSiteSubstitutions, expandAutodoc], lines, context),
    }),
  },
  asciidoc: {
    isNeededFor: hasAsciidocIncludes,
    expand: (lines, context) => expandAsciidoc(lines, context, CODE_MACROS),
  },
  "wiki-storage": {
    isNeededFor: hasWikiStorageIncludes,
    expand: (lines, context) => ({ lines: expandWikiStorage(lines, context) }),
  },
}

function runSteps(steps: readonly Step[], lines: readonly SourceLine[], context: IncludeContext) {
  return steps.reduce((expanded, step) => step(expanded, context), lines)
}

function expandSafely(includes: FormatIncludes, lines: readonly SourceLine[], context: IncludeContext): Expansion {
  try {
    return includes.expand(lines, context)
  } catch (thrown) {
    // A defect here costs the page its includes, never the library.
    context.problem(`cannot expand includes: ${asError(thrown).message}`, 1)
    return { lines }
  }
}
