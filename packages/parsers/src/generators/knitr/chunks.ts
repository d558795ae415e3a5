import type { IncludeContext, SourceLine } from "../includes/include-context.ts"
import { aroundPage, besidePage } from "../includes/include-paths.ts"
import { FenceTracker } from "../../document/fences.ts"
import { includedText } from "../includes/page-text.ts"
import { convertQuarto } from "./quarto.ts"

/** The first line of a chunk: its indentation, fence, language and options. */
const CHUNK = /^([ \t>]*)(`{3,}|~{3,})[ \t]*\{[ \t]*([A-Za-z][\w.-]*)\b([^\n]{0,1000})\}[ \t]*$/
/** An option in the body of a chunk: `#| echo: false`. */
const OPTION_LINE = /^[ \t]*(?:#|\/\/|--|%%)\|(.*)$/
const OFF = /(?:^|[\s,;])(?:include|echo)[ \t]*(?:=[ \t]*F(?:ALSE)?\b|:[ \t]*(?:false|FALSE|no)\b)/
const ON = /(?:^|[\s,;])echo[ \t]*(?:=[ \t]*T(?:RUE)?\b|:[ \t]*(?:true|TRUE)\b)/
const CHILD = /\bchild[ \t]*[=:][ \t]*["']([^"'\n]{1,300})["']/
/** Options for all chunks, up to the end of the call. */
const HIDES_ALL = /opts_chunk\$set\([^)]{0,1000}\becho[ \t]*=[ \t]*F(?:ALSE)?\b/
/** A part of a page of Quarto. */
const INCLUDE =
  /^[ \t]{0,20}\{\{<[ \t]{1,9}include[ \t]{1,9}["']?([^\s"'<>]{1,300}\.[rq]md)["']?[ \t]{1,9}>\}\}[ \t]*$/i
const INLINE = /`r[ \t]+([^`\n]{1,300})`/g

/** Returns true if a page is written for knitr or Quarto. */
export function hasChunks(path: string): boolean {
  return /\.[rq]md$/i.test(path)
}

/** Shows the chunks of an R Markdown or Quarto page as code, without their options and without those that the site hides. */
export function expandChunks(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  return hasChunks(context.path) ? convertQuarto(shownLines(lines, context), context) : lines
}

function shownLines(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  const hidesAll = HIDES_ALL.test(lines.map(({ text }) => text).join("\n"))
  const fences = new FenceTracker()
  const out: SourceLine[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    if (line === undefined) break
    const open = fences.isInside ? null : CHUNK.exec(line.text)
    const end = open === null ? -1 : endOfChunk(lines, index, open[2] ?? "")
    const part = fences.isInside ? undefined : INCLUDE.exec(line.text)?.[1]
    if (part !== undefined) {
      for (const added of childLines(part, line.at, context)) out.push(added)
      continue
    }
    if (open === null || end === -1) {
      fences.next(line.text)
      out.push(fences.isInside ? line : { text: withoutInlineCode(line.text), at: line.at })
      continue
    }
    const body = lines.slice(index + 1, end)
    for (const added of shownChunk({ open, line, body, hidesAll, context })) out.push(added)
    index = end
  }
  return out
}

function endOfChunk(lines: readonly SourceLine[], start: number, fence: string): number {
  for (let at = start + 1; at < lines.length; at++) {
    const text = lines[at]?.text.replace(/^[ \t>]+/, "").trimEnd() ?? ""
    if (text.startsWith(fence) && /^(?:`+|~+)$/.test(text)) return at
  }
  return -1
}

interface Chunk {
  readonly open: RegExpExecArray
  readonly line: SourceLine
  readonly body: readonly SourceLine[]
  readonly hidesAll: boolean
  readonly context: IncludeContext
}

function shownChunk({ open, line, body, hidesAll, context }: Chunk): readonly SourceLine[] {
  const [, indent = "", fence = "", language = "", written = ""] = open
  const options = [written, ...body.map(({ text }) => OPTION_LINE.exec(text)?.[1] ?? "")].join("\n")
  const child = CHILD.exec(options)?.[1]
  if (child !== undefined) return childLines(child, line.at, context)
  const code = body.filter(({ text }) => !OPTION_LINE.test(text))
  const isHidden = OFF.test(options) || (hidesAll && !ON.test(options))
  if (isHidden || code.every(({ text }) => text.trim() === "")) return [{ text: "", at: line.at }]
  const last = body.at(-1)?.at ?? line.at
  return [{ text: `${indent}${fence}${language}`, at: line.at }, ...code, { text: indent + fence, at: last }]
}

function childLines(child: string, at: number, context: IncludeContext): readonly SourceLine[] {
  const found = context.find(
    child.startsWith("/") ? aroundPage(child.slice(1), context.path) : besidePage(child, context.path),
    child,
    at,
  )
  if (found === undefined) return [{ text: "", at }]
  const lines = context.linesAt(includedText(found.text, found.path), at)
  return context.within(found.path, () => shownLines(lines, context))
}

function withoutInlineCode(text: string): string {
  if (!text.includes("`r")) return text
  return text.replace(INLINE, (_, code: string) => {
    const stage = /\bbadge\(["'](\w+)["']\)/.exec(code)?.[1]
    return stage === undefined ? "…" : `[${stage}]`
  })
}
