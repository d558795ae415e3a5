import { describe, expect, it } from "vitest"

import { aPage, openTestIndex } from "../../index/index.testing.ts"
import { answerQuestion } from "../answer-question.ts"
import { leadOf } from "./lead-of-example.ts"
import { renderContextText } from "../render.ts"

const CODE = "`raven send --bread`"
const LONG = Array.from({ length: 120 }, (_, at) => `word${at}`).join(" ")

const leadIn = (...sections: Parameters<typeof aPage>[2]) => {
  const { index } = openTestIndex([
    aPage("owl.md", "Owl", [[1, "owl", "Owls sleep."]]),
    aPage("raven.md", "Raven", sections),
  ])
  const example = [...index.snippets()].find(({ content }) => content.includes("raven send --bread"))
  return leadOf(example?.id ?? -1, index.layout, (id) => index.indexedSnippet(id))?.content
}

describe("code below a heading that does not say what it is about", () => {
  it("has its lead in the section that contains it", () => {
    expect(leadIn([1, "raven send", "Sends a raven."], [2, "Examples", CODE])).toBe("Sends a raven.")
    expect(leadIn([1, "raven send", "Sends a raven."], [2, "Options", "Many."], [2, "Usage", CODE])).toBe(
      "Sends a raven.",
    )
  })

  it("has its lead above the examples if it is one case of them", () => {
    const examples = [2, "Examples", "Two birds."] as const
    expect(leadIn([1, "raven send", "Sends a raven."], examples, [3, "With bread", CODE])).toBe("Sends a raven.")
    expect(
      leadIn([1, "raven send", "Sends a raven."], [2, "Options", "Many."], [3, "With bread", CODE]),
    ).toBeUndefined()
  })

  it("has none if its heading or its own text says it, or if the lead is long or on another page", () => {
    expect(leadIn([1, "raven send", "Sends a raven."], [2, "With bread", CODE])).toBeUndefined()
    expect(leadIn([1, "raven send", "Sends a raven."], [2, "Examples", `With bread: it flies.`, CODE])).toBeUndefined()
    expect(leadIn([1, "raven send", LONG], [2, "Examples", CODE])).toBeUndefined()
    expect(leadIn([1, "Examples", CODE])).toBeUndefined()
  })

  it("is shown with it by default", () => {
    const library = openTestIndex([
      aPage("raven.md", "Raven", [
        [1, "raven send", "Sends one bird."],
        [2, "Examples", CODE],
      ]),
    ])
    const ask = (length: "auto" | "full") =>
      renderContextText(answerQuestion(library, { query: "raven send --bread example", tokens: 2_000, length }))

    expect(ask("auto")).toMatch(/Sends one bird\.[^]*#### Examples[^]*raven send --bread/)
  })
})
