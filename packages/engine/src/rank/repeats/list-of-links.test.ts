import { expect, it } from "vitest"

import { aPage, openTestIndex } from "../../index/index.testing.ts"
import { answerQuestion } from "../answer-question.ts"
import { renderContextText } from "../render.ts"
import { isListOfLinks } from "./list-of-links.ts"

const LINKS = "- **Koi** — feeding koi in winter\n- **Ponds** — koi in ponds"

it("knows links below a heading such as `See also`, but no other list and no text", () => {
  const isIt = (heading: string, content: string) => isListOfLinks({ headingPath: ["Koi", heading], content })

  expect(isIt("See also", LINKS)).toBe(true)
  expect(isIt("Related topics:", `[…]\n\n${LINKS}`)).toBe(true)
  expect(isIt("Next steps", `Feed the koi:\n\n${LINKS}`)).toBe(false)
  expect(isIt("Next steps", `- ${"Feed the koi. ".repeat(20)}`)).toBe(false)
  expect(isIt("Feeding", LINKS)).toBe(false)
})

it("is left out of answers by default, unless nothing matches better", () => {
  const feeding = [1, "Feeding", "Koi in ponds eat little in winter."] as const
  const links = [1, "See also", LINKS] as const
  const ask = (sections: readonly (typeof feeding | typeof links)[], length: "auto" | "full") => {
    const library = openTestIndex([aPage("koi.md", "Koi", [...sections])])
    return renderContextText(answerQuestion(library, { query: "feeding koi in winter", tokens: 2_000, length }))
  }

  expect(ask([feeding, links], "auto")).not.toContain("See also")
  expect(ask([feeding, links], "full")).toContain("See also")
  expect(ask([links], "auto")).toContain("feeding koi in winter")
})
