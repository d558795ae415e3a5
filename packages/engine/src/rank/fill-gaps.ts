import type { Layout } from "../index/format/layout.ts"
import { beginsWithCut } from "../snippets/cut-marks.ts"
import { mayContinue, refersBack } from "../snippets/cut-thoughts.ts"
import type { Gap } from "./arrange-snippets.ts"

/** Maximum length of a gap at the start of a section that is filled (eval/log.md). */
const MAX_START_TOKENS = 60
/** Maximum length of a gap between two snippets of a section that is filled. */
const MAX_BETWEEN_TOKENS = 120
/** Maximum length of a snippet that is added because the next one refers back to it or continues it. */
const MAX_PREVIOUS_TOKENS = 200

/**
 * Chooses the snippets of a gap that an answer shows as well: all of them if the gap is short, otherwise the last one if the next snippet
 * depends on it.
 *
 * @param next content of the snippet after the gap.
 * @returns the last snippet first.
 */
export function snippetsToFill(
  { from, to, isAtStart }: Gap,
  layout: Pick<Layout, "snippetTokens">,
  next: string,
): readonly number[] {
  const tokensOf = (id: number) => layout.snippetTokens[id] ?? 0
  const last = to - 1
  const maxTokens = isAtStart ? MAX_START_TOKENS : MAX_BETWEEN_TOKENS
  let tokens = 0
  for (let id = last; id >= from && tokens <= maxTokens; id--) tokens += tokensOf(id)
  if (tokens <= maxTokens) return Array.from({ length: to - from }, (_, at) => last - at)
  return needsPrevious(next) && tokensOf(last) <= MAX_PREVIOUS_TOKENS ? [last] : []
}

function needsPrevious(text: string): boolean {
  return beginsWithCut(text) || mayContinue(text) || refersBack(text)
}
