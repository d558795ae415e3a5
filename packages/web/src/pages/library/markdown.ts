/** A block of Markdown, as in answers. */
export type Block =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "list"; readonly start: number | undefined; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "code"; readonly text: string; readonly language: string }

/** Blocks that are nested deeper than this stay text, because the source of a snippet is untrusted. */
const MAX_DEPTH = 8

const isRule = (line: string) => /^\|[\s:|-]+$/.test(line)
/** Three of these marks are the prompt of Python, not a quote in a quote in a quote. */
const isQuote = (line: string) => /^ {0,3}>(?!>>)/.test(line)

/** The first line of an item of a list. */
interface Item {
  /** Number of an ordered item. */
  readonly number: number | undefined
  /** Columns in which its mark and its text start. */
  readonly indent: number
  readonly textIndent: number
  readonly text: string
}

function itemOf(line: string): Item | undefined {
  const mark = /^(\s{0,8})(?:[-*+]|(\d{1,9})[.)])\s/.exec(line)
  if (mark === null) return undefined
  const [start, indent = "", number] = mark
  return {
    number: number === undefined ? undefined : Number(number),
    indent: indent.length,
    textIndent: start.length,
    text: line.slice(start.length).trim(),
  }
}

/** Splits the text of a snippet into blocks. Unknown syntax stays a paragraph, so nothing is lost. */
export function blocksOf(markdown: string): readonly Block[] {
  // Tabs would make the columns of nested lists ambiguous.
  const lines = markdown.split("\n").map((line) => line.replace(/^\s+/, (space) => space.replaceAll("\t", "    ")))
  return readBlocks(lines, 0)
}

function readBlocks(lines: readonly string[], depth: number): readonly Block[] {
  if (depth > MAX_DEPTH) return [{ kind: "paragraph", text: lines.join("\n") }]
  const blocks: Block[] = []
  for (let at = 0; at < lines.length;) {
    const block =
      readCode(lines, at) ??
      readTable(lines, at) ??
      readQuote(lines, at, depth) ??
      readList(lines, at, depth) ??
      readText(lines, at)
    if (block.value !== undefined) blocks.push(block.value)
    at = block.next
  }
  return blocks
}

interface Read {
  /** Undefined for an empty line. */
  readonly value?: Block
  readonly next: number
}

function readCode(lines: readonly string[], at: number): Read | undefined {
  const [, fence, language = ""] = /^\s{0,3}(`{3,}|~{3,})\s*([\w-]*)/.exec(lines[at] ?? "") ?? []
  if (fence === undefined) return undefined
  const end = lines.findIndex((line, index) => index > at && line.trim().startsWith(fence))
  const last = end === -1 ? lines.length : end
  return { value: { kind: "code", language, text: lines.slice(at + 1, last).join("\n") }, next: last + 1 }
}

function readTable(lines: readonly string[], at: number): Read | undefined {
  if (!lines[at]?.startsWith("|") || !isRule(lines[at + 1]?.trim() ?? "")) return undefined
  const end = lines.findIndex((line, index) => index > at && !line.startsWith("|"))
  const last = end === -1 ? lines.length : end
  const rows = [lines[at] ?? "", ...lines.slice(at + 2, last)].map(cellsOf)
  return { value: { kind: "table", rows }, next: last }
}

function cellsOf(line: string): readonly string[] {
  const inner = line.trim().replace(/^\|/, "").replace(/\|$/, "")
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"))
}

function readQuote(lines: readonly string[], at: number, depth: number): Read | undefined {
  if (!isQuote(lines[at] ?? "")) return undefined
  const end = lines.findIndex((line, index) => index > at && !isQuote(line))
  const last = end === -1 ? lines.length : end
  const [first = "", ...others] = lines.slice(at, last).map((line) => line.replace(/^ {0,3}> ?/, ""))
  const blocks = readBlocks([titleOf(first), ...others], depth + 1)
  return { value: { kind: "quote", blocks }, next: last }
}

/** GitHub and others mark a note with a line such as `[!WARNING]`. */
function titleOf(line: string): string {
  const [, first = "", others = ""] = /^\[!([A-Z])([A-Z]{2,20})\]\s*$/i.exec(line) ?? []
  return first === "" ? line : `**${first.toUpperCase()}${others.toLowerCase()}**`
}

function readList(lines: readonly string[], at: number, depth: number): Read | undefined {
  const first = itemOf(lines[at] ?? "")
  if (first === undefined) return undefined
  const items: (readonly Block[])[] = []
  let next = at
  for (let item: Item | undefined = first; item !== undefined && isSameList(item, first);) {
    const end = endOfItem(lines, next, item)
    const { textIndent } = item
    const rest = lines.slice(next + 1, end).map((line) => line.slice(Math.min(indentOf(line), textIndent)))
    items.push(readBlocks([item.text, ...rest], depth + 1).map(withoutBreaks))
    next = end
    // Empty lines between items do not end a list.
    const following = indexOfText(lines, end)
    item = itemOf(lines[following] ?? "")
    if (item !== undefined && isSameList(item, first)) next = following
  }
  return { value: { kind: "list", start: first.number, items }, next }
}

const isSameList = (item: Item, first: Item) =>
  (item.number === undefined) === (first.number === undefined) && item.indent < first.textIndent

/** Returns the index after the last line of an item: lines that are indented below it, with empty ones between them. */
function endOfItem(lines: readonly string[], at: number, { indent, textIndent }: Item): number {
  let end = at + 1
  for (;;) {
    const following = indexOfText(lines, end)
    const line = lines[following]
    if (line === undefined) return end
    const isBelow = indentOf(line) >= Math.min(textIndent, indent + 2)
    // A line of text directly below an item belongs to it however little it is indented.
    const isContinued = following === end && indentOf(line) > indent && itemOf(line) === undefined
    if (!isBelow && !isContinued) return end
    end = following + 1
  }
}

const indentOf = (line: string) => line.length - line.trimStart().length

function indexOfText(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && lines[at]?.trim() === "") at++
  return at
}

/** Joins the lines of a paragraph of an item, which are broken where the line of the source was full. */
function withoutBreaks(block: Block): Block {
  return block.kind === "paragraph"
    ? {
        ...block,
        text: block.text
          .split("\n")
          .map((line) => line.trim())
          .join(" "),
      }
    : block
}

function readText(lines: readonly string[], at: number): Read {
  const line = lines[at] ?? ""
  if (line.trim() === "") return { next: at + 1 }
  const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1]
  if (heading !== undefined) return { value: { kind: "heading", text: heading }, next: at + 1 }
  const isOther = (text: string) =>
    text.trim() === "" || /^(?:#{1,6}\s|\||```|~~~)/.test(text) || isQuote(text) || itemOf(text) !== undefined
  const end = lines.findIndex((text, index) => index > at && isOther(text))
  const last = end === -1 ? lines.length : end
  return { value: { kind: "paragraph", text: lines.slice(at, last).join("\n") }, next: last }
}
