import { withoutCuts } from "./cut-marks.ts"

/** An item of a list, or of a list inside one. */
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)]) /
/** The first item of a numbered list. */
const FIRST_ITEM = /^1[.)] /
/** A fence, with a caption or the label of a tab above it. */
const CODE = /^(?:[^\n]{1,80}\n)?`{3,}/
const CODE_END = "```"
/** A further paragraph of an item. */
const REST_OF_ITEM = /^[ \t]+\S/
/** An item that only has a label yet: a name in bold or as code. */
const LABEL_ITEM = /^[ \t]*[-*+] (?:\*\*[^\n*]{1,200}\*\*|`[^`\n]{1,200}`)$/
/** A paragraph in bold, which works like a heading: the title of a note, of a tab or of a part of a section. */
const LABEL_PARAGRAPH = /(?:^|\n)[ \t]*(?:[-*+] )?\*\*(?!(?:New|Added|Changed|Deprecated|Removed) )[^\n*]{1,200}\*\*$/
/** The mark of a note in a comment of code: `# (1)`. */
const NOTE_MARK = /(?:#|\/\/|\/\*|<!--|--|;|%)[ \t]?\(1\)/
/** A sentence that code interrupts begins in lower case after it. */
const REST_OF_SENTENCE = /^\p{Ll}[\p{L}'’]* /u

/** Returns true when text ends with a sentence that introduces what follows: a list, a table or code. */
export function introduces(text: string): boolean {
  return /:\*{0,3}$/.test(withoutCuts(text).trimEnd().slice(-4))
}

/** Returns true when text ends with an item of a list that only has a label: its description follows. */
export function endsWithLabel(text: string): boolean {
  const end = withoutCuts(text).trimEnd()
  return LABEL_ITEM.test(end.slice(end.lastIndexOf("\n") + 1))
}

/** Returns true when text ends with a paragraph in bold that names what follows. Remarks on versions often have no text of their own. */
export function endsWithTitle(text: string): boolean {
  return LABEL_PARAGRAPH.test(text.trimEnd())
}

/** Returns true when text begins inside an item of a list. */
export function continuesItem(text: string): boolean {
  return REST_OF_ITEM.test(withoutCuts(text))
}

/** Returns true when the beginning of a snippet may continue another one: few do, so only these need the previous text. */
export function mayContinue(snippet: string): boolean {
  const text = withoutCuts(snippet)
  return REST_OF_ITEM.test(text) || ITEM.test(text) || CODE.test(text) || REST_OF_SENTENCE.test(text)
}

/**
 * Returns true when readers need the previous snippet of the section to follow a snippet: it is the rest of a list, code that
 * follows code without a sentence of its own, notes to marks in code, or what a sentence at the end of the previous one introduces.
 *
 * @param snippet one for which `mayContinue` is true.
 */
export function continues(before: string, snippet: string): boolean {
  const previous = withoutCuts(before)
  const text = withoutCuts(snippet)
  if (introduces(previous) || REST_OF_ITEM.test(text)) return true
  if (CODE.test(text) || REST_OF_SENTENCE.test(text)) return previous.trimEnd().endsWith(CODE_END)
  if (FIRST_ITEM.test(text)) return previous.trimEnd().endsWith(CODE_END) && NOTE_MARK.test(previous)
  return ITEM.test(lastParagraphOf(previous))
}

function lastParagraphOf(text: string): string {
  const end = text.trimEnd()
  return end.slice(end.lastIndexOf("\n\n") + 1).replace(/^\n/, "")
}
