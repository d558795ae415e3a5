import { capitalized } from "../../../base/capitalized.ts"
import { MAX_SESSION_LINES } from "../../../document/shown-code.ts"
import { type CommentEntry, type DocComment, EMPTY_COMMENT } from "../../syntax/code-symbol.ts"
import { dedent, fenced, flattenHeadings } from "./comment-text.ts"
import {
  cleaned,
  entriesOf,
  type Part,
  plainType,
  returnedValuesOf,
  returnsOf,
  type Section,
  splitSections,
} from "./docstring-sections.ts"

/**
 * Parses a Python docstring in Google, NumPy or Sphinx style, with text in reStructuredText or Markdown.
 *
 * @param text content of the string, as written in the file.
 */
export function parseDocstring(text: string): DocComment {
  const sections = splitSections(cleaned(text))
  const fields = sections.flatMap((section) => (section.part === "description" ? [takeFields(section)] : []))
  const description = fields.map(({ rest }) => rest).join("\n\n")
  const old = /^\.\. deprecated::\s*(.*(?:\n(?:[ \t]+.*|\s*))*)/m.exec(description)
  const entries = (part: Part) =>
    sections.filter((section) => section.part === part).flatMap((section) => entriesOf(section, toMarkdown))
  const returned = sections.find((section) => section.part === "returns")
  return {
    ...EMPTY_COMMENT,
    description: toMarkdown(old === null ? description : description.replace(old[0], "")),
    parameters: [...fields.flatMap((found) => found.parameters), ...entries("parameters")],
    returns: returned === undefined ? fields.map((found) => found.returns).find(Boolean) : returnedFrom(returned),
    throws: [...fields.flatMap((found) => found.throws), ...entries("throws")],
    examples: sections.filter(({ part }) => part === "examples").map(({ lines }) => toMarkdown(asExample(lines))),
    notes: sections
      .filter(({ part }) => part === "notes")
      .map(({ title, lines }) => `**${title}:** ${toMarkdown(dedent(lines.join("\n")))}`),
    deprecated: old === null ? undefined : toMarkdown((old[1] ?? "").replaceAll(/\s+/g, " ").trim()),
  }
}

/** Returns what a section says about return values; several values become a list. */
function returnedFrom(section: Section): CommentEntry {
  const values = returnedValuesOf(section, toMarkdown)
  if (values.length === 0) return returnsOf(section, toMarkdown)
  const items = values.map(({ name, type, text }) => {
    const label = `- \`${name}\`${type === "" ? "" : ` (${type})`}`
    return text === "" ? label : `${label}: ${text.replaceAll(/\n(?=.)/g, "\n  ")}`
  })
  return { name: "", type: "", text: items.join("\n") }
}

const FIELD =
  /^:(param|parameter|arg|argument|key|keyword|raises?|except|exception|returns?|rtype|type|ivar|cvar|var|vartype)(?:\s([^:]+))?:\s*([^]*)$/

interface Fields {
  readonly parameters: readonly CommentEntry[]
  readonly returns?: CommentEntry | undefined
  readonly throws: readonly CommentEntry[]
  /** The lines outside of fields. */
  readonly rest: string
}

/** Extracts the field list of Sphinx (`:param x: text`) from a text. */
function takeFields({ lines }: Section): Fields {
  const found: { kind: string; subject: string; text: string[] }[] = []
  const rest: string[] = []
  let isInside = false
  for (const line of lines) {
    const field = FIELD.exec(line)
    if (field !== null) found.push({ kind: field[1] ?? "", subject: field[2]?.trim() ?? "", text: [field[3] ?? ""] })
    else if (isInside && /^\s+\S/.test(line)) found.at(-1)?.text.push(line.trim())
    else rest.push(line)
    isInside = field !== null || (isInside && /^\s+\S/.test(line))
  }
  const typeOf = (name: string) =>
    found.find(({ kind, subject }) => kind === "type" && subject === name)?.text.join(" ")
  const ofKind = (kinds: RegExp) => found.filter(({ kind }) => kinds.test(kind))
  const returned = ofKind(/^returns?$/)[0]
  const returnType = ofKind(/^rtype$/)[0]?.text.join(" ")
  return {
    parameters: ofKind(/^(?:param|parameter|arg|argument|key|keyword|ivar|cvar|var)$/).map(({ subject, text }) => {
      const words = subject.split(/\s+/)
      const name = words.pop() ?? ""
      return { name, type: plainType(words.join(" ") || (typeOf(name) ?? "")), text: toMarkdown(text.join("\n")) }
    }),
    returns:
      returned === undefined && returnType === undefined
        ? undefined
        : { name: "", type: plainType(returnType ?? ""), text: toMarkdown(returned?.text.join("\n") ?? "") },
    throws: ofKind(/^(?:raises?|except|exception)$/).map(({ subject, text }) => {
      return { name: plainType(subject), type: "", text: toMarkdown(text.join("\n")) }
    }),
    rest: rest.join("\n"),
  }
}

