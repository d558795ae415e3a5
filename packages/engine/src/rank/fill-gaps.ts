import type { Layout } from "../index/format/layout.ts"
import { beginsWithCut } from "../snippets/cut-marks.ts"
import {
  beginsWithCode,
  continues,
  isOnlyCode,
  mayContinue,
  mayReferBack,
  refersBack,
} from "../snippets/cut-thoughts.ts"
import type { Gap } from "./arrange-snippets.ts"

/** Maximum length of a gap that is filled (eval/log.md). */
const MAX_GAP_TOKENS = 120
/** Maximum length of what is added because the next snippet clearly refers back to it or continues it. */
const MAX_NEEDED_TOKENS = 300
/** The same for a snippet that might refer back. */
const MAX_PERHAPS_NEEDED_TOKENS = 200
/** Maximum length of the snippet with the sentence above several blocks of code, if the blocks in between are left out. */
const MAX_SENTENCE_TOKENS = 120

/** A snippet that fills a gap. */
export interface FillingSnippet {
  readonly snippet: number
  /** True if the next snippet begins with code that a sentence in this one is about. */
  readonly isSentence: boolean
  readonly isCode: boolean
}

/**
 * Chooses the snippets of a gap that an answer shows as well: all of them if the gap is short; otherwise the last ones, as long as the
 * next snippet depends on them. If that is code far below its sentence ("Examples of correct code:"), the sentence is added without the code
 * in between: code alone reads as if it belonged to the sentence above the gap, which may say the opposite.
 *
 * @param contentOf returns the content of a snippet.
 * @returns the last snippet first.
 */
export function snippetsToFill(
  gap: Gap,
  { snippetTokens }: Pick<Layout, "snippetTokens">,
  contentOf: (id: number) => string,
): readonly FillingSnippet[] {
  return idsToFill(gap, snippetTokens, contentOf).map((snippet) => {
    const isCode = isOnlyCode(contentOf(snippet))
    return { snippet, isCode, isSentence: !isCode && beginsWithCode(contentOf(snippet + 1)) }
  })
}

function idsToFill(
  { from, to }: Gap,
  snippetTokens: Layout["snippetTokens"],
  contentOf: (id: number) => string,
): readonly number[] {
  const ids = Array.from({ length: to - from }, (_, at) => to - 1 - at)
  if (ids.reduce((sum, id) => sum + (snippetTokens[id] ?? 0), 0) <= MAX_GAP_TOKENS) return ids
  const needed: number[] = []
  let tokens = 0
  for (const id of ids) {
    tokens += snippetTokens[id] ?? 0
    if (tokens > maxTokensBefore(contentOf(id + 1))) {
      const above = sentenceAbove(id + 1, ids, contentOf)
      return above === undefined || (snippetTokens[above] ?? 0) > MAX_SENTENCE_TOKENS ? needed : [...needed, above]
    }
    needed.push(id)
  }
  return needed
}

/** Returns the snippet whose sentence is about a block of code, if only code is between them. @param ids descending. */
function sentenceAbove(code: number, ids: readonly number[], contentOf: (id: number) => string): number | undefined {
  if (!beginsWithCode(contentOf(code))) return undefined
  const above = ids.find((id) => id < code && !isOnlyCode(contentOf(id)))
  return above !== undefined && continues(contentOf(above), contentOf(above + 1)) ? above : undefined
}

/** Returns how many tokens may be added before a text. */
function maxTokensBefore(text: string): number {
  if (beginsWithCut(text) || mayContinue(text) || refersBack(text)) return MAX_NEEDED_TOKENS
  return mayReferBack(text) ? MAX_PERHAPS_NEEDED_TOKENS : 0
}
