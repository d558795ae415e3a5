import type { IncludeContext, SourceLine } from "../includes/include-context.ts"
import type { BlockCursor, MacroCall, MarkdownMacros } from "../includes/markdown-macros.ts"
import { PackageDocstrings } from "./docstrings.ts"
import { JULIA_CODE, plainLinks } from "./markup.ts"
import { containsAny } from "../../base/contains-any.ts"

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
  isUsedIn: (text) =>
    (text.includes("](@") && LINKS.test(text)) ||
    (containsAny(text, "```@", "```jldoctest") && /^[ \t]*`{3,}(?:@[a-z]+|jldoctest)\b/m.test(text)),
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
  const end = closingAt(lines, index, fence)
  if (end === undefined) return undefined
  const content = lines.slice(index + 1, end)
  if (CODE.has(kind)) {
    const opening = { text: `${indent}${fence}${JULIA_CODE}`, at: first.at }
    const shown = content.filter(({ text }) => !HIDDEN.test(text))
    return { lines: [opening, ...shown, ...lines.slice(end, end + 1)], end }
  }
  const blank = { text: "", at: first.at }
  const text = kind === "@docs" || kind === "@autodocs" ? describe(kind, content, { lines, index, context }) : ""
  return { lines: text === "" ? [blank] : [blank, ...context.linesAt(text, first.at, indent), blank], end }
}

/** Returns the index of the line that closes a fence. */
function closingAt(lines: readonly SourceLine[], start: number, fence: string): number | undefined {
  for (let at = start + 1; at < Math.min(lines.length, start + MAX_BLOCK_LINES); at++) {
    if (lines[at]?.text.trim() === fence) return at
  }
  return undefined
}

/** The docstrings for each page that is being expanded. */
const docstringsOf = new WeakMap<IncludeContext, PackageDocstrings>()

/** Returns the docstrings that take the place of a block; empty if it names nothing that is in the source. */
function describe(
  kind: "@docs" | "@autodocs",
  content: readonly SourceLine[],
  { lines, index, context }: Pick<BlockCursor, "lines" | "index" | "context">,
): string {
  const docstrings = docstringsOf.get(context) ?? new PackageDocstrings(context)
  docstringsOf.set(context, docstrings)
  if (docstrings.isExhausted) return ""
  const written = content.map(({ text }) => text.trim())
  const level = levelAt(lines, index) + 1
  return kind === "@docs"
    ? docstrings.describeNamed(written, level)
    : docstrings.describePages(written.join("\n"), level)
}

/** Returns the level of the last heading in the lines above a line; 1 if there is none. */
function levelAt(lines: readonly SourceLine[], index: number): number {
  for (let at = index - 1; at >= Math.max(0, index - MAX_BLOCK_LINES); at--) {
    const marks = /^(#{1,6})[ \t]/.exec(lines[at]?.text ?? "")?.[1]
    if (marks !== undefined) return marks.length
  }
  return 1
}
