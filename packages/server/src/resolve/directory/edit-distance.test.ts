import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { editDistance, oneEditNeighbours } from "./edit-distance.ts"

const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "1"), maxLength: 7 })

describe("edit distance", () => {
  it.each([
    ["fastpai", "fastapi", 1],
    ["larvel", "laravel", 1],
    ["tailwnd", "tailwind", 1],
    ["vue", "vue", 0],
    ["", "ab", 2],
    ["kitten", "sitting", 3],
  ])("from %s to %s is %i", (left, right, distance) => {
    expect(editDistance(left, right, 5)).toBe(distance)
    expect(editDistance(right, left, 5)).toBe(distance)
  })

  it("does not tell apart what is above the maximum", () => {
    expect(editDistance("abcdef", "uvwxyz", 2)).toBe(3)
  })

  it("is at most one exactly for the listed neighbours and the word itself", () => {
    fc.assert(
      fc.property(word, word, (left, right) => {
        const isNeighbour = left === right || new Set(oneEditNeighbours(left)).has(right)

        expect(isNeighbour).toBe(editDistance(left, right, 1) <= 1)
      }),
    )
  })
})
