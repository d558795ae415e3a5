import { cosineAt, type IndexVectors, type QuantisedVector } from "./vector-blocks.ts"

/** A snippet with the cosine of its vector and the question's. */
export interface NearSnippet {
  readonly snippet: number
  readonly cosine: number
}

/**
 * Finds the nearest snippets of one block exactly, by comparing all vectors. At 384 dimensions a block takes about 2 ms; a caller that
 * searches a large index should yield to other requests between blocks.
 *
 * @returns at most `count`, nearest first, ties in reading order.
 */
export function nearestInBlock(
  vectors: IndexVectors,
  number: number,
  question: QuantisedVector,
  count: number,
): NearSnippet[] {
  const block = vectors.block(number)
  const best: NearSnippet[] = []
  let floor = Number.NEGATIVE_INFINITY
  for (let position = 0; position < block.count; position++) {
    const cosine = cosineAt(block, position, question)
    if (cosine > floor || best.length < count) {
      best.push({ snippet: block.firstSnippet + position, cosine })
      if (best.length >= 2 * count) {
        keepNearest(best, count)
        floor = best.at(-1)?.cosine ?? floor
      }
    }
  }
  keepNearest(best, count)
  return best
}

/** Sorts the nearest snippets first and drops those beyond the count. */
export function keepNearest(found: NearSnippet[], count: number): void {
  found.sort((a, b) => b.cosine - a.cosine || a.snippet - b.snippet)
  found.length = Math.min(found.length, count)
}
