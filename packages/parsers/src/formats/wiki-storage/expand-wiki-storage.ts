import { decodeHTML } from "entities"
import { openEnvelope } from "./page-envelope.ts"
import type { IncludeContext, SourceLine } from "../../generators/includes/include-context.ts"

/** A macro of a page with its location. */
interface MacroLocation {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly inner: string
}

const TAG = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<(\/?)ac:(?:structured-)?macro\b([^>]*?)(\/?)>/g
const INCLUDE = /^(?:include|excerpt-include)$/
const PAGE = /<ri:page\b([^>]*)\/?>/

/** Returns true if a wiki page may contain includes. */
export function hasWikiStorageIncludes(text: string): boolean {
  return /ac:name="(?:excerpt-)?include"/.test(text)
}

/**
 * Replaces Confluence's include macros with the pages and excerpts that they name. Pages are found by title, which is
 * unique in a space; pages of another space as `KEY:title`.
 */
export function expandWikiStorage(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  const pieces = expandBody(lines.map(({ text }) => text).join("\n"), context, undefined)
  const expanded: SourceLine[] = [{ text: "", at: 1 }]
  for (const { text, at } of pieces) {
    for (const [step, part] of text.split("\n").entries()) {
      if (step > 0) expanded.push({ text: part, at: at.isIncluded ? at.line : at.line + step })
      else expanded.push({ text: `${expanded.pop()?.text ?? ""}${part}`, at: at.line })
    }
  }
  return expanded
}

interface Piece {
  readonly text: string
  readonly at: { readonly line: number; readonly isIncluded: boolean }
}

/** @param fixedLine line of the page that all included text is attributed to; undefined for the page itself. */
function expandBody(text: string, context: IncludeContext, fixedLine: number | undefined): readonly Piece[] {
  const pieces: Piece[] = []
  let done = 0
  let line = 1
  const take = (end: number): void => {
    const part = text.slice(done, end)
    pieces.push({ text: part, at: { line: fixedLine ?? line, isIncluded: fixedLine !== undefined } })
    line += part.split("\n").length - 1
    done = end
  }
  for (const macro of macrosOf(text)) {
    if (!INCLUDE.test(macro.name) || macro.start < done) continue
    take(macro.start)
    const at = fixedLine ?? line
    const included = includeMacro(macro, context, at)
    line += text.slice(macro.start, macro.end).split("\n").length - 1
    done = macro.end
    pieces.push(...included)
  }
  take(text.length)
  return pieces
}

function includeMacro(macro: MacroLocation, context: IncludeContext, line: number): readonly Piece[] {
  const target = targetOf(macro.inner)
  if (target === undefined) {
    context.problem(`the macro ${macro.name} does not name a page`, line)
    return []
  }
  const found = context.find([target], target, line)
  if (found === undefined) return []
  const { body } = openEnvelope(found.text)
  const part = macro.name === "include" ? body : excerptOf(body, parameter(macro.inner, "name"))
  if (part === undefined) {
    context.problem(`${target} could not be included: the page has no such excerpt`, line)
    return []
  }
  // Counts included text against the limits of the page.
  const [first] = context.linesAt(part, line)
  if (first === undefined || (first.text === "" && part !== "" && !part.startsWith("\n"))) return []
  return context.within(found.path, () => expandBody(part, context, line))
}

function targetOf(inner: string): string | undefined {
  const attributes = PAGE.exec(inner)?.[1]
  const title = attributes === undefined ? parameter(inner, "") : attribute(attributes, "ri:content-title")
  if (title === undefined || title.trim() === "") return undefined
  const spaceKey = attributes === undefined ? undefined : attribute(attributes, "ri:space-key")
  return spaceKey === undefined ? title.trim() : `${spaceKey}:${title.trim()}`
}

function attribute(text: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`).exec(text)?.[1]
  return value === undefined ? undefined : decodeHTML(value)
}

function parameter(inner: string, name: string): string | undefined {
  const value = new RegExp(`<ac:parameter\\s+ac:name="${name}"\\s*>([^<]*)</ac:parameter>`).exec(inner)?.[1]
  return value === undefined ? undefined : decodeHTML(value)
}

/** Returns the text of the first excerpt, or of the excerpt with the given name. */
function excerptOf(body: string, name: string | undefined): string | undefined {
  for (const macro of macrosOf(body, "excerpt")) {
    const head = macro.inner.split("<ac:rich-text-body")[0] ?? ""
    if (name !== undefined && name !== "" && parameter(head, "name") !== name) continue
    return /<ac:rich-text-body[^>]*>([\s\S]*)<\/ac:rich-text-body>/.exec(macro.inner)?.[1]
  }
  return undefined
}

/** Lists the complete macros of a page in order, including nested ones. */
function macrosOf(text: string, only?: string): readonly MacroLocation[] {
  const found: MacroLocation[] = []
  const open: { readonly name: string; readonly start: number; readonly innerStart: number }[] = []
  for (const match of text.matchAll(TAG)) {
    const [tag, closing, attributes, selfClosing] = match
    // CDATA can contain code that quotes macros.
    if (attributes === undefined) continue
    const end = match.index + tag.length
    if (closing === "/") {
      const begun = open.pop()
      if (begun === undefined) continue
      const { name, start, innerStart } = begun
      if (only === undefined || name === only)
        found.push({ name, start, end, inner: text.slice(innerStart, match.index) })
    } else if (selfClosing !== "/") {
      open.push({ name: attribute(attributes, "ac:name") ?? "", start: match.index, innerStart: end })
    }
  }
  return found.toSorted((one, other) => one.start - other.start)
}
