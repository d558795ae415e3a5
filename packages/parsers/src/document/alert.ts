/** The first lines of a quotation that is an alert. */
export interface Alert {
  readonly kind: string
  readonly title: string
  /** The rest of the paragraph, after the kind and title. */
  readonly body: string
}

/** A longer line after the marker is text, not a title. */
const MAX_TITLE_CHARACTERS = 150

/** A kind and a title in bold before the text: `> info **Hint** Feed them.` */
const NAMED = /^(info|warning|error|danger|tip|hint|note|success) \*\*(\w{1,30})\*\*:?[ \t]+(?=\S)/

const ALERT = /^\[!([A-Za-z][\w-]*)\][+-]?[ \t]*([^\n]*)(?:\n|$)/

/**
 * Parses `[!NOTE]` of GitHub, `[!tip] Title` of Obsidian, and a kind with its name in bold, `info **Hint**`. The text after a marker in
 * brackets is not a title if it follows a colon, if it is a sentence, if it is long or continues on the next line, or if the quotation
 * contains nothing else.
 *
 * @param text first paragraph of the quotation.
 * @param isAlone true if the quotation contains only this paragraph.
 */
export function parseAlert(text: string, isAlone: boolean): Alert | undefined {
  const named = NAMED.exec(text)
  if (named !== null) return { kind: named[1] ?? "", title: "", body: text.slice(named[0].length) }
  const match = ALERT.exec(text)
  if (match === null) return undefined
  const [head, kind = "", title = ""] = match
  const rest = text.slice(head.length)
  if (/^:(?:[ \t]|$)/.test(title)) {
    return { kind, title: "", body: `${title.slice(1).trimStart()}${rest === "" ? "" : `\n${rest}`}` }
  }
  const isProse = /[.:;,]\s*$/.test(title) || title.length > MAX_TITLE_CHARACTERS
  const isSentence = title !== "" && (isProse || (rest === "" ? isAlone : /^\p{Ll}/u.test(rest)))
  return isSentence ? { kind, title: "", body: rest === "" ? title : `${title}\n${rest}` } : { kind, title, body: rest }
}
