import type { IncludeContext, SourceLine } from "../includes/include-context.ts"
import type { BlockCursor, MacroCall, MarkdownMacros } from "../includes/markdown-macros.ts"
import { describeNamed, describePages } from "./docstrings.ts"
import { JULIA_CODE, plainLinks } from "./markup.ts"

const BLOCK =
  /^([ \t]*)(`{3,})(@docs|@autodocs|@meta|@index|@contents|@setup|@eval|@raw|@example|@repl|jldoctest)\b[^`]*$/
const LINKS = /\]\(@(?:ref|id|extref|cite)\b/
/** Blocks of code that is run. */
const CODE: ReadonlySet<string> = new Set(["@example", "@repl", "jldoctest"])
/** A line of an example that readers do not see. */
const HIDDEN = /#[ \t]*hide[ \t]*$/
/** Longer blocks are left as they are. */
const MAX_BLOCK_LINES = 2_000

/**
 * Markup of Documenter.jl: links to docstrings and headings, blocks of code that is run, and blocks that are replaced by
 * docstrings or by nothing that readers see as text.
 */
export const DOCUMENTER_MACROS: MarkdownMacros = {
  isUsedIn: (text) => LINKS.test(text) || /^[ \t]*`{3,}(?:@[a-z]+|jldoctest)\b/m.test(text),
  lines: [{ pattern: LINKS, expand: withoutTargets }],
  blocks: [{ expand: expandBlock }],
}

function withoutTargets({ line }: MacroCall): readonly SourceLine[] {
  return [{ text: plainLinks(line.text), at: line.at }]
}

function expandBlock({ lines, index, isInFence, context }: BlockCursor) {
  const first = lines[index]
  const match = isInFence || first === undefined ? null : BLOCK.exec(first.text)
  if (match === null || first === undefined) return undefined
  const [, indent = "", fence = "", kind = ""] = match
  const rest = lines.slice(index + 1, index + 1 + MAX_BLOCK_LINES)
  const length = rest.findIndex(({ text }) => text.trim() === fence)
  if (length < 0) return undefined
  const content = rest.slice(0, length)
  const end = index + 1 + length
  if (CODE.has(kind)) {
    const opening = { text: `${indent}${fence}${JULIA_CODE}`, at: first.at }
    const shown = content.filter(({ text }) => !HIDDEN.test(text))
    return { lines: [opening, ...shown, ...rest.slice(length, length + 1)], end }
  }
  const names = content.map(({ text }) => text.trim())
  const text = describe(kind, names, context, levelAt(lines, index) + 1)
  const blank = { text: "", at: first.at }
  return { lines: text === "" ? [blank] : [blank, ...context.linesAt(text, first.at, indent), blank], end }
}

/** Returns the text that takes the place of a block; empty if it shows nothing that is in the source. */
function describe(kind: string, content: readonly string[], context: IncludeContext, level: number): string {
  if (kind === "@docs") return describeNamed(content, context, level)
  return kind === "@autodocs" ? describePages(content.join("\n"), context, level) : ""
}

/** Returns the level of the last heading above a line; 1 if there is none. */
function levelAt(lines: readonly SourceLine[], index: number): number {
  for (let at = index - 1; at >= 0; at--) {
    const marks = /^(#{1,6})[ \t]/.exec(lines[at]?.text ?? "")?.[1]
    if (marks !== undefined) return marks.length
  }
  return 1
}
