import type { CommentEntry } from "../syntax/code-symbol.ts"
import {
  entriesOf,
  returnedValuesOf,
  returnsOf,
  type Section,
  splitSections,
} from "../symbols/comments/docstring-sections.ts"

/**
 * Converts a docstring to reStructuredText. Sections in Google and NumPy style become field lists and bold titles, as
 * in Sphinx's napoleon extension; all other text is unchanged.
 *
 * @param docstring dedented.
 */
export function docstringText(docstring: string): readonly string[] {
  return splitSections(docstring).flatMap((section, at) => [...(at === 0 ? [] : [""]), ...sectionText(section)])
}

function sectionText(section: Section): readonly string[] {
  const asIs = (text: string) => text
  switch (section.part) {
    case "description":
      return section.lines
    case "parameters":
      return entriesOf(section, asIs).flatMap(({ name, type, text }) =>
        isSentence(name, type) ? sentence(`${name} ${text}`) : field(fieldName("param", type, name), text),
      )
    case "throws":
      return entriesOf(section, asIs).flatMap(({ name, text }) =>
        name === "" ? sentence(text) : field(`raises ${name}`, text),
      )
    case "returns": {
      const title = section.title.toLowerCase().startsWith("yield") ? "yields" : "returns"
      const values = returnedValuesOf(section, asIs)
      if (values.length > 0) return [`:${title}:`, ...values.flatMap(returnedValue)]
      const { type, text } = returnsOf(section, asIs)
      return [...(text === "" ? [] : [field(title, text)]), ...(type === "" ? [] : [field("rtype", type)])]
    }
    default:
      return [`.. rubric:: ${section.title}`, "", ...listed(dedented(section.lines))]
  }
}

/** Writes one of several return values as an item of a list, in the form of parameters. */
function returnedValue({ name, type, text }: CommentEntry): readonly string[] {
  const [first = "", ...rest] = text.split("\n")
  const label = `\`\`${name}\`\`${type === "" ? "" : ` (${type})`}`
  return [`    - ${label}${first === "" ? "" : `: ${first}`}`, ...rest.map((line) => line && `      ${line}`)]
}

/** Returns true if an entry of a parameter section is a sentence instead of a parameter. */
function isSentence(name: string, type: string): boolean {
  return name === "" || (type === "" && name.includes(" ") && !name.includes(","))
}

function sentence(text: string): readonly string[] {
  return ["", ...text.trim().split("\n"), ""]
}

/** Names, with an optional description after a colon. */
const NAMES = /^[^\s,]+(?:, *[^\s,]+)*,?(?: *: .*)?$/

/** Converts lines that each name one thing (`See Also`) to list items; other text is unchanged. */
function listed(lines: readonly string[]): readonly string[] {
  const names = lines.filter((line) => /^\S/.test(line))
  const isList = names.length > 1 && names.every((line) => NAMES.test(line) && !/^(?:[-*>.]|\d+\.)/.test(line))
  return isList ? lines.map((line) => (/^\S/.test(line) ? `- ${line}` : line && `  ${line.trimStart()}`)) : lines
}

/** Writes `:param type name:`. A type that would end the name of the field, or that belongs to several names, is written separately. */
function fieldName(kind: string, type: string, name: string): string {
  const shown = name.replaceAll("*", "\\*")
  return type === "" || /[:\n]/.test(type) ? `${kind} ${shown}` : `${kind} ${type} ${shown.replaceAll(", ", ",")}`
}

function field(name: string, text: string): string {
  return `:${name}: ${text.split("\n").join("\n    ")}`
}

function dedented(lines: readonly string[]): readonly string[] {
  const indent = Math.min(
    ...lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length),
  )
  return Number.isFinite(indent) ? lines.map((line) => line.slice(indent)) : []
}
