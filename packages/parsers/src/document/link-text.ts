/** Text of a link that is meaningless without its target. */
const EMPTY_TEXT =
  /^(?:(?:click |see |read |found |available )?(?:here|there)|[^\n]{1,40} here|below|above|(?:this|that|these|those)(?: [^\s]{1,30}){0,3}|(?:the |an? )?(?:working |live |full |complete |simple |official )?(?:example|sample|demo)|(?:the|an?) (?:full |complete |official )?(?:page|link|guide|article|document|documentation|docs|post|section|tutorial|issue|file|repo|repository|video|list|website|site|blog|readme)|links?|docs?|documentation|website|site|source|repo|repository|pages?|article|(?:read|learn|see|view|find out|show) (?:more|it|all)|feedback|(?:give|send|leave|share|provide) (?:your )?feedback|more|more (?:info|information|details)|details|download)$/i

/** Markdown markup and punctuation, ignored when a link text is compared with meaningless words such as "here". */
const MARKS = /[*_~`.,:!?…→»]+/g

/** URLs that readers can open: those with one of these schemes, and relative ones. */
const OPENABLE = /^(?:https?:\/\/|(?![a-z][a-z+.-]*:|#|\/\/))/i
const OTHER_SITE = /^https?:\/\//i

/** Characters that would end a link target, a table cell or a code span, and placeholders that only the site replaces. */
const UNSAFE = /[\s()<>[\]{}|`\\"]/

/** Longer addresses are left out: they cost too many tokens. Nearly all are shorter once tracking parameters are removed. */
const MAX_TARGET_CHARACTERS = 120
/** A version that only the site fills in, as in the documentation of Grafana: `/docs/pond/<POND_VERSION>/feed`. */
const VERSION_PLACEHOLDER = /<(?:[A-Z][A-Z0-9_]{0,40}_)?VERSION>/g
const VISIT_PARAMETERS = /[?&](?:utm_|ref=|source=)[^#]*/i

/**
 * Returns the target of a link as readers can use it, if they need it: if the link text says nothing by itself, or if the link starts an
 * entry in a list of links to other sites. All other targets would take up to a third of the tokens of an answer.
 *
 * @param text of the link, as Markdown.
 * @param isEntry true if the link is the whole line, or is followed by its description.
 * @returns undefined if the text is enough, or if the target cannot be opened.
 */
function neededTarget(text: string, target: string, isEntry: boolean): string | undefined {
  const words = text.replaceAll(MARKS, "").replaceAll(/\s+/g, " ").trim()
  if (words === "" || !OPENABLE.test(target)) return undefined
  const filled = target.replace(VERSION_PLACEHOLDER, "latest")
  // A site fills in its own versions only.
  const isOtherSite = filled === target && OTHER_SITE.test(target)
  const isNeeded = EMPTY_TEXT.test(words) || (isEntry && isOtherSite && !OTHER_SITE.test(text.trim()))
  if (!isNeeded) return undefined
  const short = filled.replace(VISIT_PARAMETERS, "")
  return short === "" || short.length > MAX_TARGET_CHARACTERS || UNSAFE.test(short) ? undefined : short
}

/** Writes a link as Markdown, with its target only if readers need it. */
export function linkText(text: string, target: string, isEntry: boolean): string {
  const shown = neededTarget(text, target, isEntry)
  return shown === undefined ? text : `[${text.trim()}](${shown})`
}

/** Text after a link that starts an entry: nothing, or the link's description. */
const DESCRIPTION = /^\s*(?:$|[:–—]|- )/

/** Returns true if the text after a link shows that the link is an entry in a list of links. */
export function endsEntry(rest: string): boolean {
  return DESCRIPTION.test(rest)
}
