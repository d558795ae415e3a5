import type { Layout } from "../index/format/layout.ts"
import { areSimilarCode, declaresAnyOf, explainsCode, namesUsedIn } from "../snippets/code-names.ts"
import { beginsWithCut, continuesList, endsWithCut, endsWithCutCode } from "../snippets/cut-marks.ts"
import {
  beginsWithCaveat,
  beginsWithCode,
  beginsWithContrast,
  beginsWithRemark,
  beginsWithSeeAlso,
  beginsWithTable,
  continues,
  continuesCode,
  continuesItem,
  countOfItems,
  endsWithCase,
  endsWithCode,
  endsWithLabel,
  hasWarning,
  introduces,
  isOnlyCode,
  isRestOfQuote,
  isRestOfSentence,
  mayContinue,
  mayReferBack,
  numberOfFirstItem,
  pointsBack,
  refersBack,
} from "../snippets/cut-thoughts.ts"
import {
  beginsWithGoodExample,
  beginsWithNextTab,
  beginsWithReplacement,
  beginsWithResult,
  captionedCodeAtEnd,
  endsWithBadExample,
  endsWithReplacedExample,
  hasCounterpart,
  isOnlyTabs,
} from "../snippets/example-pairs.ts"
import type { Gap } from "./arrange-snippets.ts"

/** Maximum length of a gap that is filled (eval/log.md). */
const MAX_GAP_TOKENS = 120
/** Maximum length of what is added because the next snippet clearly refers back to it or continues it. */
export const MAX_NEEDED_TOKENS = 400
/** The same for a snippet that might refer back. */
const MAX_PERHAPS_NEEDED_TOKENS = 200
/** Maximum length of the snippet with the sentence or the declaration for code far below it. */
const MAX_ABOVE_TOKENS = 90
/** Maximum length of a snippet that restricts the code before it, or refers back to it. */
const MAX_AFTER_TOKENS = 60
/** Maximum length of the conclusion of a case that readers are asked to imagine. */
const MAX_CONCLUSION_TOKENS = 120
/** Maximum length of a snippet with the other side of what the code before it shows: `However, …`. */
const MAX_CONTRAST_TOKENS = 200
/** Maximum length of code that directly follows similar code. */
const MAX_SIMILAR_TOKENS = 120
/** Maximum length of the rest of a list: the last step, or the last item of an order, changes what the others mean. */
const MAX_LIST_REST_TOKENS = 100
/** Maximum length of a snippet with the next item of a list of which the introduction says how many items it has. */
const MAX_COUNTED_ITEM_TOKENS = 240
/** Maximum length of the rest of a sentence after code. */
const MAX_SENTENCE_REST_TOKENS = 120
/** Maximum length of a snippet with a box that warns of the text before it. */
const MAX_WARNING_TOKENS = 120
/** Maximum length of the code that a snippet explains. */
const MAX_EXPLAINED_TOKENS = 120
/** Maximum length of the snippet with the result of code. */
const MAX_RESULT_TOKENS = 120
/** Maximum length of the snippet with the second half of a pair of examples: `Before` and `After`. */
const MAX_PAIR_TOKENS = 240

/** A snippet that fills a gap. */
export interface FillingSnippet {
  readonly snippet: number
  /** True if it is shown even if it repeats other text: a sentence about code may be the opposite of a similar one. */
  readonly mayRepeat: boolean
  /** True if further snippets are added even if this one is not, because it repeats other text. */
  readonly maySkip: boolean
}

/** Returns the content of a snippet. */
type ReadContent = (id: number) => string

/**
 * Chooses the snippets of a gap that an answer shows as well: all of them if the gap is short; otherwise the last ones, as long as the
 * next snippet depends on them. Code far below its sentence ("Examples of correct code:") or below the declaration of a name that it uses
 * is shown with that sentence or declaration but without the text between them. Otherwise, it would appear to belong to the sentence above
 * the gap, which may say the opposite.
 *
 * @returns the last snippet first.
 */
