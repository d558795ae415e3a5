import type { Layout } from "../index/format/layout.ts"
import { beginsWithCut } from "../snippets/cut-marks.ts"
import { mayContinue, mayReferBack, refersBack } from "../snippets/cut-thoughts.ts"
import type { Gap } from "./arrange-snippets.ts"

/** Maximum length of a gap that is filled (eval/log.md). */
const MAX_GAP_TOKENS = 120
/** Maximum length of what is added because the next snippet clearly refers back to it or continues it. */
const MAX_NEEDED_TOKENS = 300
/** The same for a snippet that might refer back. */
const MAX_PERHAPS_NEEDED_TOKENS = 200

/**
 * Chooses the snippets of a gap that an answer shows as well: all of them if the gap is short; otherwise the last ones, as long as the
 * next snippet depends on them.
 *
 * @param contentOf returns the content of a snippet.
 * @returns the last snippet first.
 */
export function snippetsToFill(
  { from, to }: Gap,
  { snippetTokens }: Pick<Layout, "snippetTokens">,
  contentOf: (id: number) => string,
): readonly number[] {
  const ids = Array.from({ length: to - from }, (_, at) => to - 1 - at)
  if (ids.reduce((sum, id) => sum + (snippetTokens[id] ?? 0), 0) <= MAX_GAP_TOKENS) return ids
  const needed: number[] = []
  let tokens = 0
  for (const id of ids) {
    tokens += snippetTokens[id] ?? 0
    if (tokens > maxTokensBefore(contentOf(id + 1))) break
    needed.push(id)
  }
  return needed
}

/** Returns how many tokens may be added before a text. */
function maxTokensBefore(text: string): number {
  if (beginsWithCut(text) || mayContinue(text) || refersBack(text)) return MAX_NEEDED_TOKENS
  return mayReferBack(text) ? MAX_PERHAPS_NEEDED_TOKENS : 0
}
