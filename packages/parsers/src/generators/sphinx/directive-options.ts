import type { SourceLine } from "../includes/include-context.ts"
import { dedent, dedentBy, selectRanges } from "../includes/select-lines.ts"
import { indentOf } from "./indentation.ts"
import { selectPythonObject } from "./python-object.ts"

/** Parses lines of the form `:name: value`. */
export function optionsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const options = new Map<string, string>()
  for (const line of lines) {
    const [, name, value = ""] = /^:([\w-]+):(?:\s+(.*))?$/.exec(line) ?? []
    if (name !== undefined) options.set(name, value.trim())
  }
  return options
}

/** Returns true if a line begins an option. A role also begins with a name between colons, but its text follows directly. */
export function isOption(line: string): boolean {
  return /^\s*:[\w-]+:(?!`)/.test(line)
}

/** Joins options that span several lines. */
export function joinedOptions(lines: readonly SourceLine[]): readonly string[] {
  const joined: string[] = []
  for (const { text } of lines) {
    if (isOption(text) || joined.length === 0) joined.push(text.trim())
    else joined.push(`${joined.pop() ?? ""} ${text.trim()}`)
  }
  return joined
}

/** Returns true if a line belongs to a directive with this indentation. */
export function isInside(text: string, indent: number): boolean {
  return text.trim() === "" || indentOf(text) > indent
}

/** Selects lines by the options of `include` and `literalinclude`, in the order in which Sphinx applies them. */
export function selectByOptions(
  text: string,
  options: ReadonlyMap<string, string>,
  problem: (message: string) => void,
): string {
  const name = options.get("pyobject")
  let picked = name === undefined ? text : selectPythonObject(text, name)
  if (picked === undefined) problem(`the file has no class or function ${name}`)
  picked = byMarkers(picked ?? text, options, problem)
  picked = byLineNumbers(picked, options)
  const lines = options.get("lines")
  if (lines !== undefined) picked = selectRanges(picked, lines)
  const columns = options.get("dedent")
  if (columns !== undefined) picked = columns === "" ? dedent(picked) : dedentBy(picked, Number(columns) || 0)
  return [options.get("prepend"), picked, options.get("append")].filter((part) => part !== undefined).join("\n")
}

function byMarkers(text: string, options: ReadonlyMap<string, string>, problem: (message: string) => void): string {
  let lines = text.split("\n")
  const from = options.get("start-at") ?? options.get("start-after")
  if (from !== undefined && from !== "") {
    const at = lines.findIndex((line) => line.includes(from))
    if (at < 0) problem(`no line contains ${from}`)
    else lines = lines.slice(options.has("start-at") ? at : at + 1)
  }
  const to = options.get("end-at") ?? options.get("end-before")
  if (to !== undefined && to !== "") {
    // With `start-at`, `end-before` could match the first line itself, so the search starts after it.
    const at = lines.findIndex(
      (line, index) => line.includes(to) && (index > 0 || !options.has("start-at") || options.has("end-at")),
    )
    if (at < 0) problem(`no line contains ${to}`)
    else lines = lines.slice(0, options.has("end-at") ? at + 1 : at)
  }
  return lines.join("\n")
}

/** Selects lines by `start-line` and `end-line` of `include`: counted from 0, or from the end if negative. */
function byLineNumbers(text: string, options: ReadonlyMap<string, string>): string {
  const start = options.get("start-line")
  const end = options.get("end-line")
  if (start === undefined && end === undefined) return text
  const number = (value: string | undefined) =>
    value === undefined || !/^-?\d+$/.test(value) ? undefined : Number(value)
  return text.split("\n").slice(number(start), number(end)).join("\n")
}
