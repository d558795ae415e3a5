/** White space, Markdown punctuation and letter case are ignored when searching for evidence. */
const IGNORED = /[\s\\`*_#>|~-]/

interface FoldedText {
  readonly text: string
  /** Position of each remaining character in the original text. */
  readonly positions: readonly number[]
}

function fold(text: string): FoldedText {
  const kept: string[] = []
  const positions: number[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (IGNORED.test(character)) continue
    // Some letters become two in lower case; keeping only one preserves the positions.
    kept.push(character.toLowerCase().slice(0, 1))
    positions.push(at)
  }
  return { text: kept.join(""), positions }
}

/**
 * Counts the tokens of an answer up to the point where it is complete: the end of the last quotation of the first
 * alternative that is complete.
 *
 * @param ways alternative answers, each a list of quotations that are all required. A quotation that contains only
 *   punctuation is never found.
 * @param countTokens counts the tokens of the start of the answer.
 * @returns infinity if the answer does not contain any alternative completely.
 */
export function tokensToAnswer(
  answer: string,
  ways: readonly (readonly string[])[],
  countTokens: (text: string) => number,
): number {
  const folded = fold(answer)
  const endOf = (quotation: string) => {
    const wanted = fold(quotation).text
    const at = wanted === "" ? -1 : folded.text.indexOf(wanted)
    return at < 0 ? Number.POSITIVE_INFINITY : (folded.positions[at + wanted.length - 1] ?? 0) + 1
  }
  const end = Math.min(...ways.map((way) => Math.max(...way.map(endOf))))
  return Number.isFinite(end) ? countTokens(answer.slice(0, end)) : end
}
