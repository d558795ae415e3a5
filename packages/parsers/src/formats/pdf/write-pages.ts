import { BlockWriter } from "../../document/block-writer.ts"
import type { LineSpan, ParsedFile } from "../../document/document.ts"
import { createHyphenJoiner } from "./join-hyphens.ts"
import type { PdfPage } from "./pdf-pages.ts"
import { dropRunningLines } from "./running-lines.ts"

const LIST_ITEM = /^\s*(?:([-*•‣▪◦●○■–])|(\d{1,3}[.)]|[a-z][.)]))\s+(\S.*)$/
/** Number of characters at the end of a line that are searched for dots and a page number. */
const MAX_CONTENTS_TAIL = 300
/** A line of a table of contents; its headings are in the document anyway. Matched against at most 300 characters. */
const CONTENTS_LINE = /(?:(?:\. ?){4}|\t)[\s.*]*(?:\d+|[ivxlc]+)$/
/** The heading of a table of contents; a running title may precede it. */
const CONTENTS_HEADING =
  /^(?:[\w. -]{0,40}\s)?(?:(?:[Tt]able [Oo]f )?[Cc]ontents|(?:TABLE OF )?CONTENTS)$|^CONTENTS\s[\w. -]{1,40}$/
/** In a table of contents: a title and its page without dots between them. */
const CONTENTS_ENTRY = /^\S.{0,200}\s(?:\d{1,4}|[ivxlc]{1,6})$/
/** A title that ends in a number. */
const NUMBERED = /^(?:chapter|part|section|appendix|version|volume|release|step|lesson|unit)\b|\s\d$/i
const TABLE_RULE = /^\|(?:\s*:?-+:?\s*\|)+\s*$/
/** End of a sentence, which also ends a paragraph at the end of a page. */
const SENTENCE_END = /[.!?:;…。！？]["'”’)\]*]*$/

/**
 * Writes the pages of a PDF into a document. Line numbers of blocks are page numbers: a block belongs to the page where
 * it starts.
 */
export function writePages(read: readonly PdfPage[], problems: readonly string[]): ParsedFile {
  const pages = dropRunningLines(read)
  const join = createHyphenJoiner(pages.map(({ markdown }) => markdown))
  const writer = new BlockWriter(pages.at(-1)?.number ?? 1)
  const flow = new PageFlow(writer, join)
  for (const page of pages) flow.write(page)
  flow.end()
  for (const problem of problems) writer.problem(problem)
  return writer.finish()
}

/** Processes the lines of the pages in order; a paragraph may continue on the next page. */
class PageFlow {
  readonly #writer: BlockWriter
  readonly #join: (text: string) => string
  #paragraph: { text: string; page: number } | undefined
  #isList = false
  #isContents = false

  constructor(writer: BlockWriter, join: (text: string) => string) {
    this.#writer = writer
    this.#join = join
  }

  write({ markdown, number }: PdfPage): void {
    const span = { start: number, end: number }
    const lines = markdown.split("\n")
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] ?? ""
      if (line.startsWith("```")) at = this.#code(lines, at, span)
      else if (line.startsWith("|")) at = this.#table(lines, at, span)
      else this.#line(line, number)
    }
  }

  end(): void {
    this.#endParagraph()
    this.#endList()
  }

  #line(line: string, page: number): void {
    const text = tidy(line)
    if (text === "" || /^-{3,}$/.test(text) || CONTENTS_LINE.test(line.trimEnd().slice(-MAX_CONTENTS_TAIL))) return
    const heading = /^(#{1,6}) (.+)$/.exec(text)
    if (heading?.[1] !== undefined && heading[2] !== undefined) {
      const title = heading[2].replaceAll(/[*`]/g, "").trim()
      const isEntry = this.#isContents && CONTENTS_ENTRY.test(title) && !NUMBERED.test(title)
      this.#isContents = isEntry || CONTENTS_HEADING.test(title)
      if (this.#isContents) return
      this.end()
      this.#writer.heading(heading[1].length, this.#join(title), { start: page, end: page })
      return
    }
    if (this.#isContents && CONTENTS_ENTRY.test(text)) return
    const item = LIST_ITEM.exec(text)
    if (item?.[3] !== undefined) this.#item(item[2] ?? "-", item[3], page)
    else this.#prose(text, page)
  }

  #item(marker: string, text: string, page: number): void {
    this.#endParagraph()
    if (!this.#isList) this.#writer.openList()
    this.#isList = true
    this.#writer.openItem(marker)
    this.#writer.paragraph(this.#join(text), { start: page, end: page })
    this.#writer.close()
  }

  /** Rejoins text that a page break split. */
  #prose(text: string, page: number): void {
    this.#endList()
    const open = this.#paragraph
    if (open !== undefined && open.page < page && /^\p{Ll}/u.test(text) && !SENTENCE_END.test(open.text)) {
      open.text += ` ${text}`
      return
    }
    this.#endParagraph()
    this.#paragraph = { text, page }
  }

  #endParagraph(): void {
    const open = this.#paragraph
    this.#paragraph = undefined
    if (open !== undefined) this.#writer.paragraph(this.#join(open.text), { start: open.page, end: open.page })
  }

  #endList(): void {
    if (this.#isList) this.#writer.close()
    this.#isList = false
  }

  /** Writes a code block. @returns the index of its last line. */
  #code(lines: readonly string[], from: number, span: LineSpan): number {
    this.end()
    const end = lines.findIndex((line, index) => index > from && line.startsWith("```"))
    const last = end < 0 ? lines.length : end
    this.#writer.code(lines[from]?.slice(3).trim() ?? "", dedent(lines.slice(from + 1, last)), span)
    return last
  }

  /** Writes a table. @returns the index of its last line. */
  #table(lines: readonly string[], from: number, span: LineSpan): number {
    this.end()
    let last = from
    while (lines[last + 1]?.startsWith("|") === true) last++
    const rows = lines.slice(from, last + 1)
    const hasHeader = TABLE_RULE.test(rows[1] ?? "")
    const cells = rows.filter((row) => !TABLE_RULE.test(row)).map((row) => cellsOf(row).map(this.#join))
    this.#writer.table(hasHeader ? (cells[0] ?? []) : [], hasHeader ? cells.slice(1) : cells, span)
    return last
  }
}

function cellsOf(row: string): string[] {
  const inner = row.trim().replace(/^\|/, "").replace(/\|$/, "")
  return inner.split(/(?<!\\)\|/).map((cell) => tidy(cell.replaceAll(/<br ?\/?>/g, " ")))
}

/** Removes visual markup, and link targets that repeat the link text. */
function tidy(text: string): string {
  return (
    text
      .replaceAll(/<\/?u>/g, "")
      // Symbols in a formula font are not emphasis.
      .replaceAll(/(?<!\*)\*([<>|\\{}()[\]=+,;:.-]{1,3})\*(?!\*)/g, "$1")
      .replaceAll(/\[([^\]\n]{1,500})\]\(([^)\s]{1,1000})\)/g, (_link, label: string) => label)
      .trim()
  )
}

function dedent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length)
  const indent = Math.min(...indents, 1000)
  return lines.map((line) => line.slice(indent)).join("\n")
}
