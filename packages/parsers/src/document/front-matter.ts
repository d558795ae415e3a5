import { parse as parseToml } from "smol-toml"
import { parse } from "yaml"

/** Front matter of a page and the text after it, blank lines in its place so that line numbers stay. */
export interface FrontMatter {
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** Number of lines that the front matter takes, fences included. */
  readonly lineCount: number
  readonly problem?: string
}

/** Longer front matter is data, not a header. */
const MAX_CHARS = 65_536
const NONE: FrontMatter = { lineCount: 0 }

/** Reads YAML (`---`) or TOML (`+++`) front matter at the very start of a text. */
export function parseFrontMatter(text: string): FrontMatter {
  const found = findFrontMatter(text)
  if (found === undefined) return NONE
  return { ...(found.isYaml ? fromYaml(found.body) : fromToml(found.body)), lineCount: found.lineCount }
}

/** Reads everything that front matter says, as data; undefined when there is none, or it is broken. */
export function parseFrontMatterData(text: string): unknown {
  const found = findFrontMatter(text)
  if (found === undefined) return undefined
  try {
    return found.isYaml ? parse(found.body, { logLevel: "silent", maxAliasCount: 50 }) : parseToml(found.body)
  } catch {
    return undefined
  }
}

interface FoundFrontMatter {
  readonly body: string
  readonly isYaml: boolean
  readonly lineCount: number
}

function findFrontMatter(text: string): FoundFrontMatter | undefined {
  const fence = /^(---|\+\+\+)[ \t]*\n/.exec(text)
  if (fence === null) return undefined
  const marker = fence[1] ?? "---"
  const close = new RegExp(`^${marker === "---" ? "(?:---|\\.\\.\\.)" : "\\+\\+\\+"}[ \\t]*$`, "m")
  const rest = text.slice(fence[0].length, fence[0].length + MAX_CHARS)
  const end = close.exec(rest)
  if (end === null) return undefined
  const body = rest.slice(0, end.index)
  // A page may start with a thematic break: what follows is then not a mapping.
  if (marker === "---" && body.trim() !== "" && !/^[ \t]*(["']?[\w.@/-]+["']?[ \t]*:|#|-[ \t])/m.test(body)) {
    return undefined
  }
  const lineCount = body.split("\n").length + 1
  return { body, isYaml: marker === "---", lineCount }
}

function fromYaml(body: string): Omit<FrontMatter, "lineCount"> {
  try {
    const value: unknown = parse(body, { logLevel: "silent", maxAliasCount: 50 })
    if (typeof value !== "object" || value === null) return {}
    return facts((key) => Reflect.get(value, key))
  } catch {
    const line = (key: string): unknown => unquoted(new RegExp(`^${key}:(.*)$`, "m").exec(body)?.[1])
    return { ...facts(line), problem: "front matter is not valid YAML" }
  }
}

function fromToml(body: string): Omit<FrontMatter, "lineCount"> {
  return facts((key) => {
    const value = new RegExp(`^${key}[ \\t]*=(.*)$`, "m").exec(body)?.[1]?.trim() ?? ""
    const isString = /^["']/.test(value) && value.length > 1 && /["']$/.test(value)
    return isString ? withoutQuotes(value) : undefined
  })
}

/** The value of a line, without one quote at either end. */
function unquoted(value: string | undefined): string | undefined {
  return value?.trim().replace(/^["']/, "").replace(/["']$/, "")
}

/** A string without all quotes at its ends: TOML has strings in three of them. */
function withoutQuotes(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && isQuote(value.charAt(start))) start++
  while (end > start && isQuote(value.charAt(end - 1))) end--
  return value.slice(start, end)
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'"
}

function facts(read: (key: string) => unknown): Omit<FrontMatter, "lineCount"> {
  const title = text(read("title")) ?? text(read("sidebar_label"))
  const description = text(read("description")) ?? text(read("summary"))
  return { title, description }
}

function text(value: unknown): string | undefined {
  if (typeof value === "number") return String(value)
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined
}
