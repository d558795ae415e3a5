/** Text of a link that says nothing without its target. */
const EMPTY_TEXT =
  /^(?:(?:click |see |read |found |available )?(?:here|there)|this|(?:this|the) (?:page|link|guide|article|document|documentation|docs|post|section|tutorial|example|issue|file|repo|repository|video|list|website|site|blog|readme)|links?|docs?|documentation|website|site|source|repo|repository|pages?|article|(?:read|learn|see|view|find out|show) (?:more|it|all)|more|more (?:info|information|details)|details|download|example|demo)$/i

/** Markdown marks and punctuation that are ignored when a link text is compared with words that say nothing, such as "here". */
const MARKS = /[*_~`.:…→»]+/g

/** Addresses of these schemes can be opened; an address without a scheme is relative. */
const OPENABLE = /^(?:https?:\/\/|(?![a-z][a-z+.-]*:|#|\/\/))/i
const OTHER_SITE = /^https?:\/\//i

/** Characters that would end a target, a cell of a table or a span of code, and placeholders that only the site fills in. */
const UNSAFE = /[\s()<>[\]{}|`\\"]/

/** Longer addresses are left out: they cost too many tokens. Nearly all are shorter once tracking parameters are removed. */
const MAX_TARGET_CHARACTERS = 120
const VISIT_PARAMETERS = /[?&](?:utm_|ref=|source=)[^#]*/i

/**
 * Returns the target of a link as a page shows it, if readers need it: the text of the link says nothing by itself, or the link begins
 * an entry of a list of links to other sites. All other targets would take up to a third of the tokens of an answer.
 *
 * @param text of the link, as Markdown.
 * @param isEntry true if the link is all of its line, or is followed by its description.
 * @returns undefined if the text is enough, or the target cannot be opened.
 */
function neededTarget(text: string, target: string, isEntry: boolean): string | undefined {
  const words = text.replaceAll(MARKS, "").trim()
  if (words === "" || !OPENABLE.test(target)) return undefined
  const isNeeded = EMPTY_TEXT.test(words) || (isEntry && OTHER_SITE.test(target) && !OTHER_SITE.test(text.trim()))
  if (!isNeeded) return undefined
  const short = target.replace(VISIT_PARAMETERS, "")
  return short === "" || short.length > MAX_TARGET_CHARACTERS || UNSAFE.test(short) ? undefined : short
}

/** Writes a link as Markdown: with its target if readers need it, else as its text. */
export function linkText(text: string, target: string, isEntry: boolean): string {
  const shown = neededTarget(text, target, isEntry)
  return shown === undefined ? text : `[${text.trim()}](${shown})`
}

/** What follows a link that begins an entry: nothing, or its description. */
const DESCRIPTION = /^\s*(?:$|[:–—]|- )/

/** Returns whether the text after a link shows that it is an entry of a list of links. */
export function endsEntry(rest: string): boolean {
  return DESCRIPTION.test(rest)
}
