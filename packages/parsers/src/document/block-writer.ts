import { tableCell, withBoldHeader } from "./bold-header.ts"
import type { Block, FormatProblem, HeadingBlock, LineSpan, ParsedFile } from "./document.ts"
import { InsertionBudget } from "./insertion-budget.ts"
import { endIntroduction } from "./introduction.ts"
import { stripInvisible } from "./invisible-characters.ts"
import { joinLines, oneLine } from "./join-lines.ts"
import { titleAmong } from "./page-title.ts"
import { type Footnote, placeFootnotes } from "./place-footnotes.ts"
import { ProseBuffer } from "./prose-buffer.ts"
import { type FirstHeading, OpenLabels, plainLabel } from "./labels/open-labels.ts"

const MAX_LEVEL = 9
/** A heading that only draws a line between two parts of a page: `## ---`. */
const SEPARATOR_LINE = /^[-–—_*=~]{3,}$/

/** Optional attributes of a heading. */
export interface HeadingAttributes {
  readonly anchor?: string | undefined
  readonly isEntry?: boolean | undefined
}

/**
 * Collects the blocks of a document while a parser walks through a file. It flattens lists, quotations and admonitions into prose blocks,
 * makes code and tables inside them separate blocks, and keeps line spans in order and inside the file.
 */
export class BlockWriter {
  readonly insertions = new InsertionBudget()
  readonly #blocks: Block[] = []
  readonly #problems: FormatProblem[] = []
  readonly #footnotes: Footnote[] = []
  readonly #prose = new ProseBuffer()
  readonly #entryParents: (HeadingBlock | undefined)[] = []
  readonly #lineCount: number
  #pendingTitle: { text: string; isWanted: boolean; line: number } | undefined
  #pendingAnchor: string | undefined
  #heading: HeadingBlock | undefined
  #resumed: HeadingBlock | undefined
  /** The heading above the next block, after those around its section. */
  #path: readonly HeadingBlock[] = []
  #lastStart = 1
  readonly #labels = new OpenLabels()
  /** Level of the section of a label that has just ended. */
  #closedLevel: number | undefined
  /** True directly after something that is not shown, such as an image. */
  #isAfterOmission = false

  constructor(lineCount: number) {
    this.#lineCount = Math.max(1, lineCount)
  }

  /** Level of the heading above the next block; 0 before the first heading. */
  get level(): number {
    return this.#heading?.level ?? 0
  }

  /** True inside a list, a quotation or an admonition. */
  get isNested(): boolean {
    return this.#prose.depth > 0
  }

  /** True when something other than headings has been written. */
  get hasText(): boolean {
    return !this.#prose.isEmpty || this.#blocks.some(({ kind }) => kind !== "heading")
  }

  /** True directly after a paragraph that ends with a colon: it introduces what follows. */
  get hasIntroduced(): boolean {
    const last = this.#prose.isEmpty ? this.#blocks.at(-1) : undefined
    return last?.kind === "prose" && last.markdown.endsWith(":")
  }

  problem(message: string, line?: number): void {
    this.#problems.push(line === undefined ? { message } : { message, line })
  }

  /** Notes that something is not shown here: an image, or what an extension of the site inserts. */
  leaveOut(): void {
    if (!this.isNested) this.flush()
    this.#isAfterOmission = this.#prose.isEmpty
  }

  /**
   * Writes a footnote, which moves below the block that refers to it.
   *
   * @param mark with which its text begins and others refer to it: `[1]`.
   */
  footnote(mark: string, write: () => void): void {
    if (this.isNested) return write()
    this.flush()
    const start = this.#blocks.length
    write()
    if (this.isNested) return
    this.flush()
    this.#footnotes.push({ mark, start, end: this.#blocks.length })
  }

  /** Sets the link target of the next heading. */
  anchor(id: string): void {
    if (id !== "") this.#pendingAnchor = id
  }

