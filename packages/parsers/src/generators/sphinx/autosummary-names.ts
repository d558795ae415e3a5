import { MAX_LINE_CHARACTERS, type SourceLine } from "../includes/include-context.ts"
import { isInside, optionsOf } from "./directive-options.ts"

const AUTOSUMMARY = /^([ \t]*)\.\. autosummary::[ \t]*$/
/** What stands behind a name is the site's own matter. */
const NAME = /^~?([A-Za-z_][\w.]*)/

/** Names that a page lists for Sphinx's autosummary to write a page about each. */
export interface AutosummaryNames {
  readonly indent: string
  readonly names: readonly string[]
  /** Line of the directive, from 1. */
  readonly at: number
  /** Index of the first line behind it. */
  readonly end: number
}

/**
 * Reads the names of an `autosummary` whose objects have pages of their own (`:toctree:`). One without them only sums up what
 * the page shows anyway.
 *
 * @returns undefined where no such list begins.
 */
export function readAutosummaryNames(lines: readonly SourceLine[], index: number): AutosummaryNames | undefined {
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
