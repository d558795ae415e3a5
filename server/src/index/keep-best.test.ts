import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { BestSnippets } from "./keep-best.ts"

describe("BestSnippets", () => {
  it("keeps the best of however many, of equal ones those with the lowest numbers", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 400 }),
        fc.integer({ min: 1, max: 30 }),
        (scores, limit) => {
          const best = new BestSnippets(limit)
          for (const [snippet, score] of scores.entries()) best.offer(snippet, score)

          const all = scores.map((score, snippet) => ({ snippet, score }))
          expect(best.inOrder()).toEqual(
            all.toSorted((a, b) => b.score - a.score || a.snippet - b.snippet).slice(0, limit),
          )
        },
      ),
    )
  })

  it("says which score is too weak, and never one that belongs to the best", () => {
    const best = new BestSnippets(2)

    expect([5, 1, 7].map((score, snippet) => best.offer(snippet, score))).toEqual([-Infinity, -Infinity, -Infinity])
    expect(best.offer(3, 6)).toBe(6)
    expect(best.offer(4, 6)).toBe(6)
    expect(best.inOrder()).toEqual([
      { snippet: 2, score: 7 },
      { snippet: 3, score: 6 },
    ])
  })
})
