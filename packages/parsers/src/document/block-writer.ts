import type { Block, FormatProblem, HeadingBlock, LineSpan, ParsedFile, ProseBlock } from "./document.ts"
import { stripInvisible } from "../detect/invisible-characters.ts"
import { joinLines } from "./join-lines.ts"

/** A list or admonition is split into several blocks, between its items, once it holds this many characters. */
const SPLIT_CHARS = 1_500
/** A single item is split later, because its text belongs together. */
const SPLIT_ITEM_CHARS = 4_000
const MAX_LEVEL = 9

interface Frame {
  readonly kind: "list" | "item" | "quotation" | "admonition"
  /** Prefix of the first line inside, and of the lines after it. */
  readonly first: string
  readonly rest: string
  isUsed: boolean
}

/** Optional attributes of a heading. */
export interface HeadingAttributes {
  readonly anchor?: string | undefined
  readonly isEntry?: boolean
}

/**
 * Chooses the heading that is the title of a page: the first one when all others are below it, otherwise the first of the
 * highest level that is not an entry of a reference. Several sections of a lower level than the first give no title.
 */
function titleAmong(headings: readonly HeadingBlock[]): string | undefined {
  const [first, ...others] = headings
  if (first !== undefined && others.every((heading) => heading.level > first.level)) return first.text
  const sections = headings.filter((heading) => heading.isEntry !== true)
  const top = sections.reduce((least, heading) => Math.min(least, heading.level), Infinity)
  const named = sections.filter((heading) => heading.level === top && heading.isContinuation !== true)
  return top > 1 && named.length > 1 ? undefined : named[0]?.text
}

/**
 * Collects the blocks of a document while a parser walks through a file. Flattens lists, quotations and admonitions into
 * prose blocks, makes code and tables inside them blocks of their own, and keeps line spans ordered and inside the file.
 */
export class BlockWriter {
  readonly #blocks: Block[] = []
  readonly #problems: FormatProblem[] = []
  readonly #frames: Frame[] = []
  readonly #entryParents: (HeadingBlock | undefined)[] = []
  readonly #lineCount: number
  #buffer: string[] = []
  #bufferChars = 0
  #bufferStart = 0
  #bufferEnd = 0
  #needsGap = false
  #isContents = false
  #pendingTitle: { text: string; isWanted: boolean; line: number } | undefined
  #pendingAnchor: string | undefined
  #heading: HeadingBlock | undefined
  #resumed: HeadingBlock | undefined
  #lastStart = 1

  constructor(lineCount: number) {
    this.#lineCount = Math.max(1, lineCount)
  }

  /** Level of the heading above the next block; 0 before the first heading. */
  get level(): number {
    return this.#heading?.level ?? 0
  }

  /** True inside a list, a quotation or an admonition. */
  get isNested(): boolean {
    return this.#frames.length > 0
  }

  /** True when something other than headings has been written. */
  get hasText(): boolean {
    return this.#buffer.length > 0 || this.#blocks.some(({ kind }) => kind !== "heading")
  }

  problem(message: string, line?: number): void {
    this.#problems.push(line === undefined ? { message } : { message, line })
  }

  /** Sets the link target of the next heading. */
  anchor(id: string): void {
    if (id !== "") this.#pendingAnchor = id
  }

