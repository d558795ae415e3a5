import { decodeHTMLStrict } from "entities"
import { parse as parseToml } from "smol-toml"
import { parseYaml } from "../base/parse-yaml.ts"

/** Front matter of a page and the text after it. Blank lines replace the front matter, so that line numbers do not change. */
export interface FrontMatter {
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** Number of lines of the front matter, including its delimiters. */
  readonly lineCount: number
  readonly problem?: string
}

/** Longer front matter is data, not metadata of a page. */
const MAX_CHARS = 65_536
const NONE: FrontMatter = { lineCount: 0 }

/** Parses YAML (`---`) or TOML (`+++`) front matter at the very start of a text. */
export function parseFrontMatter(text: string): FrontMatter {
  const found = findFrontMatter(text)
  if (found === undefined) return NONE
  return { ...(found.isYaml ? fromYaml(found.body) : fromToml(found.body)), lineCount: found.lineCount }
}

/** Parses all front matter as data; undefined if there is none or it is invalid. */
export function parseFrontMatterData(text: string): unknown {
  const found = findFrontMatter(text)
  if (found === undefined) return undefined
  try {
    return found.isYaml ? parseYaml(found.body) : parseToml(found.body)
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
  // A page may start with a thematic break; the text after it is then not a mapping.
  if (marker === "---" && body.trim() !== "" && !/^[ \t]*(["']?[\w.@/-]+["']?[ \t]*:|#|-[ \t])/m.test(body)) {
    return undefined
  }
  const lineCount = body.split("\n").length + 1
  return { body, isYaml: marker === "---", lineCount }
}

function fromYaml(body: string): Omit<FrontMatter, "lineCount"> {
  try {
    const value: unknown = parseYaml(body)
    if (typeof value !== "object" || value === null) return {}
    return collectFields((key) => Reflect.get(value, key))
  } catch {
    const line = (key: string): unknown => unquoted(new RegExp(`^${key}:(.*)$`, "m").exec(body)?.[1])
    return { ...collectFields(line), problem: "front matter is not valid YAML" }
  }
}

function fromToml(body: string): Omit<FrontMatter, "lineCount"> {
  return collectFields((key) => {
    const value = new RegExp(`^${key}[ \\t]*=(.*)$`, "m").exec(body)?.[1]?.trim() ?? ""
    const isString = /^["']/.test(value) && value.length > 1 && /["']$/.test(value)
    return isString ? withoutQuotes(value) : undefined
  })
}

/** Removes one quote from each end of a value. */
function unquoted(value: string | undefined): string | undefined {
  return value?.trim().replace(/^["']/, "").replace(/["']$/, "")
}

/** Removes all quotes from the ends of a string, because TOML has strings in triple quotes. */
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

function collectFields(read: (key: string) => unknown): Omit<FrontMatter, "lineCount"> {
  const title = text(read("title")) ?? text(read("sidebar_label"))
  const description = text(read("description")) ?? text(read("summary")) ?? describeHero(read("hero"))
  return { title, description }
}

/** Returns what home pages of VitePress and Starlight show instead of a first paragraph. */
function describeHero(hero: unknown): string | undefined {
  if (typeof hero !== "object" || hero === null) return undefined
  const parts = ["text", "tagline"].map((key) => text(Reflect.get(hero, key))).filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.map((part) => part.replace(/\.$/, "")).join(". ")
}

/** Returns the text that a site shows for a value, which may contain character references of HTML. */
function text(value: unknown): string | undefined {
  if (typeof value === "number") return String(value)
  return typeof value === "string" && value.trim() !== "" ? decodeHTMLStrict(value.trim()) : undefined
}
