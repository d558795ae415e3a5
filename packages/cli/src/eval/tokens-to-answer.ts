/** White space and Markdown punctuation are ignored when evidence is searched for, and so is letter case. */
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
    // Some letters become two in lower case; keeping one keeps the positions right.
    kept.push(character.toLowerCase().slice(0, 1))
    positions.push(at)
  }
  return { text: kept.join(""), positions }
}

/**
 * Counts the tokens of an answer up to the point where it is complete: the end of the last quotation of the alternative
 * that is complete first.
 *
 * @param ways alternative answers, each a list of quotations that are all required. A quotation of only punctuation is never found.
 * @param countTokens counts the tokens of the start of the answer.
 * @returns infinity if the answer contains no alternative completely.
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
