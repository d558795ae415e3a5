import type { LineSpan, ProseBlock } from "./document.ts"

/** A list or admonition with at least this many characters is split into several blocks between its items. */
const SPLIT_CHARS = 1_500
/** A single item is split only at this length, because its text belongs together. */
const SPLIT_ITEM_CHARS = 4_000

interface Frame {
  readonly kind: "list" | "item" | "quotation" | "admonition"
  /** Prefix of the first line inside the container; `rest` is the prefix of the following lines. */
  readonly first: string
  readonly rest: string
  isUsed: boolean
}

/** Collects the lines of nested lists, quotations and admonitions until they become a prose block. */
export class ProseBuffer {
  readonly #frames: Frame[] = []
  #lines: string[] = []
  #chars = 0
  #start = 0
  #end = 0
  #isContents = false
  /** True if a blank line must separate the next paragraph from the text before it. */
  #needsGap = false

  /** Number of open lists, items, quotations and admonitions. */
  get depth(): number {
    return this.#frames.length
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0
  }

  get innermost(): Frame["kind"] | undefined {
    return this.#frames.at(-1)?.kind
  }

  /** True if the text so far should become a block before the next paragraph. */
  get isFullForParagraph(): boolean {
    return this.#needsGap && this.#chars > SPLIT_ITEM_CHARS
  }

  /** True if the text so far should become a block before the next item. */
  get isFullForItem(): boolean {
    return this.#chars > (this.#frames.some(({ kind }) => kind === "item") ? SPLIT_ITEM_CHARS : SPLIT_CHARS)
  }

  open(kind: Frame["kind"], first = "", rest = first): void {
    this.#frames.push({ kind, first, rest, isUsed: false })
  }

  /** @param isContents true if the list only links to headings of the same page. */
  openList(isContents: boolean): void {
    this.open("list")
    if (this.#frames.length === 1) this.#isContents = isContents
  }

  close(): void {
    const closed = this.#frames.pop()
    this.#needsGap = closed?.kind !== "item" && this.#lines.length > 0
  }

  paragraph(text: string, lines: LineSpan): void {
    if (this.#lines.length > 0 && this.#needsGap) this.#addLine("", lines)
    for (const line of text.split("\n")) this.#addLine(line, lines)
    this.#needsGap = true
  }

  /** Attaches the next paragraph without a blank line. */
  closeGap(): void {
    this.#needsGap = false
  }

  /** Returns the collected lines as a block and removes them; undefined if there are none. */
  take(): ProseBlock | undefined {
    if (this.#lines.length === 0) return undefined
    const role = this.#role()
    const isContents = role === "list" && this.#isContents
    const block = {
      kind: "prose" as const,
      markdown: dedent(this.#lines),
      role,
      isContents: isContents ? true : undefined,
      lines: { start: this.#start, end: this.#end },
    }
    this.#lines = []
    this.#chars = 0
    this.#needsGap = false
    return block
  }

  #addLine(text: string, lines: LineSpan): void {
    const isFirst = this.#lines.length === 0
    if (isFirst) this.#start = lines.start
    this.#end = isFirst ? lines.end : Math.max(this.#end, lines.end)
    let prefix = ""
    for (const frame of this.#frames) {
      // A blank line before a container is not part of it.
      if (text === "" && !frame.isUsed) break
      prefix += frame.isUsed ? frame.rest : frame.first
      frame.isUsed = true
    }
    const line = (prefix + text).trimEnd()
    this.#lines.push(line)
    this.#chars += line.length + 1
  }

  #role(): ProseBlock["role"] {
    const kind = this.#frames[0]?.kind
    return kind === "quotation" || kind === "admonition" ? kind : kind === undefined ? "paragraph" : "list"
  }
}

/** The first line of a list item. */
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)]) /

/**
 * Removes the indentation that all lines have. The rest of a list item that ends with a list keeps it: at the margin, the next item would
 * seem to belong to that list.
 */
function dedent(lines: readonly string[]): string {
  let indent = Infinity
  for (const line of lines) if (line !== "") indent = Math.min(indent, indentOf(line))
  if (!Number.isFinite(indent) || indent === 0) return lines.join("\n")
  const last = lines.findLast((line) => line !== "" && indentOf(line) === indent)
  if (ITEM.test(last ?? "")) return lines.join("\n")
  return lines.map((line) => line.slice(indent)).join("\n")
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
