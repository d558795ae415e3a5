import { describe, expect, it } from "vitest"

import { aPage, openTestIndex } from "../../index/index.testing.ts"
import { answerQuestion } from "../answer-question.ts"
import { renderContextText } from "../render.ts"
import { warningAbove } from "./page-warning.ts"

const WARNING = "**Caution**\n\nRavens need the flag `--feathers`."
const LONG = Array.from({ length: 120 }, (_, at) => `word${at}`).join(" ")
const SENDING = [2, "Sending", "Birds are sent with `raven send`."] as const

/** Finds the warning above the last snippet of a page. */
const warningOn = (...sections: Parameters<typeof aPage>[2]) => {
  const { index } = openTestIndex([
    aPage("owl.md", "Owl", [[1, "owl", "Owls sleep."]]),
    aPage("raven.md", "Raven", sections),
  ])
  const last = [...index.snippets()].at(-1)
  return warningAbove(last?.id ?? -1, index.layout, (id) => index.indexedSnippet(id))?.content
}

describe("the warning of a page", () => {
  it("is the box at its top, or the label that says what state its subject is in", () => {
    expect(warningOn([1, "Raven", "Ravens fly.", WARNING], SENDING)).toContain("--feathers")
    expect(warningOn([1, "Raven", "**Ravens are deprecated**\n\nKeep owls."], SENDING)).toContain("Keep owls.")
  })

  it("is not a box below a subsection, a long text, or text without a box", () => {
    expect(warningOn([1, "Raven", "Ravens fly."], [2, "Feathers", WARNING], SENDING)).toBeUndefined()
    expect(warningOn([1, "Feathers", WARNING], [1, "Sending", "Send it."])).toBeUndefined()
    expect(warningOn([1, "Raven", `**Caution** ${LONG}`], SENDING)).toBeUndefined()
    expect(warningOn([1, "Raven", "Ravens steal deprecated bread."], SENDING)).toBeUndefined()
  })

  it("is shown by default with anything of the page", () => {
    const library = openTestIndex([aPage("raven.md", "Raven", [[1, "Raven", WARNING], SENDING])])
    const ask = (length: "auto" | "full") =>
      renderContextText(answerQuestion(library, { query: "birds are sent", tokens: 2_000, length }))

    expect(ask("auto")).toMatch(/--feathers[^]*raven send/)
    expect(ask("full")).not.toContain("--feathers")
  })
})
