import { memberAt } from "../includes/fill-names.ts"
import { applyFilters } from "./liquid-filters.ts"

/** Returns the value of a path such as `entry.name`. */
export type LookUp = (path: string) => unknown

/** A tag or a value, of at most 500 characters. */
const TOKEN = /\{%((?:(?!%\})[^]){0,500})%\}|\{\{((?:(?!\}\})[^]){0,500})\}\}/g
const LOOP = /^for\s+(\w+)\s+in\s+([\w.]+)/
const COMPARISON = /^([\w.]+)\s*(==|!=)\s*(?:"([^"]*)"|'([^']*)'|(\w+))$/
/** Larger data would fill the page with one table. */
const MAX_ITEMS = 500
/**
 * Maximum length of the rendered text. Each tag, value and item of a loop counts as one more character, because nested loops can render
 * nothing.
 */
const MAX_CHARACTERS = 200_000
const MAX_DEPTH = 8

interface Token {
  readonly kind: "text" | "tag" | "value"
  readonly text: string
}

/** Position in the tokens of a template. */
interface Cursor {
  readonly tokens: readonly Token[]
  at: number
}

/**
 * Renders a part of a Liquid template: loops, conditions and values with common filters. Other tags are removed.
 *
 * @param lookUp values from outside of the template.
 * @returns undefined if a loop has no data, or if the text is too long.
 */
export function renderLiquid(template: string, lookUp: LookUp): string | undefined {
  const cursor = { tokens: tokensOf(template), at: 0 }
  const renderer = new LiquidRenderer()
  const text = renderer.render(cursor, lookUp, 0)
  return renderer.isOverLimit || text.includes(NO_DATA) ? undefined : text
}

/** Marks the place of a loop without data. */
const NO_DATA = "\u0000no data"

class LiquidRenderer {
  #length = 0

  get isOverLimit(): boolean {
    return this.#length > MAX_CHARACTERS
  }

  /** Renders up to the tag that ends the block, which it does not consume. */
  render(cursor: Cursor, lookUp: LookUp, depth: number): string {
    let out = ""
    for (let token = cursor.tokens[cursor.at]; token !== undefined; token = cursor.tokens[cursor.at]) {
      if (token.kind === "tag" && /^(?:end\w+|else|elsif)\b/.test(token.text)) break
      cursor.at++
      out += this.#token(token, cursor, lookUp, depth)
      if (this.isOverLimit) break
    }
    return out
  }

  #token(token: Token, cursor: Cursor, lookUp: LookUp, depth: number): string {
    if (token.kind !== "tag") {
      const text = token.kind === "text" ? token.text : valueOf(token.text, lookUp)
      this.#length += text.length + 1
      return text
    }
    this.#length++
    if (token.text.startsWith("for ")) return this.#loop(token.text, cursor, lookUp, depth)
    if (/^(?:if|unless)\s/.test(token.text)) return this.#condition(token.text, cursor, lookUp, depth)
    return ""
  }

  #loop(tag: string, cursor: Cursor, lookUp: LookUp, depth: number): string {
    const [, name = "", path = ""] = LOOP.exec(tag) ?? []
    const items = depth > MAX_DEPTH ? undefined : itemsOf(lookUp(path))
    const start = cursor.at
    let out = items === undefined ? NO_DATA : ""
    for (const item of items ?? []) {
      cursor.at = start
      this.#length++
      out += this.render(cursor, withMember(lookUp, name, item), depth + 1)
      if (this.isOverLimit) break
    }
    cursor.at = endOf(cursor.tokens, start)
    return out
  }

  #condition(tag: string, cursor: Cursor, lookUp: LookUp, depth: number): string {
    let isDone = false
    let out = ""
    for (let branch = tag; ;) {
      const [, word = "", condition = ""] = /^(\w+)\s*(.*)$/s.exec(branch) ?? []
      const holds = word === "else" || isTrue(condition, lookUp) !== (word === "unless")
      const text = this.render(cursor, holds && !isDone ? lookUp : () => undefined, depth + 1)
      if (holds && !isDone) {
        out = text
        isDone = true
      }
      const end = cursor.tokens[cursor.at]
      cursor.at++
      if (end === undefined || end.text.startsWith("end")) return out
      branch = end.text
    }
  }
}

function tokensOf(template: string): readonly Token[] {
  const tokens: Token[] = []
  let from = 0
  for (const match of template.matchAll(TOKEN)) {
    const [whole, tag, value] = match
    if (match.index > from) tokens.push({ kind: "text", text: template.slice(from, match.index) })
    tokens.push({ kind: tag === undefined ? "value" : "tag", text: withoutMargin(tag ?? value ?? "") })
    from = match.index + whole.length
  }
  if (from < template.length) tokens.push({ kind: "text", text: template.slice(from) })
  return tokens
}

/** Removes the space around the content of a tag, and the hyphens that would remove the space around the tag: `{%- koi -%}`. */
function withoutMargin(content: string): string {
  return content.slice(content.startsWith("-") ? 1 : 0, content.endsWith("-") ? -1 : undefined).trim()
}

/** Returns the index after the `endfor` of a loop whose body starts at an index. */
function endOf(tokens: readonly Token[], start: number): number {
  let open = 1
  let at = start
  for (; at < tokens.length && open > 0; at++) {
    const token = tokens[at]
    if (token?.kind !== "tag") continue
    if (token.text.startsWith("for ")) open++
    else if (token.text.startsWith("endfor")) open--
  }
  return at
}

/** Returns the entries of a list, or the pairs of a mapping, as Liquid does; undefined for anything else. */
function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (typeof value !== "object" || value === null) return undefined
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.entries(value)
  return items.length > MAX_ITEMS ? undefined : items
}

function withMember(lookUp: LookUp, name: string, item: unknown): LookUp {
  return (path) => {
    if (path === name) return item
    return path.startsWith(`${name}.`) ? memberAt(item, path.slice(name.length + 1).split(".")) : lookUp(path)
  }
}

function isTrue(condition: string, lookUp: LookUp): boolean {
  const [, path, operator, double, single, word] = COMPARISON.exec(condition) ?? []
  if (path !== undefined) return (shown(lookUp(path)) === (double ?? single ?? word ?? "")) === (operator === "==")
  const value = lookUp(condition)
  return value !== undefined && value !== null && value !== false
}

/** Returns what `fish.name | upcase` shows. */
function valueOf(written: string, lookUp: LookUp): string {
  const end = written.includes("|") ? written.indexOf("|") : written.length
  const text = shown(lookUp(written.slice(0, end).trim()))
  return end === written.length ? text : applyFilters(text, written.slice(end))
}

/** Returns a word or number on one line; other values show nothing. */
function shown(value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return typeof value === "string" ? value.trim().replaceAll(/\s*\n\s*/g, " ") : ""
}
