import { indentOf } from "./indentation.ts"

/**
 * Selects a Python class or function with its decorators and body.
 *
 * @param name dotted name, such as `Class.method`.
 * @returns undefined if it does not exist.
 */
export function selectPythonObject(text: string, name: string): string | undefined {
  const lines = text.split("\n")
  let from = 0
  let to = lines.length
  for (const part of name.split(".")) {
    const isPart = (line: string) => /^\s*(?:async\s+def|def|class)\s+(\w+)/.exec(line)?.[1] === part
    const at = lines.findIndex((line, index) => index >= from && index < to && isPart(line))
    if (at < 0) return undefined
    const indent = indentOf(lines[at] ?? "")
    let end = at + 1
    while (
      end < to &&
      ((lines[end] ?? "").trim() === "" || indentOf(lines[end] ?? "") > indent || /^\s*\)/.test(lines[end] ?? ""))
    )
      end++
    from = at
    to = end
  }
  while (
    from > 0 &&
    /^\s*@/.test(lines[from - 1] ?? "") &&
    indentOf(lines[from - 1] ?? "") === indentOf(lines[from] ?? "")
  )
    from--
  return lines.slice(from, to).join("\n").trimEnd()
}
