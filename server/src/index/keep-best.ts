/** A snippet by number with its score. */
export interface ScoredSnippet {
  readonly snippet: number
  readonly score: number
}

/**
 * Finds the number of a rank in ascending order, and puts the numbers into another order on the way (quickselect: Hoare 1961,
 * the pivot the median of three).
 *
 * @param count how many are looked at, from the first on; none is NaN.
 * @param rank 0 to below `count`.
 */
function numberOfRank(numbers: Float64Array, count: number, rank: number): number {
  let [low, high] = [0, count - 1]
  while (low < high) {
    const [first, middle, last] = [
      numbers[low] as number,
      numbers[(low + high) >> 1] as number,
      numbers[high] as number,
    ]
    const pivot = Math.max(Math.min(first, middle), Math.min(Math.max(first, middle), last))
    let [left, right] = [low, high]
    while (left <= right) {
      while ((numbers[left] as number) < pivot) left++
      while ((numbers[right] as number) > pivot) right--
      if (left <= right) {
        const moved = numbers[left] as number
        numbers[left++] = numbers[right] as number
        numbers[right--] = moved
      }
    }
    if (rank > right && rank < left) {
      return numbers[rank] as number
    }
    low = rank <= right ? low : left
    high = rank <= right ? right : high
  }
  return numbers[rank] as number
}

/**
 * Keeps the best of many scored snippets, of equal ones those that were offered first. Twice as many as wanted are gathered,
 * then the weaker half is dropped: thousands are offered for one question, and nearly all are told by one comparison to be
 * too weak.
 */
export class BestSnippets {
  private readonly limit: number
  private readonly scores: Float64Array
  private readonly snippets: Uint32Array
  private readonly scratch: Float64Array
  private count = 0
  private least = -Infinity

  /** @param limit how many are kept, at least 1. */
  constructor(limit: number) {
    this.limit = limit
    this.scores = new Float64Array(2 * limit)
    this.snippets = new Uint32Array(2 * limit)
    this.scratch = new Float64Array(2 * limit)
  }

  /**
   * Takes a snippet that may be among the best; numbers must ascend.
   *
   * @returns the score that others must exceed, -Infinity while all are kept.
   */
  offer(snippet: number, score: number): number {
    if (score > this.least) {
      this.scores[this.count] = score
      this.snippets[this.count++] = snippet
      if (this.count === this.scores.length) {
        this.dropWeaker()
      }
    }
    return this.least
  }

  /** @returns what was kept, best first, ties by number. */
  inOrder(): ScoredSnippet[] {
    if (this.count > this.limit) {
      this.dropWeaker()
    }
    const kept = Array.from({ length: this.count }, (_, at): ScoredSnippet => {
      return { snippet: this.snippets[at] as number, score: this.scores[at] as number }
    })
    return kept.sort((a, b) => b.score - a.score || a.snippet - b.snippet)
  }

  /** Leaves as many as are wanted, in the order in which they came. */
  private dropWeaker(): void {
    const { scores, snippets, scratch, limit, count } = this
    scratch.set(scores)
    const least = numberOfRank(scratch, count, count - limit)
    let equal = limit
    for (let at = 0; at < count; at++) {
      if ((scores[at] as number) > least) equal--
    }
    let kept = 0
    for (let at = 0; at < count; at++) {
      const score = scores[at] as number
      if (score > least || (score === least && equal-- > 0)) {
        scores[kept] = score
        snippets[kept++] = snippets[at] as number
      }
    }
    this.count = kept
    this.least = least
  }
}
