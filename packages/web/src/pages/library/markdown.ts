/** A block of Markdown, as in answers. */
export type Block =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly string[] }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "code"; readonly text: string; readonly language: string }

/** Part of a line: plain text, code or emphasis. */
export interface Inline {
  readonly kind: "text" | "code" | "strong" | "emphasis"
  readonly text: string
}

const isRule = (line: string) => /^\|[\s:|-]+$/.test(line)
const ITEM = /^\s{0,8}(?:[-*+]|(\d{1,9})[.)])\s/

/** Parses a line as an item of a list. */
function itemOf(line: string): { readonly isOrdered: boolean; readonly text: string } | undefined {
  const mark = ITEM.exec(line)
  return mark === null ? undefined : { isOrdered: mark[1] !== undefined, text: line.slice(mark[0].length).trim() }
}

/** Splits the text of a snippet into blocks. Unknown syntax stays a paragraph, so nothing is lost. */
export function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = []
  const lines = markdown.split("\n")
  for (let at = 0; at < lines.length;) {
    const block = readCode(lines, at) ?? readTable(lines, at) ?? readList(lines, at) ?? readText(lines, at)
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

function readList(lines: readonly string[], at: number): Read | undefined {
  const first = itemOf(lines[at] ?? "")
  if (first === undefined) return undefined
  const items: string[] = []
  let next = at
  for (; next < lines.length; next++) {
    const line = lines[next] ?? ""
    const item = itemOf(line)
    if (item !== undefined) items.push(item.text)
    else if (/^\s+\S/.test(line)) items.push(`${items.pop() ?? ""} ${line.trim()}`)
    else break
  }
  return { value: { kind: "list", isOrdered: first.isOrdered, items }, next }
}

function readText(lines: readonly string[], at: number): Read {
  const line = lines[at] ?? ""
  if (line.trim() === "") return { next: at + 1 }
  const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1]
  if (heading !== undefined) return { value: { kind: "heading", text: heading }, next: at + 1 }
  const isOther = (text: string) =>
    text.trim() === "" || /^(?:#{1,6}\s|\||```|~~~)/.test(text) || itemOf(text) !== undefined
  const end = lines.findIndex((text, index) => index > at && isOther(text))
  const last = end === -1 ? lines.length : end
  return { value: { kind: "paragraph", text: lines.slice(at, last).join("\n") }, next: last }
}

/** Matches words between single asterisks, but not the asterisks of products (`2 * 3 * 4`) or arguments (`*args`). */
const EMPHASIS = /^\*[^*\s](?:[^*\n]{0,200}[^*\s])?\*$/

/** Splits a line into code, strong, emphasised and plain text. */
export function inlineOf(text: string): readonly Inline[] {
  return text
    .split(/(`[^`\n]+`|\*\*[^*\n]+\*\*|(?<![*\w])\*[^*\s](?:[^*\n]{0,200}[^*\s])?\*(?![*\w]))/)
    .filter((part) => part !== "")
    .map((part) => {
      if (/^`[^`]+`$/.test(part)) return { kind: "code", text: part.slice(1, -1) }
      if (/^\*\*[^*]+\*\*$/.test(part)) return { kind: "strong", text: part.slice(2, -2) }
      if (EMPHASIS.test(part)) return { kind: "emphasis", text: part.slice(1, -1) }
      return { kind: "text", text: part }
    })
}
