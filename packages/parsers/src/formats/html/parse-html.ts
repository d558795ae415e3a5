import { BlockWriter } from "../../document/block-writer.ts"
import type { ParsedFile } from "../../document/document.ts"
import { findAll, findFirst, lineOf } from "./html-query.ts"
import { MAX_HTML_CHARACTERS, parseHtmlTree, type HtmlElement } from "./html-tree.ts"
import { plainText } from "./inline-text.ts"
import { mainContentOf } from "./main-content.ts"
import { withShownTemplates } from "./page-templates.ts"
import { PageWalker } from "./page-walker.ts"
import { siteRuleOf } from "./site-rules.ts"

/** Separates the title of a page from the name of the site. */
const TITLE_SEPARATOR = /\s+[|·•»—–-]\s+|\s*::\s+/

/**
 * Parses an HTML page. The main content is found by the rule for its site generator, or else by common elements, or
 * else by text density. Navigation, controls, notices and hidden parts are dropped.
 *
 * @param text with LF line ends.
 * @returns the document; invalid markup is parsed as far as possible. Time grows linearly with the length of the text.
 */
export function parseHtml(text: string): ParsedFile {
  const root = parseHtmlTree(withShownTemplates(text))
  const rule = siteRuleOf(root)
  const dropped = rule?.dropped ?? []
  const content = mainContentOf(root, rule)
  const writer = new BlockWriter(text.split("\n").length)
  if (text.length > MAX_HTML_CHARACTERS) {
    writer.problem(`only the first ${MAX_HTML_CHARACTERS} characters of the page were read`)
  }
  new PageWalker(writer, content, dropped).walk(content)
  const titled = rule?.title === undefined ? undefined : findFirst(root, rule.title)
  const title = titled === undefined ? "" : plainText(titled, dropped)
  return writer.finish(title === "" ? pageTitleOf(root, content, dropped) : title, descriptionOf(root))
}

/** Returns the top heading of the content, else of the page, else the page's title without the name of the site. */
function pageTitleOf(root: HtmlElement, content: HtmlElement, dropped: readonly string[]): string | undefined {
  const element = findFirst(root, "title")
  const [title = "", ...site] = (element === undefined ? "" : lineOf(element)).split(TITLE_SEPARATOR)
  const inside = findFirst(content, "h1")
  const heading = (inside && plainText(inside, dropped)) || soleHeading(root, dropped)
  const isSite = site.some((part) => part.trim().toLowerCase() === heading?.toLowerCase())
  if (heading !== undefined && heading !== "" && !(isSite && hasHeading(content, title.trim(), dropped))) return heading
  const first = findAll(content, ({ name }) => /^h[1-3]$/.test(name))[0]
  const begin = first === undefined ? "" : plainText(first, dropped)
  // A colon also separates the name of the site if the content starts with the text before it.
  if (begin !== "" && title.startsWith(`${begin}:`)) return begin
  return title.trim() === "" ? undefined : title.trim()
}

function hasHeading(content: HtmlElement, text: string, dropped: readonly string[]): boolean {
  return findAll(content, ({ name }) => /^h[2-4]$/.test(name)).some((each) => plainText(each, dropped) === text)
}

/** Returns the text of the only `h1` of a page. Several top headings outside of the content belong to the frame of the site. */
function soleHeading(root: HtmlElement, dropped: readonly string[]): string | undefined {
  const [only, ...others] = findAll(root, ({ name }) => name === "h1")
  return only === undefined || others.length > 0 ? undefined : plainText(only, dropped)
}

function descriptionOf(root: HtmlElement): string | undefined {
  const meta = findFirst(root, "meta[name=description]") ?? findFirst(root, "meta[property=og:description]")
  return meta?.attributes["content"]
}
