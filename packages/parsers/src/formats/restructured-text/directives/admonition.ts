import { openAdmonition } from "../../../document/writers/admonition.ts"
import type { Scope } from "../blocks/scope.ts"
import type { Directive } from "./directive.ts"
import { versionNoteOf } from "./directive-kinds.ts"

/** One or more versions, then the text of the note. */
const ONE_VERSION = /^(\S*)()?(?: ([^]*))?$/
const TWO_VERSIONS = /^(\S*)(?: (\S+))?(?: ([^]*))?$/

/** Writes an admonition, or a note about versions, as a box with a title. */
export function writeAdmonition(scope: Scope, directive: Directive): void {
  const text = openBox(scope, directive)
  const subtitle = directive.options["subtitle"]
  if (subtitle !== undefined) scope.writer.paragraph(scope.inline(subtitle), directive.nameLine)
  scope.body(text === "" ? directive.body : directive.body.withLineBefore(text))
  scope.writer.close()
}

/** Opens the box of an admonition or version note. @returns the text of the argument that belongs to the body. */
function openBox(scope: Scope, { name, argument, nameLine }: Directive): string {
  const line = nameLine.start
  const note = versionNoteOf(name)
  if (note !== undefined) {
    const pattern = name === "deprecated-removed" ? TWO_VERSIONS : ONE_VERSION
    const [, since = "", removed, text = ""] = pattern.exec(argument) ?? []
    const removal = removed === undefined ? "" : `, will be removed in version ${removed}`
    scope.writer.openAdmonition(`${note} ${since}${removal}`, line, true)
    return text
  }
  const hasOwnTitle = /^(?:admonition|topic|sidebar)$/.test(name)
  const title = hasOwnTitle ? scope.inline(argument).replaceAll("**", "") : ""
  openAdmonition(scope.writer, { kind: name, title, line, isTitleKept: hasOwnTitle })
  return hasOwnTitle ? "" : argument
}
