import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { aPage, openTestIndex } from "../index/index.testing.ts"
import { parseQuestion } from "./parse-question.ts"
import { relativesOf } from "./question/word-relatives.ts"

const { index, session } = openTestIndex([
  aPage("text.md", "Text", [
    [1, "Escaping", "escape the value", "autoescape is on"],
    [1, "Other", "escape it", "initialize the organization", "connect"],
    [1, "More", "port of a letter", "bounded bound", "interbound", "rebound", "overbound"],
  ]),
])

describe("relativesOf", () => {
  it.each([
    ["unescap", ["escap", "autoescap"]],
    ["initialis", ["initi"]],
    ["disconnect", ["connect"]],
    // A root of four letters is too often none.
    ["transport", []],
    ["unheard", []],
    ["un", []],
    ["", []],
  ])("of %s are %j", (word, relatives) => {
    expect(relativesOf(index, word)).toEqual(relatives)
  })

  it("are three at most, those in most sections first, then by the alphabet", () => {
    expect(relativesOf(index, "unbound")).toEqual(["bound", "interbound", "overbound"])
  })

  it("are words of the index, whatever is asked", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (word) => {
        for (const relative of relativesOf(index, word)) expect(index.counts(relative)).toBeDefined()
      }),
    )
  })
})

describe("parseQuestion", () => {
  it("asks for words of the same root instead of a word that the library does not know, a bit less", () => {
    const { terms } = parseQuestion(index, "how to print unescaped", session.analyser)

    expect(terms).toContainEqual({ term: "escap", weight: 0.8 })
    expect(terms).toContainEqual({ term: "autoescap", weight: 0.8 })
  })

  it("asks for nothing else when it knows the word or its typing error", () => {
    const termsOf = (question: string) => parseQuestion(index, question, session.analyser).terms.map(({ term }) => term)

    expect(termsOf("overbound")).toEqual(["overbound"])
    expect(termsOf("autoescpe")).toEqual(["autoescap"])
  })
})
