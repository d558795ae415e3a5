import type { Layout } from "../index/format/layout.ts"
import { beginsWithCut } from "../snippets/cut-marks.ts"
import { mayContinue, refersBack } from "../snippets/cut-thoughts.ts"
import type { Gap } from "./arrange-snippets.ts"

/** Tokens up to which the start of a section, or text between two shown parts of it, is shown as well (eval/log.md). */
const MAX_START_TOKENS = 60
const MAX_BETWEEN_TOKENS = 120
/** Tokens up to which the previous snippet is shown before one that refers back or continues a list. */
const MAX_PREVIOUS_TOKENS = 200

/**
 * Chooses snippets of a gap to show, so that readers find a section whole where that costs little.
 *
 * @param next content of the snippet after the gap.
 * @returns the snippets from the last one backwards: all of a short gap, one of a longer gap if what follows needs it, else none.
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
