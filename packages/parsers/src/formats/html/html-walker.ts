import { readHtml } from "./read-html.ts"
import type { BlockWriter } from "../../document/block-writer.ts"
import { shownAlternative } from "../../document/alternative-text.ts"
import { componentText } from "../../document/writers/component-text.ts"
import { BLOCK_ELEMENTS, isBadge, isHidden, isIcon, isHtmlElement, isSignature, VOID_ELEMENTS } from "./html-names.ts"
import { isEntryName } from "../../document/entry-name.ts"
import { superscript } from "../../document/superscript.ts"
import { writeLabel } from "../../document/writers/label.ts"
import { normaliseLanguage } from "../../document/language-label.ts"

/** Blocks that are shown in bold, so bold text inside them needs no markup. */
const BOLD_BLOCKS = new Set(["summary", "dt", "caption"])
const CODE = new Set(["code", "tt", "samp"])
const STRUCK = new Set(["del", "s", "strike"])
const DROPPED = new Set(["script", "style", "svg", "noscript", "head"])
const FILMS = new Set(["iframe", "video"])
const MEDIA = new Set(["video", "audio"])
const LINK = /!?\[([^\]\n]{0,500})\]\([^)\s]{0,1000}(?: "[^"\n]{0,300}")?\)/g

interface TableParts {
  header: string[]
  rows: string[][]
  row: string[] | undefined
  isHeaderRow: boolean
  /** True up to the end of the first row of `<thead>`, where ordinary cells are headers too. */
  isInHead: boolean
  /** Columns that the site does not show, as GitBook marks them. */
  hiddenColumns: Set<number>
  start: number
}

/** Code in a `pre`, or in an element of another name that is one for readers. */
interface OpenCode {
  readonly name: string
  /** Number of open elements of this name, the first one included. */
  depth: number
  code: string
  language: string
  readonly line: number
}

function newTable(start: number): TableParts {
  const hiddenColumns = new Set<number>()
  return { header: [], rows: [], row: undefined, isHeaderRow: false, isInHead: false, hiddenColumns, start }
}

/** Walks through a fragment of HTML and writes its visible content. */
class HtmlWalker {
  readonly #writer: BlockWriter
  readonly #html: string
  readonly #firstLine: number
  #line: number
  #nextBreak: number
  #text = ""
  #textLine = 0
  /** True inside an element that is bold as a whole. */
  #isBold = false
  #isRaised = false
  /** True if the text so far contains the alternative text of an image; `#hasWords` is true if it contains any other text. */
  #hasImages = false
  #hasWords = false
  /** Expansion of the open abbreviation or term. */
  #expansion = ""
  #codeDepth = 0
  #dropped: { name: string; depth: number } | undefined
  /** The position of the last closing tag of each element that was looked for. */
  readonly #lastCloses = new Map<string, number>()
  #pre: OpenCode | undefined
  #table: TableParts | undefined
  #heading: { level: number; anchor: string | undefined; line: number } | undefined
  readonly #frames: string[] = []
  readonly #counters: number[] = []

  constructor(writer: BlockWriter, html: string, firstLine: number) {
    this.#writer = writer
    this.#html = html
    this.#firstLine = firstLine
    this.#line = firstLine
    this.#nextBreak = this.#breakAfter(0)
  }

  walk(): void {
    const events = {
      open: this.#open.bind(this),
      close: this.#closeTag.bind(this),
      text: this.#addText.bind(this),
    }
    readHtml(this.#html, events, { recognizeSelfClosing: true })
    this.#endPre()
    this.#endTable()
    this.#flush()
    while (this.#frames.pop() !== undefined) this.#writer.close()
  }

  #advance(index: number): void {
    // The position of the next line break is cached: searching for it at every tag of one long line takes quadratic time.
    while (this.#nextBreak < index) {
      this.#line++
      this.#nextBreak = this.#breakAfter(this.#nextBreak + 1)
    }
  }

  #breakAfter(at: number): number {
    const found = this.#html.indexOf("\n", at)
    return found === -1 ? Infinity : found
  }

