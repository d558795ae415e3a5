import { FenceTracker } from "../../document/fences.ts"
import { type IncludeContext, MAX_LINE_CHARACTERS, type SourceLine } from "../includes/include-context.ts"
import { applyFilters } from "./liquid-filters.ts"
import { renderLiquid } from "./render-liquid.ts"
import { type SiteValues, siteValuesOf } from "./site-values.ts"

const LIQUID = /\{%-?\s*for\s+\w+\s+in\s|\{\{-?\s*site\.|\{%-?\s*raw\s/
/** A loop over values of the site, which starts on a line of its own. */
const LOOP_START = /^\s*\{%-?\s*for\s+\w+\s+in\s+site\.[^%\n]{1,200}%\}/
const LOOP_TAG = /\{%-?\s*(end)?for\s?[^%\n]{0,200}%\}/g
/** A value of the site, with filters. */
const VALUE = /\{\{-?\s*(site(?:\.[\w-]+){1,6})\s*((?:\|[^}\n]{0,200}?)?)-?\}\}/g
const RAW_TAG = /\{%-?\s*(end)?raw\s*-?%\}/g
/** Maximum length of a loop in lines. */
const MAX_LOOP_LINES = 100

/** Checks quickly whether a page may use the templates of a Jekyll site. */
export function hasLiquid(text: string): boolean {
  return LIQUID.test(text)
}

/**
 * Renders what the templates of a Jekyll page show from its site: loops over data files outside of code, and values such as
 * `{{ site.version }}`. Loops without data are left out. Text between `raw` tags is kept.
 */
export function fillLiquid(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  if (!lines.some(({ text }) => LIQUID.test(text))) return lines
  const site = siteValuesOf(context)
  return site === undefined ? lines : new LiquidPage(lines, site, context).fill()
}

class LiquidPage {
  readonly #lines: readonly SourceLine[]
  readonly #site: SiteValues
  readonly #context: IncludeContext
  readonly #fences = new FenceTracker()
  #isRaw = false

  constructor(lines: readonly SourceLine[], site: SiteValues, context: IncludeContext) {
    this.#lines = lines
    this.#site = site
    this.#context = context
  }

  fill(): readonly SourceLine[] {
    const out: SourceLine[] = []
    for (let at = 0; at < this.#lines.length; at++) {
      const line = this.#lines[at]
      if (line === undefined) break
      const end = this.#isRaw || this.#fences.isInside ? undefined : this.#endOfLoop(at)
      if (end === undefined) {
        out.push(this.#line(line))
        continue
      }
      const template = this.#lines.slice(at, end).map(({ text }) => text)
      const rendered = renderLiquid(template.join("\n"), (path) => this.#site.valueOf(path)) ?? ""
      const fits = this.#context.hasRoomFor(rendered.length, line.at)
      const shown = fits ? rendered.split("\n").filter((text) => text.trim() !== "") : []
      out.push(...(shown.length === 0 ? [""] : shown).map((text) => ({ text, at: line.at })))
      at = end - 1
    }
    return out
  }

  /** Returns the line after a loop that starts at a line; undefined if none starts there, or if it does not end on a line of its own. */
  #endOfLoop(start: number): number | undefined {
    if (!LOOP_START.test(this.#lines[start]?.text ?? "")) return undefined
    let open = 0
    for (let at = start; at < Math.min(this.#lines.length, start + MAX_LOOP_LINES); at++) {
      const text = this.#lines[at]?.text ?? ""
      if (text.length > MAX_LINE_CHARACTERS) return undefined
      for (const [, isEnd] of text.matchAll(LOOP_TAG)) open += isEnd === undefined ? 1 : -1
      if (open <= 0) return at + 1
    }
    return undefined
  }

  #line(line: SourceLine): SourceLine {
    const isCode = this.#fences.isInside
    this.#fences.next(line.text)
    if (line.text.length > MAX_LINE_CHARACTERS || !line.text.includes("{")) return line
    let out = ""
    let from = 0
    const take = (end: number) => {
      const text = line.text.slice(from, end)
      const show = (whole: string, path: string, filters: string) => this.#valueOf(path, filters, line.at) ?? whole
      out += this.#isRaw ? text : text.replace(VALUE, show)
    }
    for (const match of line.text.matchAll(RAW_TAG)) {
      take(match.index)
      from = match.index + match[0].length
      this.#isRaw = match[1] === undefined
      // Code keeps lines that only consist of these tags for `shownCode`, which knows in which languages they are code.
      if (isCode) out += match[0]
    }
    take(line.text.length)
    return out === line.text ? line : { text: out, at: line.at }
  }

  #valueOf(path: string, filters: string, at: number): string | undefined {
    const value = this.#site.valueOf(path)
    if (typeof value !== "string" && typeof value !== "number") return undefined
    if (!this.#context.hasRoomFor(0, at)) return ""
    const shown = applyFilters(String(value).trim(), filters)
    return this.#context.hasRoomFor(shown.length, at) ? shown : ""
  }
}
