import { BlockWriter } from "../../document/block-writer.ts"
import type { ParsedFile } from "../../document/document.ts"

const UNDERLINE = /^([=\-~*#^])\1{2,}\s*$/
const LIST_ITEM = /^(?:[-*+•]|\d{1,3}[.)])\s+\S/
/** A longer line in capitals is an emphasised sentence, not a heading. */
const MAX_CAPITALS_CHARS = 80

/** Parses plain text: paragraphs, headings that are underlined or in capitals, lists, and indented runs that are clearly code. */
export function parsePlainText(text: string): ParsedFile {
  const lines = text.split("\n")
  const writer = new BlockWriter(lines.length)
  let index = 0
  while (index < lines.length) {
    if ((lines[index] ?? "").trim() === "") index++
    else index = writeBlock(writer, lines, index)
  }
  return writer.finish()
}

function writeBlock(writer: BlockWriter, lines: readonly string[], start: number): number {
  const first = lines[start] ?? ""
  const next = lines[start + 1] ?? ""
  const span = { start: start + 1, end: start + 1 }
  if (UNDERLINE.test(first)) return start + 1
  if (UNDERLINE.test(next) && !/^\s/.test(first) && first.length <= MAX_CAPITALS_CHARS) {
    writer.heading(next.startsWith("=") || next.startsWith("#") ? 1 : 2, first, { start: start + 1, end: start + 2 })
    return start + 2
  }
  if (isCapitals(first) && next.trim() === "") {
    writer.heading(2, first.replace(/:\s*$/, ""), span)
    return start + 1
  }
  let end = start + 1
  while (end < lines.length && (lines[end] ?? "").trim() !== "" && !UNDERLINE.test(lines[end + 1] ?? "")) end++
  const block = lines.slice(start, end)
  const lineSpan = { start: start + 1, end }
  if (block.every((line) => /^(?: {4}|\t)/.test(line)) && looksLikeCode(block)) {
    const codeEnd = codeRunEnd(lines, end)
    writer.code("", dedent(lines.slice(start, codeEnd)), { start: start + 1, end: codeEnd })
    return codeEnd
  }
  if (LIST_ITEM.test(first.trim())) writeList(writer, block, start)
  else writer.paragraph(block.map((line) => line.trim()).join("\n"), lineSpan)
  return end
}

function writeList(writer: BlockWriter, block: readonly string[], start: number): void {
  writer.openList()
  for (const [index, line] of block.entries()) {
    const item = /^\s*([-*+•]|\d{1,3}[.)])\s+(.*)$/.exec(line)
    const span = { start: start + index + 1, end: start + index + 1 }
    if (item !== null && index > 0) writer.close()
    if (item !== null) writer.openItem(/\d/.test(item[1] ?? "") ? (item[1] ?? "-").replace(")", ".") : "-")
    writer.term(item?.[2] ?? line.trim(), span)
  }
  writer.close()
  writer.close()
}

function codeRunEnd(lines: readonly string[], from: number): number {
  let end = from
  for (let index = from; index < lines.length; index++) {
    const line = lines[index] ?? ""
    if (line.trim() === "") continue
    if (!/^(?: {4}|\t)/.test(line)) break
    end = index + 1
  }
  return end
}

function looksLikeCode(block: readonly string[]): boolean {
  const coded = block.filter((line) =>
    /[{};=<>$|\\]|\w\(|^\s*(?:#|\/\/|>>>|\$ |import |def |class |return )|^\s*[\w.-]+ -{1,2}\w/.test(line),
  )
  return coded.length * 2 >= block.length
}

function dedent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^\s*/.exec(line)?.[0].length ?? 0)
  const least = indents.reduce((a, b) => Math.min(a, b), Infinity)
  return lines.map((line) => line.slice(Number.isFinite(least) ? least : 0)).join("\n")
}

function isCapitals(line: string): boolean {
  return (
    line.length <= MAX_CAPITALS_CHARS &&
    /^[^\p{Ll}]*\p{Lu}{2}[^\p{Ll}]*$/u.test(line) &&
    !/^\s/.test(line) &&
    !/[{}<>;=|]/.test(line)
  )
}
