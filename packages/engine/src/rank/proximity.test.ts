import { describe, expect, it } from "vitest"

import { TextAnalyser } from "../index/terms/analyse-text.ts"
import { wordOrder } from "../index/format/word-order.ts"
import { proximityTo as nearnessToOrder } from "./proximity.ts"
import type { QuestionWord } from "./parse-question.ts"

const analyser = new TextAnalyser()
const proximityTo = (asked: readonly QuestionWord[]) => {
  const nearness = nearnessToOrder(asked)
  return (text: string) => nearness?.(wordOrder(analyser.analyse(text))) ?? 0
}
const words = (...terms: string[]) => terms.map((term) => ({ term, rarity: 1, isWhole: false }))

describe("proximityTo", () => {
  it("is highest when the question's words follow each other, and falls with every word between them", () => {
    const nearness = proximityTo(words("read", "path"))

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
    const nearness = proximityTo(words("read", "path"))

    expect(nearness("path read")).toBeCloseTo(nearness("read red path"))
  })

  it("takes the nearest of several places", () => {
    const nearness = proximityTo(words("read", "path"))

    expect(nearness("read red blue path red read path")).toBe(nearness("read path"))
  })

  it("is 0 without a pair in the question or in the text", () => {
    expect(proximityTo(words("read"))("read path")).toBe(0)
    expect(proximityTo(words("read", "path"))("read only")).toBe(0)
    expect(proximityTo([])("read path")).toBe(0)
  })

  it("does not count an identifier beside its parts", () => {
    const parts = words("req", "bodi")
    const nearness = proximityTo([{ term: "req.body", rarity: 9, isWhole: true }, ...parts])

    expect(nearness("req.body")).toBe(proximityTo(parts)("req.body"))
  })
})
