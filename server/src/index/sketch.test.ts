import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { areTwins, sketchOf } from "./sketch.ts"

const words = fc.array(fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789"), { minLength: 3, maxLength: 18 })

function exactSimilarity(left: readonly string[], right: readonly string[]): number {
  const shingles = (list: readonly string[]) => new Set(list.slice(2).map((_, at) => list.slice(at, at + 3).join(" ")))
  const [a, b] = [shingles(left), shingles(right)]
  const common = [...a].filter((shingle) => b.has(shingle)).length
  return common / (a.size + b.size - common)
}

describe("areTwins", () => {
  it("is exact for short texts, ignores letter case and is the same both ways", () => {
    fc.assert(
      fc.property(words, words, (left, right) => {
        const [a, b] = [sketchOf(left.join(" ")), sketchOf(right.join(" ").toUpperCase())]

        for (const share of [0.1, 0.3, 0.55, 0.8, 1]) {
          if (left.length + right.length <= 24) {
            expect(areTwins(a, b, share)).toBe(exactSimilarity(left, right) >= share)
          }
          expect(areTwins(a, b, share)).toBe(areTwins(b, a, share))
        }
      }),
    )
  })

  it("tells a text with a few changed words from another text, at any length", () => {
    const text = Array.from({ length: 300 }, (_, at) => `word${(at * 7919) % 211}`)
    const changed = text.map((word, at) => (at % 60 === 30 ? "changed" : word))
    const other = Array.from({ length: 300 }, (_, at) => `term${(at * 104_729) % 223}`)

    expect(areTwins(sketchOf(text.join(" ")), sketchOf(changed.join(" ")), 0.7)).toBe(true)
    expect(areTwins(sketchOf(text.join(" ")), sketchOf(other.join(" ")), 0.1)).toBe(false)
    expect(areTwins(sketchOf(""), sketchOf(""), 0.5)).toBe(false)
  })
})