/** Converts an example to Markdown; lines without prompts or fences are treated as code. */
function asExample(lines: readonly string[]): string {
  const text = dedent(lines.join("\n"))
  const looksLikeCode = /^[\w.]+\s*=|^[\w.]+\(|^(?:import|from|with|for|async|await|def|class|@)\b/m.test(text)
  return /```|>>>|::$|^\.\. /m.test(text) || !looksLikeCode || /^[A-Z][^\n(]*[.:]$/m.test(text)
    ? text
    : fenced(text, "python")
}

const ADMONITION: Readonly<Record<string, string>> = {
  versionadded: "New in version",
  versionchanged: "Changed in version",
  seealso: "See",
}

/** Converts the reStructuredText of docstrings to Markdown; Markdown is unchanged. */
function toMarkdown(text: string): string {
  const lines = text.split("\n")
  const written: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ""
    const directive = /^(\s*)\.\. ([\w-]+)::\s*(.*)$/.exec(line)
    const isLiteral = directive === null && /(?:^|[^:])::\s*$/.test(line)
    const fence = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      // Docstrings in Markdown have their own fences.
      const end = endOf(lines, at + 1, (row) => !row.trimStart().startsWith(fence)) + 1
      written.push(...lines.slice(at, end))
      at = end - 1
    } else if (/^\s*>>>/.test(line)) {
      const end = sessionEnd(lines, at)
      written.push(fenced(dedent(lines.slice(at, end).join("\n")), "python"), "")
      at = end - 1
    } else if (directive !== null || isLiteral) {
      const indent = line.length - line.trimStart().length
      const end = endOf(lines, at + 1, (row) => row.trim() === "" || row.length - row.trimStart().length > indent)
      const body = dedent(lines.slice(at + 1, end).join("\n"))
      if (isLiteral)
        written.push(line.replace(/::\s*$/, line.trim() === "::" ? "" : ":"), "", fenced(body, "python"), "")
      else written.push(...directiveText(directive?.[2] ?? "", directive?.[3] ?? "", body))
      at = end - 1
    } else written.push(inline(line))
  }
  return flattenHeadings(written.join("\n"))
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()
}

/** Returns the end of a Python session. Parts with only blank lines between them are one example. */
function sessionEnd(lines: readonly string[], start: number): number {
  let end = start
  let next = start
  while (/^\s*>>>/.test(lines[next] ?? "") && next - start < MAX_SESSION_LINES) {
    end = endOf(lines, next, (row) => row.trim() !== "")
    next = endOf(lines, end, (row) => row.trim() === "")
  }
  return end
}

function endOf(lines: readonly string[], start: number, belongs: (line: string) => boolean): number {
  let end = start
  while (end < lines.length && belongs(lines[end] ?? "")) end++
  return end
}

function directiveText(name: string, argument: string, body: string): readonly string[] {
  if (/^(?:code-block|code|sourcecode|ipython|testcode|doctest)$/.test(name)) {
    return ["", fenced(body.replace(/^(?::[\w-]+:.*\n?)+/, ""), argument || "python"), ""]
  }
  if (/^(?:image|figure|index|currentmodule|module|automodule|autofunction|autoclass|plot|only|math)$/.test(name))
    return []
  const title = ADMONITION[name] ?? capitalized(name.replaceAll("-", " "))
  return ["", `**${title}:** ${[inline(argument), toMarkdown(body)].filter(Boolean).join(" ")}`, ""]
}

function inline(line: string): string {
  return line
    .replaceAll(/:[a-zA-Z][\w:.+-]{0,80}:`~?([^`<]+)(?:<[^`>]*>)?`/g, (_, name: string) => `\`${name.trim()}\``)
    .replaceAll(/``([^`]+)``/g, "`$1`")
    .replaceAll(/`([^`<]+)<(https?:[^`>]+)>`__?/g, (_, label: string, url: string) => `[${label.trimEnd()}](${url})`)
}
