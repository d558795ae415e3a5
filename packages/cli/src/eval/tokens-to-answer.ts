/** White space, letter case and Markdown punctuation do not count when evidence is looked for. */
const LEFT_OUT = /[\s\\`*_#>|~-]/

interface FoldedText {
  readonly text: string
  /** Where every character that was kept has stood. */
  readonly places: readonly number[]
}

function fold(text: string): FoldedText {
  const kept: string[] = []
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (LEFT_OUT.test(character)) continue
    // Some letters become two in lower case; one place each keeps the places right.
    kept.push(character.toLowerCase().slice(0, 1))
    places.push(at)
  }
  return { text: kept.join(""), places }
}

/**
 * Counts how much of an answer is read until a question is answered: up to the end of the last quotation of the way that is
 * complete first.
 *
 * @param ways lists of quotations; all of one list answer the question. A quotation of nothing but punctuation is never found.
 * @param countTokens of the beginning of the answer.
 * @returns infinity when the answer holds no way completely.
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
    return at < 0 ? Number.POSITIVE_INFINITY : (folded.places[at + wanted.length - 1] ?? 0) + 1
  }
  const end = Math.min(...ways.map((way) => Math.max(...way.map(endOf))))
  return Number.isFinite(end) ? countTokens(answer.slice(0, end)) : end
}
