/** The first lines of a quotation that is an alert. */
export interface Alert {
  readonly kind: string
  readonly title: string
  /** Text of the paragraph after kind and title. */
  readonly body: string
}

/** A longer line after the mark is text, not a title. */
const MAX_TITLE_CHARACTERS = 150

const ALERT = /^\[!([A-Za-z][\w-]*)\][+-]?[ \t]*([^\n]*)(?:\n|$)/

/**
 * Parses `[!NOTE]` of GitHub and `[!tip] Title` of Obsidian. The text after the mark is not a title when it is a sentence,
 * when it is long or continues on the next line, or when the quotation holds nothing else.
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
