import { entriesOf, returnsOf, type Section, splitSections } from "../symbols/comments/docstring-sections.ts"

/**
 * Writes a docstring as reStructuredText. The sections of Google's and NumPy's style become field lists and titles in
 * bold, as Sphinx shows them with its extension for these; all else stays what it is.
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
      const { type, text } = returnsOf(section, asIs)
      const title = section.title.toLowerCase().startsWith("yield") ? "yields" : "returns"
      return [...(text === "" ? [] : [field(title, text)]), ...(type === "" ? [] : [field("rtype", type)])]
    }
    default:
      return [`.. rubric:: ${section.title}`, "", ...listed(dedented(section.lines))]
  }
}

/** Tells whether what stands between parameters is none. */
function isSentence(name: string, type: string): boolean {
  return name === "" || (type === "" && name.includes(" ") && !name.includes(","))
}

function sentence(text: string): readonly string[] {
  return ["", ...text.trim().split("\n"), ""]
}

/** Names, with what they are behind a colon. */
const NAMES = /^[^\s,]+(?:, *[^\s,]+)*,?(?: *: .*)?$/

/** Makes items of lines that name one thing each (`See Also`); other text stays as it is. */
function listed(lines: readonly string[]): readonly string[] {
  const names = lines.filter((line) => /^\S/.test(line))
  const isList = names.length > 1 && names.every((line) => NAMES.test(line) && !/^(?:[-*>.]|\d+\.)/.test(line))
  return isList ? lines.map((line) => (/^\S/.test(line) ? `- ${line}` : line && `  ${line.trimStart()}`)) : lines
}

/** `:param type name:`; a type that would end the name of the field, or a name of several, stands apart from it. */
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
