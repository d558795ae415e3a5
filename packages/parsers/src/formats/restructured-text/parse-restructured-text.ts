import { BlockWriter } from "../../document/block-writer.ts"
import type { ParsedFile } from "../../document/document.ts"
import { NO_TITLES, type SiteTitles } from "../../generators/site/site-titles.ts"
import { BlockParser } from "./block-parser.ts"
import { numberFootnotes } from "./number-footnotes.ts"
import { LineCursor } from "./blocks/line-cursor.ts"
import { labelTitles } from "./blocks/labels.ts"
import { expandTabs, indentOf, isBlank } from "./blocks/lines.ts"

const SUBSTITUTION = /^\s*\.\. \|([^|]+)\| (replace|unicode|image|date|raw)::\s*(.*)$/

/** Header of a Python Enhancement Proposal. */
const PEP_HEADER = /^PEP: *(\d{1,5})\n(?:[A-Z][\w-]*: [^\n]*\n)*?Title: *([^\n]{1,300}(?:\n[ \t]+[^\n]{1,300})?)/

/**
 * Parses a page of reStructuredText, with the extensions of docutils and Sphinx: sections by their adornments, object descriptions as
 * entries, code, tables, admonitions and lists. Unexpanded includes are reported, not read.
 */
export function parseRestructuredText(text: string, path = "", site: SiteTitles = NO_TITLES): ParsedFile {
  const writer = new BlockWriter(text.split("\n").length)
  writeRestructuredText(text, 1, writer, path, site)
  const [, number, title = ""] = PEP_HEADER.exec(text) ?? []
  return writer.finish(number === undefined ? undefined : `PEP ${number} – ${title.replace(/\s+/g, " ")}`)
}

/**
 * Writes reStructuredText that is part or all of a file.
 *
 * @param firstLine line of the file on which the text starts.
 */
export function writeRestructuredText(
  text: string,
  firstLine: number,
  writer: BlockWriter,
  path = "",
  site: SiteTitles = NO_TITLES,
): void {
  const lines = numberFootnotes(text.split("\n").map((line) => expandTabs(line.trimEnd())))
  const own = labelTitles(lines)
  const values = substitutions(lines)
  const { insertions } = writer
  const parser = new BlockParser(writer, {
    titleOfLabel: (label) => insertions.take(own.get(label.toLowerCase()) ?? site.ofLabel(label)),
    titleOfPage: (target) => insertions.take(site.ofPage(target, path)),
    substitutions: { get: (name) => insertions.take(values.get(name)) },
  })
  parser.body(new LineCursor(lines, firstLine))
}

function substitutions(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const [index, line] of lines.entries()) {
    const match = SUBSTITUTION.exec(line)
    if (match === null) continue
    const [, name = "", kind = "", value = ""] = match
    if (kind === "replace") found.set(name, [value, ...continuationOf(lines, index)].join(" ").trim())
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

/** Returns the indented lines that continue a replacement. */
function continuationOf(lines: readonly string[], at: number): readonly string[] {
  const indent = indentOf(lines[at] ?? "")
  let end = at + 1
  while (!isBlank(lines[end]) && indentOf(lines[end] ?? "") > indent) end++
  return lines.slice(at + 1, end).map((line) => line.trim())
}

function character(code: string): string {
  const point = Number.parseInt(code, 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : ""
}
