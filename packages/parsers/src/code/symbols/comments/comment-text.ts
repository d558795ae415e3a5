import type { Node } from "web-tree-sitter"
import { withoutClosingHashes } from "../../../document/heading-text.ts"

/**
 * Removes the comment markers of adjacent comments: block comments, `///`, `//!`, `//`, `#`.
 *
 * @returns the text, lines dedented together.
 */
export function commentText(nodes: readonly Node[]): string {
  const text = nodes.map((node) => withoutMarks(node.text)).join("\n")
  return dedent(text.replaceAll(/^[ \t]*\t/gm, (indent) => indent.replaceAll("\t", "    ")))
}

function withoutMarks(text: string): string {
  const trimmed = text.trimEnd()
  if (trimmed.startsWith("/*")) {
    const inside = trimmed.replace(/^\/\*[*!]?<?/, "").replace(/\*+\/$/, "")
    const [first = "", ...rest] = inside.split("\n")
    const hasStars = rest.filter((line) => line.trim() !== "").every((line) => /^\s*\*/.test(line))
    const lines = hasStars ? rest.map((line) => line.replace(/^\s*\*/, "")) : dedent(rest.join("\n")).split("\n")
    return [` ${first.trim()}`, ...lines.map((line) => (hasStars ? line : ` ${line}`))].join("\n")
  }
  if (trimmed.startsWith("=begin")) return trimmed.replace(/^=begin[^\n]*\n?/, "").replace(/\n?=end[^\n]*$/, "")
  return trimmed
    .split("\n")
    .map((line) => line.trimStart().replace(/^(?:\/\/[/!]?<?|#+(?!\S*!))/, ""))
    .join("\n")
}

/** Removes the indentation that all lines share. */
export function dedent(text: string): string {
  const lines = text.split("\n")
  let indent = Infinity
  for (const line of lines) {
    if (line.trim() !== "") indent = Math.min(indent, line.length - line.trimStart().length)
  }
  const cut = Number.isFinite(indent) ? indent : 0
  return lines
    .map((line) => line.slice(cut).trimEnd())
    .join("\n")
    .replace(/^\n+/, "")
    .trimEnd()
}

/**
 * Converts headings to bold lines, because they must not open sections inside a symbol. Text in fences is unchanged.
 */
export function flattenHeadings(markdown: string): string {
  let fence = ""
  return markdown
    .split("\n")
    .map((line) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? ""
      if (fence === "" && mark !== "") fence = mark
      else if (fence !== "" && mark.startsWith(fence)) fence = ""
      const heading = fence === "" && mark === "" ? headingText(line) : undefined
      return heading === undefined ? line : `\n**${heading}**\n`
    })
    .join("\n")
}

function headingText(line: string): string | undefined {
  const written = /^#{1,6}\s+(\S.*)$/.exec(line)?.[1]
  return written === undefined ? undefined : withoutClosingHashes(written)
}

/** Writes code in a fence that is longer than any fence inside it. */
export function fenced(code: string, language: string): string {
  const body = code.replace(/^(?:[ \t]*\n)+/, "").trimEnd()
  if (body === "") return ""
  const longest = Math.max(2, ...(body.match(/`{3,}/g) ?? []).map((run) => run.length))
  const fence = "`".repeat(longest + 1)
  return `${fence}${language}\n${body}\n${fence}`
}