  #open(name: string, attributes: Record<string, string>, index: number): void {
    this.#advance(index)
    if (this.#dropped !== undefined) {
      if (name === this.#dropped.name) this.#dropped.depth++
      return
    }
    const isUnseen = isHidden(attributes) || isIcon(name, attributes)
    if (
      DROPPED.has(name) ||
      (name === "button" && this.#pre !== undefined) ||
      (isUnseen && !VOID_ELEMENTS.has(name) && this.#closesAfter(name, index))
    ) {
      this.#dropped = { name, depth: 1 }
      return
    }
    if (this.#pre !== undefined) {
      this.#pre.language ||= classLanguage(attributes)
      if (name === this.#pre.name && name !== "pre") this.#pre.depth++
      if (name === "br") this.#pre.code += "\n"
      return
    }
    if (BLOCK_ELEMENTS.has(name)) this.#openBlock(name, attributes)
    else this.#openInline(name, attributes, index)
    if (FILMS.has(name) && this.#table === undefined) this.#writer.leaveOut()
    // Browsers show the text inside these elements only if they cannot play them.
    if (MEDIA.has(name) && this.#closesAfter(name, index)) this.#dropped = { name, depth: 1 }
  }

  /** Returns true if an element is closed after a position. The last closing tag is cached, so that this takes linear time. */
  #closesAfter(name: string, index: number): boolean {
    const known = this.#lastCloses.get(name) ?? this.#html.lastIndexOf(`</${name}`)
    this.#lastCloses.set(name, known)
    return known > index
  }

  #openBlock(name: string, attributes: Record<string, string>): void {
    if (this.#table !== undefined) return this.#openInTable(name, attributes)
    this.#flush()
    if (attributes["id"] !== undefined && /^(h[1-6]|section|div|dt)$/.test(name)) this.#writer.anchor(attributes["id"])
    if (/^h[1-6]$/.test(name)) {
      this.#heading = { level: Number(name[1]), anchor: attributes["id"], line: this.#line }
    } else if (name === "pre" || isSignature(name, attributes)) {
      const language = name === "pre" ? classLanguage(attributes) : "ts"
      this.#pre = { name, depth: 1, code: "", language, line: this.#line }
    } else if (name === "table") {
      this.#table = newTable(this.#line)
    } else if (name === "ul" || name === "ol" || name === "menu") {
      this.#push("list", () => this.#writer.openList())
      this.#counters.push(name === "ol" ? Number(attributes["start"] ?? 1) || 1 : 0)
    } else if (name === "li") this.#openItem()
    else if (name === "blockquote") this.#push("blockquote", () => this.#writer.openQuotation())
    else if (BOLD_BLOCKS.has(name)) {
      this.#text += "**"
      this.#isBold = true
    }
  }

  #openItem(): void {
    while (this.#frames.at(-1) === "item") this.#pop()
    if (this.#frames.at(-1) !== "list") {
      this.#push("list", () => this.#writer.openList())
      this.#counters.push(0)
    }
    const count = this.#counters.at(-1) ?? 0
    if (count > 0) this.#counters[this.#counters.length - 1] = count + 1
    this.#push("item", () => this.#writer.openItem(count > 0 ? `${count}.` : "-"))
  }

  #openInTable(name: string, attributes: Readonly<Record<string, string>>): void {
    const table = this.#table
    if (table === undefined) return
    if (name === "tr") {
      this.#endRow()
      table.row = []
      table.isHeaderRow = true
    } else if (name === "thead" || name === "tbody") {
      this.#endRow()
      table.isInHead = name === "thead"
    } else if (name === "td" || name === "th") {
      this.#endCell()
      if (table.row === undefined) table.isHeaderRow = table.isInHead
      table.row ??= []
      if (name === "td" && !table.isInHead) table.isHeaderRow = false
      table.row.push("")
      if (name === "th" && Object.hasOwn(attributes, "data-hidden")) table.hiddenColumns.add(table.row.length - 1)
      this.#text = ""
    } else this.#text += " "
  }

  #openInline(name: string, attributes: Record<string, string>, index: number): void {
    if (CODE.has(name)) this.#openCode()
    else if ((name === "strong" || name === "b") && !this.#isBold && this.#codeDepth === 0) this.#append("**")
    else if (name === "br") this.#append(this.#table === undefined ? "\n" : " ")
    else if (STRUCK.has(name)) this.#append("~~")
    else if (name === "sup") this.#isRaised = true
    else if (name === "img") {
      // A logo beside the project name repeats that name.
      if (!isBadge(attributes["src"] ?? "") && this.#heading === undefined)
        this.#appendImage(shownAlternative(attributes["alt"] ?? ""))
    } else if (name === "a") {
      const id = attributes["id"] ?? attributes["name"]
      if (id !== undefined && this.#heading === undefined) this.#writer.anchor(id)
    } else if (name === "abbr" || name === "dfn") this.#expansion = attributes["title"] ?? ""
    else if (!isHtmlElement(name)) this.#openComponent(name, attributes, index)
  }

  #openComponent(name: string, attributes: Record<string, string>, index: number): void {
    const shown = componentText(name, attributes)
    // A bare `<note>` may be anything, but `<Note>` is a component, and `<docs-note>` an element of the site.
    const isNamed = name.includes("-") || /[A-Z]/.test(this.#html.charAt(index + 1))
    const isBare = Object.keys(attributes).length === 0 && !isNamed
    const title = shown.admonition === undefined || isBare ? shown.label : shown.admonition
    if (title !== undefined) {
      this.#flush()
      writeLabel(this.#writer, title, { start: this.#line, end: this.#line })
    }
    if (shown.parameter !== undefined) this.#append(`${shown.parameter} `)
    if (shown.text !== undefined) this.#append(`${shown.text} `)
    if (shown.command !== undefined) this.#writer.code("bash", shown.command, { start: this.#line, end: this.#line })
  }

  #closeTag(name: string, isImplied: boolean, index: number): void {
    if (!isImplied) this.#advance(index)
    if (this.#dropped !== undefined) {
      if (name === this.#dropped.name && --this.#dropped.depth === 0) this.#dropped = undefined
      return
    }
    if (name === "pre") return this.#endPre()
    if (this.#pre !== undefined) {
      if (name === this.#pre.name && --this.#pre.depth === 0) this.#endPre()
      return
    }
    if (name === "abbr" || name === "dfn") return this.#closeTerm()
    if (this.#table !== undefined) return this.#closeInTable(name)
    if (CODE.has(name)) this.#closeCode()
    else if ((name === "strong" || name === "b") && !this.#isBold && this.#codeDepth === 0) this.#append("**")
    else if (STRUCK.has(name)) this.#append("~~")
    else if (BOLD_BLOCKS.has(name)) {
      // Space inside the marks would turn them into text.
      this.#text = this.#text.replace(/^\*\*\s+/, "**").trimEnd()
      this.#append("**")
      this.#isBold = false
    }
    if (!BLOCK_ELEMENTS.has(name)) return
    this.#flush()
    if (/^h[1-6]$/.test(name)) this.#heading = undefined
    else if (name === "li") this.#closeFrames("item")
    else if (name === "ul" || name === "ol" || name === "menu") this.#closeFrames("list")
    else if (name === "blockquote") this.#closeFrames("blockquote")
  }

  #closeTerm(): void {
    if (this.#expansion !== "") this.#append(` (${this.#expansion})`)
    this.#expansion = ""
  }

  #closeInTable(name: string): void {
    if (name === "table") this.#endTable()
    else if (name === "tr" || name === "thead") this.#endRow()
    else if (name === "td" || name === "th") this.#endCell()
    else if (CODE.has(name)) this.#closeCode()
    else if ((name === "strong" || name === "b") && this.#codeDepth === 0) this.#append("**")
    else if (BLOCK_ELEMENTS.has(name)) this.#append(" ")
  }

  /** Opens inline code, which cannot contain code or bold text: markup inside it would be part of the code. */
  #openCode(): void {
    if (this.#codeDepth++ === 0) this.#append("`")
  }

  #closeCode(): void {
    if (this.#codeDepth > 0 && --this.#codeDepth === 0) this.#append("`")
  }

  #addText(text: string, index: number): void {
    if (this.#dropped !== undefined) return
    if (this.#pre !== undefined) {
      this.#pre.code += this.#pre.name === "pre" ? text : text.replaceAll("\n", " ")
      return
    }
    this.#advance(index)
    this.#append(this.#isRaised ? superscript(text, this.#text) : text)
    this.#isRaised = false
  }

  #append(text: string): void {
    if (this.#text.trim() === "") this.#textLine = this.#line
    this.#text += text
    this.#hasWords ||= text.trim() !== ""
  }

  #appendImage(alternative: string): void {
    if (this.#text.trim() === "") this.#textLine = this.#line
    this.#text += alternative
    this.#hasImages = true
  }

  #flush(): void {
    const isOnlyImages = this.#hasImages && !this.#hasWords
    const text = isOnlyImages ? "" : tidy(this.#text)
    this.#text = ""
    this.#hasImages = false
    this.#hasWords = false
    this.#codeDepth = 0
    if (text === "") return
    const lines = { start: Math.max(this.#firstLine, this.#textLine), end: this.#line }
    const heading = this.#heading
    if (heading === undefined) return this.#writer.paragraph(text, lines)
    const plain = text.replace(/[`*]/g, "")
    const isCode = /^`[^`]+`$/.test(text)
    this.#writer.heading(heading.level, plain, lines, { anchor: heading.anchor, isEntry: isEntryName(plain, isCode) })
  }

  #endPre(): void {
    const pre = this.#pre
    this.#pre = undefined
    if (pre === undefined) return
    this.#writer.code(pre.language, pre.code.replaceAll("\u00a0", " "), { start: pre.line, end: this.#line })
  }

  #endCell(): void {
    const row = this.#table?.row
    if (row !== undefined && row.length > 0) row[row.length - 1] += tidy(this.#text)
    this.#text = ""
  }

  #endRow(): void {
    const table = this.#table
    if (table?.row === undefined) return
    this.#endCell()
    if (table.isHeaderRow && table.header.length === 0 && table.rows.length === 0) table.header = table.row
    else table.rows.push(table.row)
    table.row = undefined
    table.isInHead = false
  }

  #endTable(): void {
    const table = this.#table
    if (table === undefined) return
    this.#endRow()
    this.#table = undefined
    const shown = (row: readonly string[]) => row.filter((_, column) => !table.hiddenColumns.has(column))
    this.#writer.table(shown(table.header), table.rows.map(shown), { start: table.start, end: this.#line })
    this.#flush()
  }

  #push(frame: string, open: () => void): void {
    this.#frames.push(frame)
    open()
  }

  #pop(): void {
    if (this.#frames.pop() === "list") this.#counters.pop()
    this.#writer.close()
  }

  #closeFrames(frame: string): void {
    if (!this.#frames.includes(frame)) return
    while (this.#frames.length > 0) {
      const isLast = this.#frames.at(-1) === frame
      this.#pop()
      if (isLast) return
    }
  }
}

/**
 * Writes the visible content of an HTML fragment: headings, code, tables, lists, paragraphs. Scripts, styles, comments and hidden elements
 * are dropped, and other tags are unwrapped.
 *
 * @param firstLine line of the file on which the fragment starts.
 */
export function writeHtml(writer: BlockWriter, html: string, firstLine: number): void {
  new HtmlWalker(writer, html, firstLine).walk()
}

function classLanguage(attributes: Readonly<Record<string, string>>): string {
  const named = /(?:^|\s)(?:language|lang|highlight|brush:\s*)-?(?:source-)?([\w+#-]+)/i.exec(
    attributes["class"] ?? "",
  )?.[1]
  return normaliseLanguage(named ?? attributes["lang"] ?? attributes["data-lang"] ?? "")
}

function tidy(text: string): string {
  const lines = text.replace(LINK, "$1").split("\n")
  return lines
    .map((line) => line.replace(/[ \t]+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n")
    .replace(/\*\*\s*\*\*|``/g, "")
}