  /** Writes a heading. Inside a list, a quotation or an admonition it becomes a bold line, because it cannot open a section there. */
  heading(level: number, text: string, lines: LineSpan, facts: HeadingAttributes = {}): void {
    const plain = oneLine(text)
    if (plain === "") return
    if (this.isNested) return this.paragraph(`**${plain}**`, lines)
    const anchor = facts.anchor ?? this.#pendingAnchor
    this.#pendingAnchor = undefined
    this.#pushHeading({
      kind: "heading",
      level: Math.min(MAX_LEVEL, Math.max(1, level)),
      text: plain,
      ...(anchor === undefined ? {} : { anchor }),
      ...(facts.isEntry === true ? { isEntry: true } : {}),
      lines,
    })
  }

  /** Opens the section of a reference entry one level below the current heading; `endEntry` returns to that heading. */
  beginEntry(text: string, lines: LineSpan, anchor?: string): void {
    this.flush()
    const parent = this.#resumed ?? this.#heading
    this.#entryParents.push(parent)
    const id = anchor ?? this.#pendingAnchor
    this.#pendingAnchor = undefined
    this.#pushHeading({
      kind: "heading",
      level: Math.min(MAX_LEVEL, (parent?.level ?? 1) + 1),
      text: oneLine(text),
      ...(id === undefined ? {} : { anchor: id }),
      isEntry: true,
      lines,
    })
  }

  /** Closes the innermost entry. When more text follows before the next heading, the parent's heading is repeated. */
  endEntry(): void {
    this.flush()
    const parent = this.#entryParents.pop()
    this.#resumed = parent
    this.#heading = parent
  }

  /** Writes Markdown of one paragraph; it may have several lines. */
  paragraph(markdown: string, lines: LineSpan): void {
    const text = joinLines(markdown.trim())
    if (text === "") return
    if (!this.isNested) {
      this.#push({ kind: "prose", markdown: text, role: "paragraph", lines })
      return
    }
    this.#writeTitle()
    if (this.#needsGap && this.#bufferChars > SPLIT_ITEM_CHARS) this.flush()
    if (this.#buffer.length > 0 && this.#needsGap) this.#addLine("", lines)
    for (const line of text.split("\n")) this.#addLine(line, lines)
    this.#needsGap = true
  }

  code(language: string, code: string, lines: LineSpan, title?: string): void {
    const text = code.replace(/^(?:[ \t]*\n)+/, "").trimEnd()
    if (text === "") return
    this.#writeTitle()
    this.flush()
    this.#push({ kind: "code", language, code: text, ...(title === undefined || title === "" ? {} : { title }), lines })
  }

  /** @param header cells as Markdown; line breaks and bars in cells are taken care of. Empty when the table has none. */
  table(header: readonly string[], rows: readonly (readonly string[])[], lines: LineSpan): void {
    const kept = rows.filter((row) => row.some((cell) => cell !== ""))
    const hasHeader = header.some((cell) => cell !== "")
    if (kept.length === 0 && !hasHeader) return
    this.#writeTitle()
    this.flush()
    this.#push({
      kind: "table",
      header: hasHeader ? header.map(tableCell) : [],
      rows: kept.map((row) => row.map(tableCell)),
      lines,
    })
  }

  /** Writes a line above a body that follows it without a gap: the term of a definition, the name of a parameter. */
  term(markdown: string, lines: LineSpan): void {
    this.paragraph(markdown, lines)
    this.#needsGap = false
  }

  /** @param isContents the list only links to headings of the same page. */
  openList(isContents = false): void {
    this.#open("list", "", "")
    if (this.#frames.length === 1) this.#isContents = isContents
  }

  /** @param marker `-` or `1.`; text of the item stands indented under it. */
  openItem(marker: string): void {
    const isTopItem = this.#frames.filter((frame) => frame.kind === "item").length === 0
    if (this.#bufferChars > (isTopItem ? SPLIT_CHARS : SPLIT_ITEM_CHARS)) this.flush()
    this.#needsGap = false
    this.#open("item", `${marker} `, " ".repeat(marker.length + 1))
  }

  openQuotation(): void {
    this.#open("quotation", "> ", "> ")
  }

  /**
   * @param title plain or Markdown text, shown in bold above the body.
   * @param isWanted the title is written even when the admonition has no body.
   */
  openAdmonition(title: string, line: number, isWanted = false): void {
    this.#writeTitle()
    this.#open("admonition", "", "")
    const text = oneLine(title)
    this.#pendingTitle = text === "" ? undefined : { text: /\*\*/.test(text) ? text : `**${text}**`, isWanted, line }
  }

  /** Closes what was opened last: a list, an item, a quotation or an admonition. */
  close(): void {
    if (this.#frames.at(-1)?.kind === "admonition" && this.#pendingTitle?.isWanted) this.#writeTitle()
    if (this.#frames.at(-1)?.kind === "admonition") this.#pendingTitle = undefined
    const closed = this.#frames.at(-1)
    if (this.#frames.length === 1) this.flush()
    this.#frames.pop()
    this.#needsGap = closed?.kind !== "item" && this.#buffer.length > 0
  }

  /** Ends the current prose block; what follows becomes a new one. */
  flush(): void {
    if (this.#buffer.length === 0) return
    const markdown = dedent(this.#buffer)
    const role = this.#role()
    const lines = { start: this.#bufferStart, end: this.#bufferEnd }
    this.#buffer = []
    this.#bufferChars = 0
    this.#needsGap = false
    this.#push({
      kind: "prose",
      markdown,
      role,
      ...(role === "list" && this.#isContents ? { isContents: true } : {}),
      lines,
    })
  }

  /** Returns the document and its problems. The title falls back to a heading. */
  finish(title?: string, description?: string): ParsedFile {
    while (this.#frames.length > 0) this.close()
    const shown = cleanLine(title ?? "") || titleAmong(this.#blocks.filter((block) => block.kind === "heading"))
    const about = cleanLine(description ?? "")
    return {
      document: {
        ...(shown === undefined ? {} : { title: shown }),
        ...(about === "" ? {} : { description: about }),
        blocks: this.#blocks,
      },
      problems: this.#problems,
    }
  }

  #open(kind: Frame["kind"], first: string, rest: string): void {
    this.#writeTitle()
    if (this.#frames.length === 0) this.flush()
    this.#frames.push({ kind, first, rest, isUsed: false })
  }

  #writeTitle(): void {
    const title = this.#pendingTitle
    if (title === undefined) return
    this.#pendingTitle = undefined
    this.paragraph(title.text, { start: title.line, end: title.line })
  }

  #addLine(text: string, lines: LineSpan): void {
    if (this.#buffer.length === 0) this.#bufferStart = lines.start
    this.#bufferEnd = Math.max(this.#buffer.length === 0 ? lines.end : this.#bufferEnd, lines.end)
    let prefix = ""
    for (const frame of this.#frames) {
      prefix += frame.isUsed || text === "" ? frame.rest : frame.first
      if (text !== "") frame.isUsed = true
    }
    const line = (prefix + text).trimEnd()
    this.#buffer.push(line)
    this.#bufferChars += line.length + 1
  }

  #role(): ProseBlock["role"] {
    const kind = this.#frames[0]?.kind
    return kind === "quotation" || kind === "admonition" ? kind : kind === undefined ? "paragraph" : "list"
  }

  #pushHeading(heading: HeadingBlock): void {
    this.flush()
    this.#resumed = undefined
    const pushed = { ...heading, text: stripInvisible(heading.text), lines: this.#span(heading.lines) }
    if (pushed.text === "") return
    this.#blocks.push(pushed)
    this.#heading = pushed
  }

  #push(block: Exclude<Block, HeadingBlock>): void {
    const lines = this.#span(block.lines)
    const cleaned = clean({ ...block, lines })
    if (cleaned === undefined) return
    const parent = this.#resumed
    if (parent !== undefined) {
      this.#resumed = undefined
      this.#heading = { ...parent, isContinuation: true, lines: { start: lines.start, end: lines.start } }
      this.#blocks.push(this.#heading)
    }
    this.#blocks.push(cleaned)
  }

  #span(lines: LineSpan): LineSpan {
    const start = Math.min(this.#lineCount, Math.max(this.#lastStart, lines.start))
    this.#lastStart = start
    return { start, end: Math.min(this.#lineCount, Math.max(start, lines.end)) }
  }
}

function clean(block: Exclude<Block, HeadingBlock>): Block | undefined {
  if (block.kind === "prose") {
    const markdown = stripInvisible(block.markdown).trim()
    return markdown === "" ? undefined : { ...block, markdown }
  }
  if (block.kind === "code") return { ...block, code: stripInvisible(block.code) }
  return { ...block, header: block.header.map(cleanLine), rows: block.rows.map((row) => row.map(cleanLine)) }
}

function cleanLine(text: string): string {
  return oneLine(stripInvisible(text))
}

function oneLine(text: string): string {
  return /[\n\t]| {2}|^ | $/.test(text) ? text.replace(/\s+/g, " ").trim() : text
}

/** A line of Markdown in which no bar ends the cell of a table. */
function tableCell(markdown: string): string {
  return oneLine(markdown).replace(/(?<!\\)\|/g, "\\|")
}

function dedent(lines: readonly string[]): string {
  let indent = Infinity
  for (const line of lines) if (line !== "") indent = Math.min(indent, line.length - line.trimStart().length)
  return Number.isFinite(indent) && indent > 0 ? lines.map((line) => line.slice(indent)).join("\n") : lines.join("\n")
}
