import { MAX_LINE_CHARACTERS, type SourceLine } from "../includes/include-context.ts"
import { isInside, optionsOf } from "./directive-options.ts"

const AUTOSUMMARY = /^([ \t]*)\.\. autosummary::[ \t]*$/
/** Text after a name is ignored. */
const NAME = /^~?([A-Za-z_][\w.]*)/

/** Names in a list from which autosummary generates a page each. */
export interface AutosummaryNames {
  readonly indent: string
  readonly names: readonly string[]
  /** Line of the directive, from 1. */
  readonly at: number
  /** Index of the first line after it. */
  readonly end: number
}

/**
 * Parses an `autosummary` that generates pages (`:toctree:`). Without this option, it only summarises what the page documents anyway, and
 * is ignored.
 *
 * @returns undefined if no such list starts here.
 */
export function parseAutosummaryNames(lines: readonly SourceLine[], index: number): AutosummaryNames | undefined {
  const line = lines[index]
  const [, indent] = line === undefined ? [] : (AUTOSUMMARY.exec(line.text.slice(0, MAX_LINE_CHARACTERS)) ?? [])
  if (line === undefined || indent === undefined) return undefined
  let end = index + 1
  while (end < lines.length && isInside(lines[end]?.text ?? "", indent.length)) end++
  const body = lines.slice(index + 1, end).map(({ text }) => text.slice(0, MAX_LINE_CHARACTERS).trim())
  if (!optionsOf(body).has("toctree")) return undefined
  const names = body.flatMap((text) => NAME.exec(text)?.[1] ?? [])
  return { indent, names: [...new Set(names)], at: line.at, end }
}
