import { admonitionTitle } from "../../../document/component-text.ts"
import type { Scope } from "../scope.ts"
import type { Directive } from "./directive.ts"
import { versionNoteOf } from "./directive-kinds.ts"

/** Title of an admonition, and the text of its argument that belongs to its body. */
interface AdmonitionHead {
  readonly title: string
  readonly text: string
  /** The title is written even when the admonition has no body. */
  readonly isTitled: boolean
}

/** The version or versions of a note, then its text. */
const ONE_VERSION = /^(\S*)()?(?: ([^]*))?$/
const TWO_VERSIONS = /^(\S*)(?: (\S+))?(?: ([^]*))?$/

/** Writes an admonition, or a note about versions, as a box with a title. */
export function writeAdmonition(scope: Scope, directive: Directive): void {
  const { title, text, isTitled } = headOf(scope, directive)
  scope.writer.openAdmonition(title, directive.nameLine.start, isTitled)
  const subtitle = directive.options["subtitle"]
  if (subtitle !== undefined) scope.writer.paragraph(scope.inline(subtitle), directive.nameLine)
  scope.body(text === "" ? directive.body : directive.body.withLineBefore(text))
  scope.writer.close()
}

function headOf(scope: Scope, { name, argument }: Directive): AdmonitionHead {
  const note = versionNoteOf(name)
  if (note !== undefined) {
    const pattern = name === "deprecated-removed" ? TWO_VERSIONS : ONE_VERSION
    const [, since = "", removed, text = ""] = pattern.exec(argument) ?? []
    const removal = removed === undefined ? "" : `, will be removed in version ${removed}`
    return { title: `${note} ${since}${removal}`, text, isTitled: true }
  }
  if (/^(?:admonition|topic|sidebar)$/.test(name))
    return { title: scope.inline(argument).replaceAll("**", "") || "Note", text: "", isTitled: true }
  return { title: name === "seealso" ? "See also" : admonitionTitle(name), text: argument, isTitled: false }
}