  /** Writes a heading. Inside a list, a quotation or an admonition it becomes a bold line, because it cannot open a section there. */
  heading(level: number, text: string, lines: LineSpan, attributes: HeadingAttributes = {}): void {
    const plain = oneLine(text)
    if (plain === "" || (attributes.isEntry !== true && SEPARATOR_LINE.test(plain))) return
    if (this.isNested) return this.paragraph(`**${plain}**`, lines)
    const placed = this.#placeHeading(level, plain)
    const anchor = attributes.anchor ?? this.#pendingAnchor
    this.#pendingAnchor = undefined
    this.#pushHeading({
      kind: "heading",
      level: placed,
      text: plain,
      anchor,
      isEntry: attributes.isEntry === true ? true : undefined,
      lines,
    })
  }

  /** Opens the section of a reference entry one level below the current heading; `endEntry` returns to that heading. */
  beginEntry(text: string, lines: LineSpan, anchor?: string): void {
    this.#writeLabels()
    this.flush()
    const parent = this.#resumed ?? this.#heading
    this.#entryParents.push(parent)
    const id = anchor ?? this.#pendingAnchor
    this.#pendingAnchor = undefined
    this.#pushHeading({
      kind: "heading",
      level: atMost((parent?.level ?? 1) + 1),
      text: oneLine(text),
      anchor: id,
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

  /**
   * Opens a container with a label, such as a tab. The label is written only above content that is shown: a tab with only a picture has
   * none. The title of code replaces the same label. If the container has headings, the label is a heading above them.
   *
   * @param heading the first one in the container, if it is known; the text before it is then below the label's heading.
   * @returns closes the container.
   */
  openLabel(markdown: string, lines: LineSpan, heading?: FirstHeading): () => void {
    if (markdown === "") return () => undefined
    const label = this.#labels.open(markdown, lines, heading !== "none")
    const path = this.#path
    if (heading !== undefined && heading !== "none" && !this.isNested && heading.text !== plainLabel(markdown))
      this.#placeHeading(heading.level, heading.text)
    return () => {
      this.#labels.close(label)
      if (label.level !== undefined) this.#endSection(label.level, path)
    }
  }

  /** Writes Markdown of one paragraph; it may have several lines. */
  paragraph(markdown: string, lines: LineSpan): void {
    const text = joinLines(markdown.trim())
    if (text === "") return
    this.#writeLabels()
    if (!this.isNested) {
      this.#push({ kind: "prose", markdown: text, role: "paragraph", lines })
      return
    }
    this.#writeTitle()
    if (this.#prose.isFullForParagraph) this.flush()
    this.#prose.paragraph(text, lines)
  }

  code(language: string, code: string, lines: LineSpan, title?: string): void {
    const text = code.replace(/^(?:[ \t]*\n)+/, "").trimEnd()
    if (text === "") return
    if (!this.#isAstray) this.#labels.replace(title)
    this.#writeLabels()
    this.#writeTitle()
    this.flush()
    this.#push({ kind: "code", language, code: text, title: title === "" ? undefined : title, lines })
  }

  /**
   * @param header cells as Markdown; line breaks and pipes in cells are handled. If it is empty, a first row in bold becomes the header.
   */
  table(header: readonly string[], rows: readonly (readonly string[])[], lines: LineSpan): void {
    const kept = rows.filter((row) => row.some((cell) => cell !== ""))
    const written = header.some((cell) => cell !== "") ? { header, rows: kept } : withBoldHeader(kept)
    if (written.rows.length === 0 && written.header.length === 0) return
    this.#writeLabels()
    this.#writeTitle()
    this.flush()
    this.#push({
      kind: "table",
      header: written.header.map(tableCell),
      rows: written.rows.map((row) => row.map(tableCell)),
      lines,
    })
  }

  /** Writes a line above a body that follows it without a gap: the term of a definition, the name of a parameter. */
  term(markdown: string, lines: LineSpan): void {
    this.paragraph(markdown, lines)
    this.#prose.closeGap()
  }

  /** @param isContents true if the list only links to headings of the same page. */
  openList(isContents = false): void {
    this.#beforeOpening()
    this.#prose.openList(isContents)
  }

  /** @param marker `-` or `1.`; the text of the item is indented below it. */
  openItem(marker: string): void {
    if (this.#prose.isFullForItem) this.flush()
    this.#prose.closeGap()
    this.#beforeOpening()
    this.#prose.open("item", `${marker} `, " ".repeat(marker.length + 1))
  }

  openQuotation(): void {
    this.#beforeOpening()
    this.#prose.open("quotation", "> ")
  }

  /**
   * @param title plain or Markdown text, shown in bold above the body.
   * @param isWanted true to write the title even if the admonition has no body.
   */
  openAdmonition(title: string, line: number, isWanted = false): void {
    this.#beforeOpening()
    this.#prose.open("admonition")
    const text = oneLine(title)
    this.#pendingTitle = text === "" ? undefined : { text: /\*\*/.test(text) ? text : `**${text}**`, isWanted, line }
  }

  /** Closes the innermost open list, item, quotation or admonition. */
  close(): void {
    if (this.#prose.innermost === "admonition") {
      if (this.#pendingTitle?.isWanted === true) this.#writeTitle()
      this.#pendingTitle = undefined
    }
    if (this.#prose.depth === 1) this.flush()
    this.#prose.close()
  }

  /** Ends the current prose block; the next text starts a new one. */
  flush(): void {
    const block = this.#prose.take()
    if (block !== undefined) this.#push(block)
  }

  /** Returns the document and its problems. The title falls back to a heading. */
  finish(title?: string, description?: string): ParsedFile {
    while (this.isNested) this.close()
    this.#endOmission()
    const shown = cleanLine(title ?? "") || titleAmong(this.#blocks)
    const about = cleanLine(description ?? "")
    return {
      document: {
        title: shown,
        description: about === "" ? undefined : about,
        blocks: placeFootnotes(this.#blocks, this.#footnotes),
      },
      problems: this.#problems,
    }
  }

  /** Writes the headings of labels above a heading. @returns its level. */
  #placeHeading(level: number, text: string): number {
    const placed = this.#labels.placeHeading(Math.max(1, level), text)
    for (const label of placed.above) this.#pushHeading({ kind: "heading", ...label, level: atMost(label.level) })
    return atMost(placed.level)
  }

  #writeLabels(): void {
    for (const label of this.#labels.takeWaiting()) {
      const { markdown, lines } = label
      if (!this.#isAstray) this.paragraph(markdown, lines)
      else {
        label.level = this.#closedLevel ?? MAX_LEVEL
        this.#pushHeading({ kind: "heading", text: plainLabel(markdown), level: atMost(label.level), lines })
      }
    }
  }

  /** True if the section of a label has ended without a heading to return to: text would look like a part of it. */
  get #isAstray(): boolean {
    return this.#closedLevel !== undefined && this.#resumed === undefined && !this.isNested
  }

  /** Returns to the heading above a container after the section of its label. */
  #endSection(level: number, path: readonly HeadingBlock[]): void {
    this.flush()
    this.#path = path.filter((heading) => heading.level <= level)
    this.#resumed = this.#path.at(-1)
    this.#heading = this.#resumed
    this.#closedLevel = level
  }

  #beforeOpening(): void {
    this.#writeLabels()
    this.#writeTitle()
    if (!this.isNested) this.flush()
  }

  #writeTitle(): void {
    const title = this.#pendingTitle
    if (title === undefined) return
    this.#pendingTitle = undefined
    this.paragraph(title.text, { start: title.line, end: title.line })
  }

  #pushHeading(heading: HeadingBlock): void {
    this.flush()
    if (heading.level > (this.#closedLevel ?? MAX_LEVEL)) this.#resume(heading.lines)
    this.#resumed = undefined
    this.#closedLevel = undefined
    const pushed = { ...heading, text: stripInvisible(heading.text), lines: this.#span(heading.lines) }
    if (pushed.text === "") return
    this.#endOmission()
    this.#blocks.push(pushed)
    this.#heading = pushed
    this.#path = [...this.#path.filter(({ level }) => level < pushed.level), pushed]
  }

  #push(block: Exclude<Block, HeadingBlock>): void {
    const lines = this.#span(block.lines)
    const cleaned = clean({ ...block, lines })
    if (cleaned === undefined) return
    // Code, a table or a list may be what the sentence before the omission introduces.
    if (cleaned.kind === "prose" && cleaned.role !== "list" && this.#blocks.at(-1)?.kind === "prose")
      this.#endOmission()
    this.#isAfterOmission = false
    this.#resume(lines)
    this.#blocks.push(cleaned)
  }

  /** Repeats the heading of the section to which the next block returns. */
  #resume(lines: LineSpan): void {
    const parent = this.#resumed
    if (parent === undefined) return
    this.#resumed = undefined
    this.#closedLevel = undefined
    this.#heading = { ...parent, isContinuation: true, lines: { start: lines.start, end: lines.start } }
    this.#blocks.push(this.#heading)
  }

  /** Ends a sentence that introduces only what is not shown, and marks a heading above nothing else. */
  #endOmission(): void {
    if (!this.#isAfterOmission) return
    this.#isAfterOmission = false
    const last = this.#blocks.pop()
    if (last?.kind === "heading") this.#blocks.push({ ...last, isEmptied: true })
    else if (last?.kind === "prose") {
      const markdown = endIntroduction(last.markdown)
      if (markdown !== "") this.#blocks.push({ ...last, markdown })
    } else if (last !== undefined) this.#blocks.push(last)
  }

  #span(lines: LineSpan): LineSpan {
    const start = Math.min(this.#lineCount, Math.max(this.#lastStart, lines.start))
    this.#lastStart = start
    return { start, end: Math.min(this.#lineCount, Math.max(start, lines.end)) }
  }
}

function clean(block: Exclude<Block, HeadingBlock>): Block | undefined {
  if (block.kind === "prose") {
    // The indentation of the first line shows that it is the rest of a list item.
    const markdown = stripInvisible(block.markdown)
      .replace(/^(?:[ \t]*\n)+/, "")
      .trimEnd()
    return markdown === "" ? undefined : { ...block, markdown }
  }
  if (block.kind === "code") {
    const { title, ...rest } = block
    return {
      ...rest,
      code: stripInvisible(block.code),
      title: title === undefined ? undefined : stripInvisible(title),
    }
  }
  return { ...block, header: block.header.map(cleanLine), rows: block.rows.map((row) => row.map(cleanLine)) }
}

function atMost(level: number): number {
  return Math.min(MAX_LEVEL, level)
}

function cleanLine(text: string): string {
  return oneLine(stripInvisible(text))
}
