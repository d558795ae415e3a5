import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { areNearDuplicates, Sketcher } from "./sketch.ts"

const sketcher = new Sketcher()
const sketchOf = (text: string) => sketcher.sketch(text)

const words = fc.array(fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789"), { minLength: 3, maxLength: 18 })

function exactSimilarity(left: readonly string[], right: readonly string[]): number {
  const shingles = (list: readonly string[]) => new Set(list.slice(2).map((_, at) => list.slice(at, at + 3).join(" ")))
  const [a, b] = [shingles(left), shingles(right)]
  const common = [...a].filter((shingle) => b.has(shingle)).length
  return common / (a.size + b.size - common)
}

describe("sketchOf", () => {
  it("takes letters, digits and underscores of any script as words, in whatever case", () => {
    const split = (text: string) => (text.match(/[\p{L}\p{N}_]+/gu) ?? []).join(" ")
    const piece = fc.constantFrom("one", "Two", "_3", "é", "数据", "𝒳", "😀", "\ud835", "-", ".", " ", "\n", "$", "²")
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const text = pieces.join("")

        expect(sketchOf(text)).toEqual(sketchOf(split(text)))
        expect(sketchOf(text)).toEqual(sketchOf(text.replaceAll("Two", "tWO")))
        expect([...sketchOf(text)]).toEqual([...new Set(sketchOf(text))].toSorted((a, b) => a - b))
      }),
    )
  })

  it("keeps the smallest hashes only, each once", () => {
    const many = Array.from({ length: 2_000 }, (_, at) => `word${at}`).join(" ")

    expect(sketchOf(many)).toHaveLength(24)
    expect(sketchOf("a b c a b c a b c a b c")).toHaveLength(3)
    expect(sketchOf("one two")).toHaveLength(1)
  })
})

describe("areNearDuplicates", () => {
  it("is exact for short texts, ignores letter case and is the same both ways", () => {
    fc.assert(
      fc.property(words, words, (left, right) => {
        const [a, b] = [sketchOf(left.join(" ")), sketchOf(right.join(" ").toUpperCase())]

        for (const share of [0.1, 0.3, 0.55, 0.8, 1]) {
          if (left.length + right.length <= 24) {
            expect(areNearDuplicates(a, b, share)).toBe(exactSimilarity(left, right) >= share)
          }
          expect(areNearDuplicates(a, b, share)).toBe(areNearDuplicates(b, a, share))
        }
      }),
    )
  })

  it("tells a text with a few changed words from another text, at any length", () => {
    const text = Array.from({ length: 300 }, (_, at) => `word${(at * 7919) % 211}`)
    const changed = text.map((word, at) => (at % 60 === 30 ? "changed" : word))
    const other = Array.from({ length: 300 }, (_, at) => `term${(at * 104_729) % 223}`)

    expect(areNearDuplicates(sketchOf(text.join(" ")), sketchOf(changed.join(" ")), 0.7)).toBe(true)
    expect(areNearDuplicates(sketchOf(text.join(" ")), sketchOf(other.join(" ")), 0.1)).toBe(false)
    expect(areNearDuplicates(sketchOf(""), sketchOf(""), 0.5)).toBe(false)
  })
})