export function snippetsToFill(
  gap: Gap,
  { snippetTokens }: Pick<Layout, "snippetTokens">,
  contentOf: ReadContent,
): readonly FillingSnippet[] {
  return idsToFill(gap, snippetTokens, contentOf).map((snippet) => {
    const maySkip = isOnlyCode(contentOf(snippet)) || isOnlyTabs(contentOf(snippet))
    const next = contentOf(snippet + 1)
    return { snippet, maySkip, mayRepeat: beginsWithCut(next) || (beginsWithCode(next) && !maySkip) }
  })
}

function idsToFill(
  { from, to }: Gap,
  snippetTokens: Layout["snippetTokens"],
  contentOf: ReadContent,
): readonly number[] {
  const ids = Array.from({ length: to - from }, (_, at) => to - 1 - at)
  if (ids.reduce((sum, id) => sum + (snippetTokens[id] ?? 0), 0) <= MAX_GAP_TOKENS) return ids
  const needed: number[] = []
  let tokens = 0
  for (const id of ids) {
    tokens += snippetTokens[id] ?? 0
    const next = contentOf(id + 1)
    // Checked first, because most snippets do not begin with a label, and reading another one takes longer.
    const isTab = next.startsWith("**") && belongsToTab(contentOf(id), snippetTokens[id] ?? 0, next)
    if (tokens > (isTab ? MAX_NEEDED_TOKENS : maxTokensBefore(next, contentOf(id)))) break
    needed.push(id)
  }
  while (needed.length > 0 && isUselessStart(to - needed.length, contentOf)) needed.pop()
  const first = to - needed.length
  const above = ids.filter((id) => id < first)
  const further = new Set([sentenceFor(first, above, contentOf), declarationFor([to, ...needed], above, contentOf)])
  return [...needed, ...above.filter((id) => further.has(id) && (snippetTokens[id] ?? 0) <= MAX_ABOVE_TOKENS)]
}

/** Returns true for the tab before another one in the same language, or a short snippet with the sentence that introduces the first tab. */
function belongsToTab(content: string, tokens: number, tab: string): boolean {
  if (beginsWithNextTab(content, tab)) return true
  return tokens <= MAX_ABOVE_TOKENS && isOnlyTabs(tab) && introduces(content)
}

/** Returns true for a snippet that does not help the next one, because text before it would be needed as well. */
function isUselessStart(id: number, contentOf: ReadContent): boolean {
  const content = contentOf(id)
  if (isRestOfQuote(content)) return true
  return (
    (refersBack(content) || beginsWithCode(content)) && maxTokensBefore(contentOf(id + 1), content) < MAX_NEEDED_TOKENS
  )
}

/** Returns the snippet whose sentence is about a block of code, if only code is between them. @param above descending. */
function sentenceFor(code: number, above: readonly number[], contentOf: ReadContent): number | undefined {
  if (!beginsWithCode(contentOf(code))) return undefined
  const id = above.find((candidate) => !isOnlyCode(contentOf(candidate)))
  return id !== undefined && continues(contentOf(id), contentOf(id + 1)) ? id : undefined
}

/** Returns the nearest snippet that declares a name which the code of other snippets uses. @param above descending. */
function declarationFor(
  users: readonly number[],
  above: readonly number[],
  contentOf: ReadContent,
): number | undefined {
  const names = namesUsedIn(users.map(contentOf).join("\n\n"))
  return above.find((id) => declaresAnyOf(contentOf(id), names))
}

/** A snippet that another one needs. */
export interface NeededSnippet {
  /** True if it is needed even if it repeats other text. */
  readonly mayRepeat: boolean
}

/** The snippet after another one. */
export interface NextSnippet {
  readonly tokens: number
  content(): string
}

