import { FenceTracker } from "../../document/fences.ts"

/** How Astro writes HTML that a program has rendered, in a tag alone on its line. */
const ATTRIBUTE = "set:html={"
/** The start and the end of such a tag, around the attribute. */
const START = /^\s*<[A-Za-z][\w.]{0,60}\s[^<>{}]{0,300}$/
const END = /^[^<>{}]{0,300}\/>\s*$/
/** Name of the attribute that replaces `set:html`. */
const REFERENCE = "embedded-html"

/** A page whose embedded HTML was taken out, because it can be longer than everything that the MDX parser accepts. */
export interface PageWithEmbeddedHtml {
  /** The page with a number in the place of each HTML; it has the same number of lines. */
  readonly text: string
  readonly html: readonly string[]
}

/** Takes the HTML out of tags such as `<Fragment set:html={"<pre>…</pre>"} />`. */
export function takeEmbeddedHtml(text: string): PageWithEmbeddedHtml {
  const html: string[] = []
  const replaced = replaceEmbedded(text, (value, before, after) => {
    html.push(value)
    return `${before}${REFERENCE}="${html.length - 1}"${after}`
  })
  return { text: replaced, html }
}

/** Replaces tags with embedded HTML by their HTML, on the same line: for pages that are parsed as Markdown. */
export function inlineEmbeddedHtml(text: string): string {
  return replaceEmbedded(text, (value) => value.trim().replaceAll("\n", "&#10;"))
}

/** Returns the HTML that a tag contains, from its attributes; undefined if it contains none. */
export function embeddedHtmlOf(
  attributes: Readonly<Record<string, string>>,
  html: readonly string[],
): string | undefined {
  const index = attributes[REFERENCE]
  return index === undefined ? undefined : html[Number(index)]
}

function replaceEmbedded(text: string, replace: (value: string, before: string, after: string) => string): string {
  if (!text.includes(ATTRIBUTE)) return text
  const fences = new FenceTracker()
  const lines = text.split("\n").map((line) => {
    fences.next(line)
    const at = fences.isInside ? -1 : line.indexOf(ATTRIBUTE)
    const end = line.lastIndexOf("}")
    if (at === -1 || end < at) return line
    const [before, after] = [line.slice(0, at), line.slice(end + 1)]
    const value = START.test(before) && END.test(after) ? stringOf(line.slice(at + ATTRIBUTE.length, end)) : undefined
    return value === undefined ? line : replace(value, before, after)
  })
  return lines.join("\n")
}

function stringOf(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal)
    return typeof value === "string" ? value : undefined
  } catch {
    return undefined
  }
}
