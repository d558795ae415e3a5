import type { CommentEntry } from "../../syntax/code-symbol.ts"
import { dedent } from "./comment-text.ts"

/** The kind of a docstring section. */
export type Part = "parameters" | "returns" | "throws" | "examples" | "notes" | "description"

const PARTS: Readonly<Record<string, Part>> = {
  args: "parameters",
  arguments: "parameters",
  params: "parameters",
  parameters: "parameters",
  "other parameters": "parameters",
  "keyword args": "parameters",
  "keyword arguments": "parameters",
  attributes: "parameters",
  returns: "returns",
  return: "returns",
  yields: "returns",
  raises: "throws",
  throws: "throws",
  warns: "throws",
  exceptions: "throws",
  example: "examples",
  examples: "examples",
  usage: "examples",
  note: "notes",
  notes: "notes",
  warning: "notes",
  warnings: "notes",
  "see also": "notes",
  references: "notes",
  todo: "notes",
}

/** One section of a docstring. */
export interface Section {
  readonly part: Part
  readonly title: string
  readonly isNumpy: boolean
  readonly lines: string[]
}

/** Dedents a docstring as in PEP 257, which ignores the indentation of the first line. Blank lines separate the summary from the rest. */
export function cleaned(text: string): string {
  const [first = "", ...rest] = text.replaceAll("\t", "    ").split("\n")
  const below = rest.join("\n")
  const gap = /^(?: *\n)*/.exec(below)?.[0].replaceAll(" ", "") ?? ""
  return [first.trim(), gap + dedent(below)].join("\n").trim()
}

/** Splits a docstring in Google or NumPy style into sections; one without section titles is a single description. */
export function splitSections(text: string): readonly Section[] {
  const lines = text.split("\n")
  const sections: Section[] = [{ part: "description", title: "", isNumpy: false, lines: [] }]
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ""
    const title = line.replace(/:\s*$/, "").trim()
    const name = title.toLowerCase()
    const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined
    const next = lines[at + 1] ?? ""
    const isNumpy = /^-{3,}\s*$|^={3,}\s*$/.test(next)
    const isGoogle = /^\S.*:\s*$/.test(line) && /^\s+\S/.test(next.trim() === "" ? (lines[at + 2] ?? "") : next)
    if (part !== undefined && (isNumpy || isGoogle)) {
      sections.push({ part, title, isNumpy, lines: [] })
      if (isNumpy) at++
    } else if (/^\.\. [\w-]+::/.test(line) && sections.at(-1)?.isNumpy === true) {
      sections.push({ part: "description", title: "", isNumpy: false, lines: [line] })
    } else if (/^\S/.test(line) && sections.at(-1)?.isNumpy === false && sections.at(-1)?.part !== "description") {
      sections.push({ part: "description", title: "", isNumpy: false, lines: [line] })
    } else sections.at(-1)?.lines.push(line)
  }
  return sections
}

/**
 * Parses the entries of a section: `name (type): text` in Google style, `name : type` with the text below in NumPy
 * style.
 */
export function entriesOf({ lines, isNumpy }: Section, render: (text: string) => string): readonly CommentEntry[] {
  const groups: string[][] = []
  for (const line of dedent(lines.join("\n")).split("\n")) {
    if (/^\S/.test(line)) groups.push([line])
    else groups.at(-1)?.push(line)
  }
  return groups.map(([first = "", ...rest]) => {
    const more = dedent(rest.join("\n"))
    if (isNumpy) {
      const colon = first.indexOf(":")
      const [name, type] = colon <= 0 ? [first, ""] : [first.slice(0, colon), first.slice(colon + 1)]
      return { name: name.trim(), type: plainType(type), text: render(more) }
    }
    const [, name = "", type = "", text = first] =
      /^(\*{0,2}[\w.]+)(?:\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\))?\s*:\s*([^]*)$/.exec(first) ?? []
    return { name, type: plainType(type), text: render([text, more].filter(Boolean).join("\n")) }
  })
}

/** Parses a section about return values: `type: text` in Google style, the type above the text in NumPy style. */
export function returnsOf({ lines, isNumpy }: Section, render: (text: string) => string): CommentEntry {
  const text = dedent(lines.join("\n"))
  const [first = "", ...rest] = text.split("\n")
  if (isNumpy && rest.length > 0) {
    const type = first.includes(" : ") ? (first.split(" : ")[1] ?? "") : first
    return { name: "", type: plainType(type), text: render(dedent(rest.join("\n"))) }
  }
  const [, type = "", after = ""] = /^([\w.]+(?:\[[^\n]*?\])?(?:\s*\|\s*[\w.]+)*):\s+([^]*)$/.exec(text) ?? []
  return { name: "", type: plainType(type), text: render(type === "" ? text : after) }
}

/**
 * Parses a section in NumPy style that describes several return values, each with its name or type above its text.
 *
 * @returns empty if the section describes one value, or is plain text.
 */
export function returnedValuesOf(section: Section, render: (text: string) => string): readonly CommentEntry[] {
  const entries = section.isNumpy ? entriesOf(section, render) : []
  return entries.length > 1 && entries.every(({ type, text }) => type !== "" || text !== "") ? entries : []
}

/** Returns a type without reStructuredText markup. */
export function plainType(type: string): string {
  return type
    .replaceAll(/:[\w:.]+:`~?([^`]+)`/g, "$1")
    .replaceAll("`", "")
    .trim()
}
