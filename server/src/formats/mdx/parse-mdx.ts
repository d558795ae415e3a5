import type { Root } from "mdast"
import remarkFrontmatter from "remark-frontmatter"
import remarkGfm from "remark-gfm"
import remarkMdx from "remark-mdx"
import remarkParse from "remark-parse"
import { unified } from "unified"
import { BlockWriter } from "../block-writer.ts"
import type { ParsedFile } from "../document.ts"
import { readFrontMatter } from "../front-matter.ts"
import { parseMarkdown } from "../markdown/parse-markdown.ts"
import { MdxWalker } from "./mdx-walker.ts"

/** Larger pages are generated data; the Markdown parser reads them forty times faster. */
const MAX_CHARS = 1_000_000
const MAX_LINE_CHARS = 50_000

/** Shapes on which the parser needs more than linear time: long runs of markers and very deep indentation. */
const PATHOLOGICAL =
  /([[\]*_<>{}()`!~|\\&])\1{300}|(?:[>*+-] ?){60}|^[ \t]{400}|(?:\[[^[\]\n]{0,3}){200}|(?:[*_]{1,3}[^\s*_]{1,3}){400}|(?:<[^<>\n]{0,3}){200}/m

/** Nothing is changed on it after this line, so that it can be kept between calls. */
const processor = unified()
  .use(remarkParse)
  .use(remarkFrontmatter, ["yaml", "toml"])
  .use(remarkGfm)
  .use(remarkMdx)
  .freeze()

/**
 * Reads a page of MDX. Imports and exports are dropped, tags unwrapped; the attributes that readers see stay as text.
 *
 * A page that is not valid MDX is read as Markdown and reported as a problem.
 */
export function parseMdx(text: string): ParsedFile {
  const parsed = parseTree(text)
  if (typeof parsed === "string") return parseAsMarkdown(text, parsed)
  const writer = new BlockWriter(text.split("\n").length)
  const front = readFrontMatter(text)
  if (front.problem !== undefined) writer.problem(front.problem, 1)
  new MdxWalker(writer).walk(parsed)
  return writer.finish(front.title, front.description)
}

function parseTree(text: string): Root | string {
  if (text.length > MAX_CHARS || hasLongLine(text) || PATHOLOGICAL.test(text))
    return "too large or too deeply nested for MDX"
  try {
    return processor.parse(text)
  } catch (thrown) {
    return `not valid MDX: ${thrown instanceof Error ? thrown.message.slice(0, 200) : String(thrown)}`
  }
}

function parseAsMarkdown(text: string, reason: string): ParsedFile {
  const parsed = parseMarkdown(blankModuleLines(text))
  return { document: parsed.document, problems: [...parsed.problems, { message: `${reason}; read as Markdown` }] }
}

/** Replaces import and export statements outside of fences by blank lines: line numbers stay true. */
function blankModuleLines(text: string): string {
  let fence = ""
  let isModule = false
  const lines = text.split("\n").map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? ""
    if (fence === "" && mark !== "") fence = mark
    else if (fence !== "" && mark.startsWith(fence) && line.trim() === mark) fence = ""
    if (fence !== "") return line
    if (line.trim() === "") isModule = false
    else if (/^(?:import\s+(?:[\w*{]|["'])|export\s+(?:default|const|let|var|function|async|class|\{|\*))/.test(line))
      isModule = true
    return isModule ? "" : line
  })
  return lines.join("\n")
}

function hasLongLine(text: string): boolean {
  let start = 0
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
    if (end - start > MAX_LINE_CHARS) return true
    start = end + 1
  }
  return text.length - start > MAX_LINE_CHARS
}
