/** What the first lines of a quotation that is an alert say. */
export interface Alert {
  readonly kind: string
  readonly title: string
  /** Text of the paragraph after kind and title. */
  readonly body: string
}

/** Longer lines behind the mark are no title. */
const MAX_TITLE_CHARACTERS = 150

const ALERT = /^\[!([A-Za-z][\w-]*)\][+-]?[ \t]*([^\n]*)(?:\n|$)/

/**
 * Reads `[!NOTE]` of GitHub and `[!tip] Title` of Obsidian. What follows the mark is no title when it is a sentence or long,
 * goes on in the next line, or nothing else stands in the quotation.
 *
 * @param text first paragraph of the quotation.
 * @param isAlone the quotation holds only this paragraph.
 */
export function parseAlert(text: string, isAlone: boolean): Alert | undefined {
  const match = ALERT.exec(text)
  if (match === null) return undefined
  const [head, kind = "", title = ""] = match
  const rest = text.slice(head.length)
  const isSaid = /[.:;,]\s*$/.test(title) || title.length > MAX_TITLE_CHARACTERS
  const isSentence = title !== "" && (isSaid || (rest === "" ? isAlone : /^\p{Ll}/u.test(rest)))
  return isSentence ? { kind, title: "", body: rest === "" ? title : `${title}\n${rest}` } : { kind, title, body: rest }
}
