import { BlockWriter } from "../block-writer.ts"
import type { ParsedFile } from "../document.ts"
import { BlockParser } from "./block-parser.ts"
import { renderPlainMarkup } from "./inline.ts"
import { expandTabs, isBlank } from "./lines.ts"

const LABEL = /^\s*\.\. _(?:`([^`]+)`|([^:]+)):\s*$/
const SUBSTITUTION = /^\s*\.\. \|([^|]+)\| (replace|unicode|image|date)::\s*(.*)$/
const UNDERLINE = /^([!-/:-@[-`{-~])\1+\s*$/

/**
 * Reads a page of reStructuredText, as docutils and Sphinx write it: sections by their adornments, directives that describe an
 * object as entries, code, tables, admonitions and lists. Files that a page includes are reported, not read.
 */
export function parseRestructuredText(text: string): ParsedFile {
  const lines = text.split("\n").map((line) => expandTabs(line.trimEnd()))
  const writer = new BlockWriter(lines.length)
  new BlockParser(writer, { titles: sectionTitles(lines), substitutions: substitutions(lines) }).body(lines, 1, 0)
  return writer.finish()
}

/** Titles of the sections that stand under a label, by label in lower case. */
function sectionTitles(lines: readonly string[]): Map<string, string> {
  const titles = new Map<string, string>()
  const none = { titles, substitutions: new Map<string, string>() }
  let waiting: string[] = []
  for (const [index, line] of lines.entries()) {
    const label = LABEL.exec(line)
    if (label !== null) waiting.push((label[1] ?? label[2] ?? "").toLowerCase())
    else if (waiting.length > 0 && !isBlank(line) && !UNDERLINE.test(line)) {
      const title = UNDERLINE.test(lines[index + 1] ?? "") ? renderPlainMarkup(line, none).text : ""
      if (title !== "") for (const name of waiting) titles.set(name, title)
      waiting = []
    }
  }
  return titles
}

function substitutions(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const [index, line] of lines.entries()) {
    const match = SUBSTITUTION.exec(line)
    if (match === null) continue
    const [, name = "", kind = "", value = ""] = match
    if (kind === "replace") found.set(name, value)
    else if (kind === "unicode")
      found.set(
        name,
        value.replace(/(?:0x|U\+|\\u|&#x)([0-9a-f]{2,6});?/gi, (_, code: string) => character(code)).split(" ..")[0] ??
          "",
      )
    else if (kind === "image") found.set(name, /^\s+:alt: (.*)$/.exec(lines[index + 1] ?? "")?.[1] ?? "")
    else found.set(name, "")
  }
  return found
}

function character(code: string): string {
  const point = Number.parseInt(code, 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : ""
}
