import { type HtmlEvents, readHtml } from "./read-html.ts"

/** A run of text with entities resolved. */
interface HtmlText {
  readonly kind: "text"
  readonly text: string
  readonly line: number
}

/** An element and its content. */
export interface HtmlElement {
  readonly kind: "element"
  /** Lower case. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: HtmlNode[]
  readonly parent: HtmlElement | undefined
  /** Line of its tag in the source, from 1. */
  readonly line: number
}

/** A node of the tree. */
export type HtmlNode = HtmlText | HtmlElement

/** Deeper elements are unwrapped. Browsers do the same at 512, and all later walks may recurse. */
const MAX_DEPTH = 200
/** Longer pages are truncated. The markup of a documentation page rarely has a tenth of this length. */
export const MAX_HTML_CHARACTERS = 5_000_000

/**
 * Parses HTML into a tree without comments, doctypes and processing instructions. Never throws: invalid markup is parsed as far as
 * possible. Time grows linearly with the length.
 *
 * @returns the root, an element without a name.
 */
export function parseHtmlTree(html: string): HtmlElement {
  const text = html.slice(0, MAX_HTML_CHARACTERS)
  const builder = new TreeBuilder(text)
  readHtml(text, builder)
  return builder.root
}

class TreeBuilder implements HtmlEvents {
  readonly root: HtmlElement = element("", {}, { parent: undefined, line: 1 })
  readonly #html: string
  #top: HtmlElement = this.root
  #depth = 0
  /** Number of open elements that are too deep to be kept. */
  #unwrapped = 0
  #line = 1
  #nextBreak: number

  constructor(html: string) {
    this.#html = html
    this.#nextBreak = breakAfter(html, 0)
  }

  open(name: string, attributes: Record<string, string>, index: number): void {
    this.#advance(index)
    if (this.#depth >= MAX_DEPTH) {
      this.#unwrapped++
      return
    }
    const opened = element(name, attributes, { parent: this.#top, line: this.#line })
    this.#top.children.push(opened)
    this.#top = opened
    this.#depth++
  }

  close(): void {
    if (this.#unwrapped > 0) this.#unwrapped--
    else {
      this.#top = this.#top.parent ?? this.root
      this.#depth = Math.max(0, this.#depth - 1)
    }
  }

  text(text: string, index: number): void {
    this.#advance(index)
    this.#top.children.push({ kind: "text", text, line: this.#line })
  }

  #advance(index: number): void {
    // The position of the next line break is cached, because a page may be one long line.
    while (this.#nextBreak < index) {
      this.#line++
      this.#nextBreak = breakAfter(this.#html, this.#nextBreak + 1)
    }
  }
}

/** Returns the index of the next line break; Infinity if there is none. */
function breakAfter(html: string, at: number): number {
  const found = html.indexOf("\n", at)
  return found === -1 ? Infinity : found
}

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  location: Pick<HtmlElement, "parent" | "line">,
): HtmlElement {
  return { kind: "element", name, attributes, children: [], ...location }
}
