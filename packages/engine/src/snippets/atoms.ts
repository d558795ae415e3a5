import type { Block, LineSpan } from "@lectern/parsers"
import { introduces } from "./cut-thoughts.ts"
import { protectLine } from "./protect-frame.ts"
import type { SnippetCode } from "./snippet.ts"

/** The smallest unit that grouping moves as a whole. */
export interface Atom {
  readonly kind: "prose" | "code" | "table"
  /** Markdown as it will be shown. */
  readonly text: string
  /** The code, for a `code` atom. */
  readonly code?: SnippetCode | undefined
  readonly lines: LineSpan
  /** True for numbered notes that explain marks in the code before them. */
  readonly isNotes?: boolean
  /** Set on parts of a block that was split: whether a part precedes this one, and whether one follows it. */
  readonly cuts?: { readonly before: boolean; readonly after: boolean } | undefined
}

/** Returns the greatest length. `Math.max(...)` fails here: a document can have more rows than a call can have arguments. */
function longest(lists: readonly { readonly length: number }[]): number {
  return lists.reduce((most, { length }) => Math.max(most, length), 0)
}

/** Renders a code block. Its fence is at least three backticks, and longer than any run of backticks in the code. */
export function fenceCode(code: SnippetCode): string {
  const longestRun = longest(code.code.match(/`{3,}/g) ?? [])
  const fence = "`".repeat(Math.max(3, longestRun + 1))
  return `${fence}${code.language}\n${code.code}\n${fence}`
}

/** Returns the text of a cell on one line. An indentation shows that a row belongs to the one above it. */
function cellText(cell: string): string {
  const line = cell.replaceAll("\n", " ")
  return /^\u00a0{2}/.test(line) ? line.trimEnd() : line.trim()
}

/** Renders a table in the narrowest Markdown form: one space around cells, no padding. */
function renderTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = Math.max(header.length, longest(rows))
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, column) => cellText(cells[column] ?? "")).join(" | ")} |`
  const hasHeader = header.some((cell) => cell.trim() !== "")
  const head = hasHeader ? [line(header), `|${"-|".repeat(width)}`] : []
  return [...head, ...rows.map(line)].join("\n")
}

/** The first line of a list item. */
const ITEM = /^(?:[-*+]|\d{1,9}[.)]) /

/** A line with more spaces would be code. */
const MAX_MARGIN = 3

/**
 * Dedents text that begins inside a list item, after the item's code: removes the indentation of the first line from all lines up to the
 * next item. An empty line before that item keeps it from becoming part of the text. Text that ends with a list stays indented; at the
 * margin, the next item would seem to belong to that list.
 */
function toMargin(markdown: string): string {
  const indent = /^(?:[ \t]*\n)*([ \t]+)(?=\S)/.exec(markdown)?.[1]
  const text = markdown.trim()
  if (indent === undefined) return text
  const lines = text.split("\n")
  const end = lines.findIndex((line, at) => at > 0 && line.trim() !== "" && !line.startsWith(indent))
  const own = end === -1 ? lines : lines.slice(0, end)
  const after = end === -1 ? [] : lines.slice(end)
  const dedented = own.map((line, at) => (at === 0 ? line : line.slice(indent.length)))
  const endsWithList = ITEM.test(dedented.findLast((line) => /^\S/.test(line)) ?? "")
  const margin = endsWithList ? indent.slice(0, MAX_MARGIN) : ""
  const inside = dedented.map((line) => (line === "" ? "" : margin + line))
  const needsEmptyLine = inside.at(-1)?.trim() !== "" && ITEM.test(after[0] ?? "")
  return [...inside, ...(needsEmptyLine ? [""] : []), ...after].join("\n")
}

/** Words of a label for a table of contents. */
const CONTENTS_LABEL = /\b(?:page|guide|document|chapter|sections?|topics?|contents)\b/i
/** Shorter sentences before a list of headings only label it: `In this part:`. */
const MIN_SENTENCE_WORDS = 6

/** Returns true if readers miss a list of headings, because the sentence before it speaks about its items. */
function isMissedAfter(previous: Atom | undefined): boolean {
  const sentence = previous?.kind === "prose" ? previous.text.slice(previous.text.lastIndexOf("\n") + 1) : ""
  return introduces(sentence) && sentence.split(" ").length >= MIN_SENTENCE_WORDS && !CONTENTS_LABEL.test(sentence)
}

/**
 * Converts a block other than a heading to an atom.
 *
 * @param previous the atom before it in the section.
 * @returns undefined when there is nothing to show.
 */
export function atomOfBlock(block: Block, previous?: Atom): Atom | undefined {
  switch (block.kind) {
    case "heading":
      return undefined
    case "prose": {
      if (block.isContents && !isMissedAfter(previous)) {
        // A table of contents repeats headings of the page.
        return undefined
      }
      const text = toMargin(block.markdown)
      return text === "" ? undefined : { kind: "prose", text, lines: block.lines }
    }
    case "table": {
      const text = renderTable(block.header, block.rows)
      return block.rows.length + block.header.length === 0 ? undefined : { kind: "table", text, lines: block.lines }
    }
    case "code": {
      const body = block.code.replace(/^(?:[ \t]*\n)+/, "").trimEnd()
      if (body === "") {
        return undefined
      }
      const code = { language: block.language, code: body }
      // A tab called `Java` above a fence with the language `java` adds nothing.
      const title = block.title?.toLowerCase() === code.language ? undefined : protectLine(block.title ?? "")
      const text = title ? `${title}\n${fenceCode(code)}` : fenceCode(code)
      return { kind: "code", text, code, lines: block.lines }
    }
  }
}
