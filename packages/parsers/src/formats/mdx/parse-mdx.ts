import type { Root, RootContent } from "mdast"
import remarkFrontmatter from "remark-frontmatter"
import remarkGfm from "remark-gfm"
import remarkMdx from "remark-mdx"
import remarkParse from "remark-parse"
import { unified } from "unified"
import { BlockWriter } from "../../document/block-writer.ts"
import type { ParsedFile } from "../../document/document.ts"
import { parseFrontMatter } from "../../document/front-matter.ts"
import { parseMarkdown } from "../markdown/parse-markdown.ts"
import { convertAsides } from "../markdown/dialects/asides.ts"
import { convertNamedReferences } from "../markdown/dialects/named-references.ts"
import { convertPlaywright } from "../markdown/dialects/playwright-pages.ts"
import { convertYamlBodies } from "../markdown/dialects/yaml-bodies.ts"
import { NO_TITLES, type SiteTitles } from "../../generators/site/site-titles.ts"
import { inlineEmbeddedHtml, type PageWithEmbeddedHtml, takeEmbeddedHtml } from "./embedded-html.ts"
import { hasComponents } from "./has-components.ts"
import { isMdxPage } from "./is-mdx-page.ts"
import { expressionText } from "./jsx-attributes.ts"
import { exceedsMdxLimits } from "./mdx-limits.ts"
import { MdxWalker } from "./mdx-walker.ts"
import { prepareMdx } from "./prepare-mdx.ts"

/** An expression without code. */
const IS_COMMENT = /^\s*(?:\/\*[\s\S]*\*\/\s*)?$/

/** Attributes of HTML and of Vue's templates; React has `className`. */
const HTML_ATTRIBUTE = /^(?:class$|v-)/

/** Frozen, so that it can be shared between calls. */
const processor = unified()
  .use(remarkParse)
  .use(remarkFrontmatter, ["yaml", "toml"])
  .use(remarkGfm)
  .use(remarkMdx)
  .freeze()

/**
 * Parses a page of MDX. Imports and exports are dropped and tags are unwrapped; attributes that readers see are kept as text.
 *
 * A page that is not valid MDX is parsed as Markdown, with a problem.
 */
export function parseMdx(text: string): ParsedFile {
  const page = takeEmbeddedHtml(text)
  const parsed = parseTree(page.text)
  return typeof parsed === "string" ? parseAsMarkdown(text, parsed) : writeTree(parsed, page)
}

/** Parses a page of Markdown, or of MDX if it contains components and is valid MDX. */
export function parseMarkdownOrMdx(text: string, path = "", titles: SiteTitles = NO_TITLES): ParsedFile {
  const page = takeEmbeddedHtml(text)
  const holdsComponents = hasComponents(text)
  const isMdx = isMdxPage(text)
  const parsed = holdsComponents || isMdx ? parseTree(page.text) : ""
  if (typeof parsed !== "string" && (holdsComponents || !isOtherMarkdown(parsed))) return writeTree(parsed, page)
  return parseMarkdown(inlineEmbeddedHtml(text), path, titles, isMdx)
}

/** Returns true if a page contains what another tool than MDX shows in a different way: expressions other than texts, and attributes of HTML. */
function isOtherMarkdown(node: Root | RootContent): boolean {
  if (node.type === "mdxFlowExpression" || node.type === "mdxTextExpression") {
    return !IS_COMMENT.test(node.value) && expressionText(node.data?.estree) === undefined
  }
  const attributes = "attributes" in node ? node.attributes : []
  if (attributes.some((each) => each.type === "mdxJsxAttribute" && HTML_ATTRIBUTE.test(each.name))) return true
  return "children" in node && node.children.some(isOtherMarkdown)
}

function writeTree(parsed: Root, { text, html }: PageWithEmbeddedHtml): ParsedFile {
  const writer = new BlockWriter(text.split("\n").length)
  const front = parseFrontMatter(text)
  if (front.problem !== undefined) writer.problem(front.problem, 1)
  new MdxWalker(writer, html).walk(parsed)
  return writer.finish(front.title, front.description)
}

function parseTree(text: string): Root | string {
  if (exceedsMdxLimits(text)) return "too large or too deeply nested for MDX"
  try {
    return processor.parse(
      prepareMdx(convertPlaywright(convertAsides(convertYamlBodies(convertNamedReferences(text))))),
    )
  } catch (thrown) {
    return `not valid MDX: ${thrown instanceof Error ? thrown.message.slice(0, 200) : String(thrown)}`
  }
}

function parseAsMarkdown(text: string, reason: string): ParsedFile {
  const parsed = parseMarkdown(blankModuleLines(inlineEmbeddedHtml(text)), "", NO_TITLES, true)
  return { document: parsed.document, problems: [...parsed.problems, { message: `${reason}; parsed as Markdown` }] }
}

/** Replaces import and export statements outside of fences with blank lines, so that line numbers do not change. */
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
