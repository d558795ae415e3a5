/** A docstring of Julia's source code. */
export interface Docstring {
  /** Name of the object, without its module; `@name` for a macro. */
  readonly name: string
  /** First line of the definition, such as `function mse(y, x)`. */
  readonly definition: string
  /** Text of the docstring as Markdown. */
  readonly text: string
}

const OPENING = /^([ \t]*)(?:@doc[ \t]+)?((?:raw|md|doc)?)"""(.*)$/
const ONE_LINE = /^[ \t]*(?:@doc[ \t]+)?"((?:[^"\\]|\\.){3,2000})"[ \t]*$/
/** Longer docstrings are left out. */
const MAX_LINES = 2_000
/** Longer definitions are cut off: a docstring can show its signature on each of its lines. */
const MAX_DEFINITION_CHARACTERS = 2_000
const NAME = String.raw`(?:[\w.]{1,200}\.)?(@?[\p{L}_][\p{L}\p{M}\p{N}_!′₀-₉]{0,200})`
/** Macros before a definition, such as `@inline` and `Base.@kwdef`. */
const DECORATION = /^(?:(?:Base\.)?@[\w.]+(?:\([^()\n]{0,200}\))?[ \t]+){1,5}(?=\S)/
const KEYWORD = new RegExp(
  String.raw`^(?:function|(?:mutable[ \t]+)?struct|abstract[ \t]+type|primitive[ \t]+type|const|(?:bare)?module|global)[ \t]+${NAME}`,
  "u",
)
const MACRO = new RegExp(String.raw`^macro[ \t]+${NAME}`, "u")
const PLAIN = new RegExp(String.raw`^:?\(?${NAME}`, "u")

/** Parses the docstrings of a file, in their order. A string that no definition follows is not a docstring. */
export function parseDocstrings(source: string): readonly Docstring[] {
  const lines = source.split("\n")
  const found: Docstring[] = []
  for (let at = 0; at < lines.length; at++) {
    const read = readString(lines, at)
    if (read === undefined) continue
    const definition = (read.after || nextLine(lines, read.end + 1)).slice(0, MAX_DEFINITION_CHARACTERS)
    const name = nameIn(definition)
    if (name !== undefined && read.text.trim() !== "") found.push({ name, definition, text: read.text })
    at = read.end
  }
  return found
}

interface ReadString {
  readonly text: string
  /** The rest of the last line. */
  readonly after: string
  /** Index of the last line. */
  readonly end: number
}

function readString(lines: readonly string[], at: number): ReadString | undefined {
  const line = lines[at] ?? ""
  if (!line.includes('"')) return undefined
  const opening = OPENING.exec(line)
  if (opening === null) {
    const [, text] = ONE_LINE.exec(line) ?? []
    return text === undefined ? undefined : { text: unescape(text), after: "", end: at }
  }
  const [, , prefix = "", first = ""] = opening
  const clean = prefix === "raw" ? (text: string) => text : unescape
  const content: string[] = []
  for (let end = at; end < Math.min(lines.length, at + MAX_LINES); end++) {
    const text = end === at ? first : (lines[end] ?? "")
    const close = closingAt(text)
    content.push(close < 0 ? text : text.slice(0, close))
    if (close >= 0) return { text: clean(withoutIndent(content)), after: text.slice(close + 3).trim(), end }
  }
  return undefined
}

/** Returns the index of the closing quotes of a line; -1 if it has none. */
function closingAt(text: string): number {
  const at = text.indexOf('"""')
  return at > 0 && text[at - 1] === "\\" ? -1 : at
}

/** Removes the indentation that all lines of a string after the first share, as Julia does. */
function withoutIndent(lines: readonly string[]): string {
  const [first = "", ...rest] = lines
  const indents = rest.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length)
  const last = rest.at(-1)
  const shared = Math.min(...indents, ...(last === undefined || last.trim() !== "" ? [] : [last.length]), 200)
  return [first, ...rest.map((line) => line.slice(shared))].join("\n").replace(/^\n/, "").trimEnd()
}

function unescape(text: string): string {
  return text.replace(/\\(["\\$])/g, "$1")
}

/** Returns the first line with text after a docstring, which must follow at once or after comments. */
function nextLine(lines: readonly string[], start: number): string {
  for (let at = start; at < Math.min(lines.length, start + 5); at++) {
    const line = (lines[at] ?? "").trim()
    if (line !== "" && !line.startsWith("#")) return line
  }
  return ""
}

function nameIn(definition: string): string | undefined {
  const [macro] = MACRO.exec(definition)?.slice(1) ?? []
  if (macro !== undefined) return `@${macro}`
  const undecorated = definition.replace(DECORATION, "")
  return (KEYWORD.exec(undecorated) ?? PLAIN.exec(undecorated))?.[1]
}
