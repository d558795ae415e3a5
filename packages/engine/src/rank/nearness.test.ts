import { describe, expect, it } from "vitest"

import { analyseText } from "../index/analyse-text.ts"
import { wordOrder } from "../index/word-order.ts"
import { nearnessTo as nearnessToOrder } from "./nearness.ts"
import type { QuestionWord } from "./read-question.ts"

const nearnessTo = (asked: readonly QuestionWord[]) => {
  const nearness = nearnessToOrder(asked)
  return (text: string) => nearness?.(wordOrder(analyseText(text))) ?? 0
}
const words = (...terms: string[]) => terms.map((term) => ({ term, rarity: 1, isWhole: false }))

describe("nearnessTo", () => {
  it("is highest when the question's words follow each other, and falls with every word between them", () => {
    const nearness = nearnessTo(words("read", "path"))

    const [together, apart, farther] = [
      nearness("read path"),
      nearness("read red path"),
      nearness("read red blue green path"),
    ]

    expect(together).toBeCloseTo(1 / (1 + 1 / 3))
    expect(apart).toBeLessThan(together)
    expect(farther).toBeLessThan(apart)
  })

  it("counts the wrong order as one word farther", () => {
    const nearness = nearnessTo(words("read", "path"))

    expect(nearness("path read")).toBeCloseTo(nearness("read red path"))
  })

  it("takes the nearest of several places", () => {
    const nearness = nearnessTo(words("read", "path"))

    expect(nearness("read red blue path red read path")).toBe(nearness("read path"))
  })

  it("is 0 without a pair in the question or in the text", () => {
    expect(nearnessTo(words("read"))("read path")).toBe(0)
    expect(nearnessTo(words("read", "path"))("read only")).toBe(0)
    expect(nearnessTo([])("read path")).toBe(0)
  })

  it("does not count an identifier beside its parts", () => {
    const parts = words("req", "bodi")
    const nearness = nearnessTo([{ term: "req.body", rarity: 9, isWhole: true }, ...parts])

    expect(nearness("req.body")).toBe(nearnessTo(parts)("req.body"))
  })
})
