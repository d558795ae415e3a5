import { BlockWriter } from "../../document/block-writer.ts"
import type { ParsedFile } from "../../document/document.ts"
import { parseFrontMatter } from "../../document/front-matter.ts"
import { type InlineTargets, NO_TARGETS } from "../restructured-text/blocks/inline.ts"
import { writeRestructuredText } from "../restructured-text/parse-restructured-text.ts"
import { NO_TITLES, type SiteTitles } from "../../generators/site/site-titles.ts"
import { convertAsides } from "./dialects/asides.ts"
import { convertDoxygen } from "./dialects/doxygen-commands.ts"
import { makeMarkdownEngine } from "./engine.ts"
import { MarkdownWalker } from "./markdown-walker.ts"
import { mystTargets } from "./myst-references.ts"
import { convertMarkedBoxes } from "./dialects/marked-boxes.ts"
import { convertNamedReferences } from "./dialects/named-references.ts"
import { convertPlaywright } from "./dialects/playwright-pages.ts"
import { withoutRawString } from "./dialects/raw-string.ts"
import { convertYamlBodies } from "./dialects/yaml-bodies.ts"

/** Maximum depth of nested directives; deeper text is kept unchanged. */
const MAX_DIRECTIVE_DEPTH = 8

/**
 * Longer pages are truncated, because the parser needs about a kilobyte of memory for each line: a file of 5 MB with a line
 * for every four characters would take more than a worker has. The longest pages of real documentation have a fifth.
 */
const MAX_LINES = 150_000

/** VitePress: inserts the title from front matter into the text. */
const TITLE_OF_PAGE = /\{\{\s*\$frontmatter\.title\s*\}\}/g

const engine = makeMarkdownEngine()

/** What the parts of a page have in common. */
interface PageOfParts {
  readonly targets: InlineTargets
  readonly isMdx: boolean
}

/**
 * Parses a page of Markdown in the dialects of GitHub, MkDocs, VitePress, Docusaurus, MyST, Hugo and Jekyll.
 *
 * @param whole text without a byte order mark or invisible characters, with LF line breaks. Time grows with its length.
 * @param path of the file inside its source, against which references to other pages are resolved.
 * @param titles of other pages, for references of MyST.
 * @param isMdx true for a page that its site parses as MDX, which has no indented code.
 */
export function parseMarkdown(whole: string, path = "", titles: SiteTitles = NO_TITLES, isMdx = false): ParsedFile {
  const start = firstLines(whole)
  const text = withoutRawString(start)
  const writer = new BlockWriter(whole.split("\n").length)
  if (start.length < whole.length) writer.problem(`only the first ${MAX_LINES} lines of the page were read`)
  const front = parseFrontMatter(text)
  if (front.problem !== undefined) writer.problem(front.problem, 1)
  const written = front.lineCount === 0 ? text : afterLines(text, front.lineCount)
  const { title } = front
  const titled = withTitleHeading(written)
  const body = title === undefined ? titled : titled.replaceAll(TITLE_OF_PAGE, () => title)
  const targets = mystTargets({ path, text: body }, titles, writer.insertions)
  const converted = convertDoxygen(
    convertPlaywright(
      convertAsides(convertMarkedBoxes(convertYamlBodies(convertNamedReferences(withoutEscapes(body))))),
    ),
    targets,
  )
  writePart(converted, { firstLine: front.lineCount + 1, depth: 0 }, writer, { targets, isMdx })
  return writer.finish(front.title, front.description)
}

function firstLines(text: string): string {
  let at = -1
  for (let count = 0; count < MAX_LINES; count++) {
    at = text.indexOf("\n", at + 1)
    if (at < 0) return text
  }
  return text.slice(0, at)
}

/** The title block of Pandoc and of early rustdoc, at the beginning of a page. */
const TITLE_BLOCK = /^% (?=\S)([^\n]{1,200})\n(?=[ \t]*\n)/
const TOP_HEADING = /^# /m

/** Converts the title block of a page to a heading, unless the page has one: then the line is a comment of MyST. */
function withTitleHeading(text: string): string {
  if (!text.startsWith("% ") || TOP_HEADING.test(text)) return text
  return text.replace(TITLE_BLOCK, "# $1\n")
}

/** Liquid tags that only Jekyll pages contain. */
const LIQUID = /\{%-?\s*(?:link|post_url|include_relative|highlight)\s|\{\{-?\s*(?:site|page)\.\w/
/** A page that begins with a tag, which its site runs: `{%- from 'tabs.html' import tabs %}`. */
const FIRST_TAG = /^\s*\{%-?\s*(?:from|import|include|set|assign)\s/
const RAW = /\{%-?\s*raw\s*-?%\}((?:(?!\{%-?\s*raw)[^])*?)\{%-?\s*endraw\s*-?%\}/g
/** A brace escaped from the site's template engine: `{{ '{' }}`. */
const BRACE = /\{\{\s{0,4}(["'])([{}])\1\s{0,4}\}\}/g

/** Removes the escapes that keep a template engine from interpreting code, because readers of the site see only the code. */
function withoutEscapes(text: string): string {
  if (!text.includes("{")) return text
  const braced = text.replace(BRACE, "$2")
  const isTemplate = braced.includes("endraw") && (LIQUID.test(braced) || FIRST_TAG.test(braced))
  return isTemplate ? braced.replace(RAW, "$1") : braced
}

/**
 * Writes Markdown that is part of a larger file.
 *
 * @param firstLine line of the file on which the text starts.
 */
export function writeMarkdown(text: string, firstLine: number, writer: BlockWriter): void {
  writePart(text, { firstLine, depth: 0 }, writer, { targets: NO_TARGETS, isMdx: false })
}

function writePart(
  text: string,
  location: { firstLine: number; depth: number },
  writer: BlockWriter,
  page: PageOfParts,
): void {
  const { firstLine, depth } = location
  if (depth > MAX_DIRECTIVE_DEPTH) {
    writer.paragraph(text, { start: firstLine, end: firstLine + text.split("\n").length - 1 })
    return
  }
  new MarkdownWalker(engine.parse(text, { ...page }), writer, location, {
    markdown: (inner, line, to, deeper) => writePart(inner, { firstLine: line, depth: deeper }, to, page),
    restructuredText: (inner, line, to) => writeRestructuredText(inner, line, to, "", titlesOf(page.targets)),
  }).walk()
}

/** Titles for reStructuredText on the page; its paths are relative to the page already. */
function titlesOf(targets: InlineTargets): SiteTitles {
  return { ofLabel: targets.titleOfLabel, ofPage: (target) => targets.titleOfPage(target), ofSection: () => undefined }
}

function afterLines(text: string, count: number): string {
  let at = 0
  for (let line = 0; line < count; line++) {
    const next = text.indexOf("\n", at)
    if (next === -1) return ""
    at = next + 1
  }
  return text.slice(at)
}