/**
 * Decides whether a snippet needs the next one of its section: it ends with a sentence that introduces it, or with a label that it
 * describes. With the length `auto`, also if the next one contains a warning about it, or if it ends with cut code, with a list of which
 * little is missing, with a case whose conclusion follows ("Suppose that you have this file:"), with one of two examples of which readers
 * should follow the other, or with code before its result, similar code, a contrast ("However, …") or a caveat ("Make sure that …"). With
 * `full`, these would take the place of better text.
 *
 * @returns undefined if it does not need it.
 */
export function needOfNext(text: string, next: NextSnippet, isAuto: boolean): NeededSnippet | undefined {
  if (introduces(text) || (endsWithLabel(text) && continuesItem(next.content()))) return { mayRepeat: false }
  if (!isAuto) return undefined
  if (endsWithCutCode(text)) return { mayRepeat: true }
  if (next.tokens <= MAX_LIST_REST_TOKENS && endsWithCut(text) && isRestOfListOrTable(next.content()))
    return { mayRepeat: true }
  if (next.tokens <= MAX_COUNTED_ITEM_TOKENS && isNextCountedItem(text, next)) return { mayRepeat: true }
  if (next.tokens <= MAX_WARNING_TOKENS && hasWarning(next.content())) return { mayRepeat: false }
  if (!endsWithCode(text)) return undefined
  if (isSecondHalf(text, next)) return { mayRepeat: true }
  if (next.tokens <= MAX_SENTENCE_REST_TOKENS && isRestOfSentence(next.content())) return { mayRepeat: true }
  if (next.tokens <= MAX_CONTRAST_TOKENS && beginsWithContrast(next.content())) return { mayRepeat: true }
  if (next.tokens <= MAX_RESULT_TOKENS && beginsWithResult(next.content())) return { mayRepeat: true }
  if (next.tokens <= MAX_SIMILAR_TOKENS && isOnlyCode(next.content()) && areSimilarCode(text, next.content()))
    return { mayRepeat: true }
  if (next.tokens <= MAX_CONCLUSION_TOKENS && endsWithCase(text)) return { mayRepeat: false }
  if (next.tokens > MAX_AFTER_TOKENS) return undefined
  return beginsWithCaveat(next.content()) || beginsWithRemark(next.content()) || refersBack(next.content())
    ? { mayRepeat: false }
    : undefined
}

/** Returns true for the next item of a list that was cut, or the next row of a table. */
function isRestOfListOrTable(content: string): boolean {
  return continuesList(content) || (beginsWithCut(content) && beginsWithTable(content))
}

/** Returns true if the next snippet is a further item of a numbered list that a text announces with the number of its items. */
function isNextCountedItem(text: string, next: NextSnippet): boolean {
  const count = countOfItems(text)
  const number = count === undefined ? undefined : numberOfFirstItem(next.content())
  return count !== undefined && number !== undefined && number > 1 && number <= count
}

/** Returns true if the next snippet shows the example to follow after one that is not, or the same under another caption. */
function isSecondHalf(text: string, next: NextSnippet): boolean {
  if (next.tokens > MAX_PAIR_TOKENS) return false
  const code = captionedCodeAtEnd(text)
  if (code !== undefined && hasCounterpart(next.content(), code)) return true
  if (beginsWithReplacement(next.content())) return true
  return endsWithReplacedExample(text) || (endsWithBadExample(text) && beginsWithGoodExample(next.content()))
}

/** Returns true for text that readers may not understand without the text before it. Items, rows and notes usually stand alone. */
export function needsPrevious(text: string): boolean {
  if (beginsWithTable(text)) return false
  if (beginsWithCut(text) || continuesItem(text) || beginsWithCode(text)) return true
  return pointsBack(text) || beginsWithSeeAlso(text)
}

/** Returns how many tokens may be added before a text. @param before the text directly before it. */
function maxTokensBefore(text: string, before: string): number {
  if (beginsWithCut(text) || mayContinue(text) || refersBack(text) || continuesCode(text)) return MAX_NEEDED_TOKENS
  if (mayReferBack(text)) return MAX_PERHAPS_NEEDED_TOKENS
  return explainsCode(text, before) ? MAX_EXPLAINED_TOKENS : 0
}
