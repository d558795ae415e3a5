import { describe, expect, it } from "vitest"

import { TextAnalyser } from "../terms/analyse-text.ts"
import { aPage, openTestIndex } from "../index.testing.ts"
import { wordMark, wordOrder } from "./word-order.ts"

const analyser = new TextAnalyser()
const marks = (...stems: string[]) => Uint16Array.from(stems, wordMark)

describe("wordOrder", () => {
  it("lists stems in reading order, identifiers by their parts, without function words", () => {
    expect(wordOrder(analyser.analyse("Reading the `req.body` of requests"))).toEqual(
      marks("read", "req", "bodi", "request"),
    )
    expect(wordOrder([])).toHaveLength(0)
  })

  it("is kept for every snippet: its prose, then its code", () => {
    const { index } = openTestIndex([aPage("a.md", "A", [[1, "Start", "Call this first:", "`openClient(options)`"]])])

    expect(index.wordOrder(0)).toEqual(marks("call", "first", "open", "client", "option"))
  })
})
