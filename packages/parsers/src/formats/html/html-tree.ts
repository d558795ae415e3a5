import { Parser } from "htmlparser2"

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

export type HtmlNode = HtmlText | HtmlElement

/** Deeper elements are unwrapped: browsers do the same at 512, and every walk below may recurse. */
const MAX_DEPTH = 200
/** htmlparser2 searches all open elements at a stray closing tag. With more of them the parser is restarted, so that time stays linear. */
const MAX_OPEN = 256
/** Characters written at once between looks at the number of open elements. */
const CHUNK_CHARACTERS = 1_024
/** Longer pages are cut. The markup of a page of documentation is seldom a tenth of this. */
export const MAX_HTML_CHARACTERS = 5_000_000

/**
 * Parses HTML into a tree, without comments, doctypes and processing instructions. Never throws: broken markup is parsed as
 * far as possible. Time grows linearly with the length.
 *
 * @returns the root, an element without a name.
 */
export function parseHtmlTree(html: string): HtmlElement {
  const text = html.slice(0, MAX_HTML_CHARACTERS)
  const builder = new TreeBuilder(text)
  for (let at = 0; at < text.length;) {
    // Split before a tag, so that a new parser does not start inside of one.
    const tagAt = text.lastIndexOf("<", at + CHUNK_CHARACTERS)
    const end = tagAt > at ? tagAt : at + CHUNK_CHARACTERS
    builder.write(text.slice(at, end), at)
    at = end
  }
  builder.end()
  return builder.root
}

class TreeBuilder {
  readonly root: HtmlElement = element("", {}, { parent: undefined, line: 1 })
  readonly #html: string
  #parser: Parser
  /** Offset in the text at which the current parser started. */
  #origin = 0
  #top: HtmlElement = this.root
  #depth = 0
  /** Open elements that are too deep to be kept. */
  #unwrapped = 0
  #line = 1
  #nextBreak: number

  constructor(html: string) {
    this.#html = html
    this.#nextBreak = breakAfter(html, 0)
    this.#parser = this.#newParser()
  }

  write(chunk: string, offset: number): void {
    if (this.#depth + this.#unwrapped > MAX_OPEN) {
      this.#parser.end()
      this.#top = this.root
      this.#depth = 0
      this.#unwrapped = 0
      this.#origin = offset
      this.#parser = this.#newParser()
    }
    this.#parser.write(chunk)
  }

  end(): void {
    this.#parser.end()
  }

  #newParser(): Parser {
    const parser: Parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes, parser.startIndex),
        onclosetag: () => this.#close(),
        ontext: (text) => this.#text(text, parser.startIndex),
      },
      { decodeEntities: true },
    )
    return parser
  }

  #open(name: string, attributes: Record<string, string>, index: number): void {
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

  #close(): void {
    if (this.#unwrapped > 0) this.#unwrapped--
    else {
      this.#top = this.#top.parent ?? this.root
      this.#depth = Math.max(0, this.#depth - 1)
    }
  }

  #text(text: string, index: number): void {
    this.#advance(index)
    this.#top.children.push({ kind: "text", text, line: this.#line })
  }

  #advance(index: number): void {
    const end = this.#origin + index
    // The position of the next line break is cached, because a page may be one long line.
    while (this.#nextBreak < end) {
      this.#line++
      this.#nextBreak = breakAfter(this.#html, this.#nextBreak + 1)
    }
  }
}

/** Index of the next line break; Infinity when there is none. */
function breakAfter(html: string, at: number): number {
  const found = html.indexOf("\n", at)
  return found === -1 ? Infinity : found
}

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  place: Pick<HtmlElement, "parent" | "line">,
): HtmlElement {
  return { kind: "element", name, attributes, children: [], ...place }
}
