import { expect, it } from "vitest"
import { parseMarkdown } from "./parse-markdown.ts"

it("reads the first 150,000 lines of a page, and reports that", () => {
  const { document, problems } = parseMarkdown("a\n".repeat(149_998) + "\nb\n\nc\n")

  expect(problems).toEqual([{ message: "only the first 150000 lines of the page were read" }])
  expect(document.blocks.at(-1)).toMatchObject({ markdown: "b" })
  expect(parseMarkdown("a\n".repeat(149_999)).problems).toEqual([])
})
