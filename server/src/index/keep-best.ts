/** A snippet by number with its score. */
export interface ScoredSnippet {
  readonly snippet: number
  readonly score: number
}

function isWeaker(a: ScoredSnippet, b: ScoredSnippet): boolean {
  return a.score < b.score || (a.score === b.score && a.snippet > b.snippet)
}

/** Keeps the best of many scored snippets in a heap whose root is the weakest of them. */
export class BestSnippets {
  private readonly heap: ScoredSnippet[] = []
  private readonly limit: number

  /** @param limit how many are kept, at least 1. */
  constructor(limit: number) {
    this.limit = limit
  }

  offer(snippet: number, score: number): void {
    const { heap } = this
    if (heap.length < this.limit) {
      heap.push({ snippet, score })
      siftUp(heap)
      return
    }
    const weakest = heap[0]
    if (weakest !== undefined && (score > weakest.score || (score === weakest.score && snippet < weakest.snippet))) {
      heap[0] = { snippet, score }
      siftDown(heap)
    }
  }

  /** @returns what was kept, best first, ties by number. */
  inOrder(): ScoredSnippet[] {
    return this.heap.toSorted((a, b) => (isWeaker(a, b) ? 1 : -1))
  }
}

function siftUp(heap: ScoredSnippet[]): void {
  let at = heap.length - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    const [child, above] = [heap[at] as ScoredSnippet, heap[parent] as ScoredSnippet]
    if (!isWeaker(child, above)) {
      return
    }
    heap[at] = above
    heap[parent] = child
    at = parent
  }
}

function siftDown(heap: ScoredSnippet[]): void {
  let at = 0
  for (;;) {
    let weakest = at
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && isWeaker(heap[child] as ScoredSnippet, heap[weakest] as ScoredSnippet)) {
        weakest = child
      }
    }
    if (weakest === at) {
      return
    }
    const moved = heap[at] as ScoredSnippet
    heap[at] = heap[weakest] as ScoredSnippet
    heap[weakest] = moved
    at = weakest
  }
}
