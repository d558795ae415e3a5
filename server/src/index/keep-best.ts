/** A snippet by number with its score. */
export interface ScoredSnippet {
  readonly snippet: number
  readonly score: number
}

/**
 * Keeps the best of many scored snippets, of equal ones those with the lowest numbers, in a heap whose root is the weakest of
 * them. Thousands are offered for one question, so it allocates nothing for them.
 */
export class BestSnippets {
  private readonly limit: number
  private readonly scores: Float64Array
  private readonly snippets: Uint32Array
  private count = 0

  /** @param limit how many are kept, at least 1. */
  constructor(limit: number) {
    this.limit = limit
    this.scores = new Float64Array(limit)
    this.snippets = new Uint32Array(limit)
  }

  offer(snippet: number, score: number): void {
    if (this.count < this.limit) {
      this.raise(this.count++, snippet, score)
    } else if (this.isWeaker(0, snippet, score)) {
      this.sink(snippet, score)
    }
  }

  /** @returns what was kept, best first, ties by number. */
  inOrder(): ScoredSnippet[] {
    const kept = Array.from({ length: this.count }, (_, at): ScoredSnippet => {
      return { snippet: this.snippets[at] as number, score: this.scores[at] as number }
    })
    return kept.sort((a, b) => b.score - a.score || a.snippet - b.snippet)
  }

  /** True when what is kept at a place is weaker than another. */
  private isWeaker(at: number, snippet: number, score: number): boolean {
    const kept = this.scores[at] as number
    return kept < score || (kept === score && (this.snippets[at] as number) > snippet)
  }

  private put(at: number, snippet: number, score: number): void {
    this.scores[at] = score
    this.snippets[at] = snippet
  }

  private move(from: number, to: number): void {
    this.put(to, this.snippets[from] as number, this.scores[from] as number)
  }

  /** Puts one in at the end and moves it up past all that are stronger. */
  private raise(end: number, snippet: number, score: number): void {
    let at = end
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.isWeaker(parent, snippet, score)) {
        break
      }
      this.move(parent, at)
      at = parent
    }
    this.put(at, snippet, score)
  }

  /** Puts one in the place of the weakest and moves it down past all that are weaker. */
  private sink(snippet: number, score: number): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= this.count) {
        break
      }
      const other = child + 1
      if (other < this.count && this.isWeaker(other, this.snippets[child] as number, this.scores[child] as number)) {
        child = other
      }
      if (!this.isWeaker(child, snippet, score)) {
        break
      }
      this.move(child, at)
      at = child
    }
    this.put(at, snippet, score)
  }
}
