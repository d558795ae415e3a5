import { expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseFile } from "../../parse-file.ts"

const read = (text: string) => parseFile({ format: "markdown", text, path: "Koi.docc/a.md" }).document.blocks.map(shown)

it.each([
  ["a heading of another page", "See <doc:Feeding#Amounts-of-Food>.", "See Amounts of Food."],
  ["a page", "See <doc:Feeding-Koi>.", "See Feeding Koi."],
  ["a page in a folder", "See <doc:/documentation/Koi/Feeding-Koi>.", "See Feeding Koi."],
  ["a heading of the same page", "See <doc:#Amounts>.", "See Amounts."],
])("shows the title of %s in links of DocC", (_, text, title) => {
  expect(read(text)).toEqual([title])
})

it("keeps links of DocC in code", () => {
  expect(read("Write `<doc:Feeding-Koi>`.")).toEqual(["Write `<doc:Feeding-Koi>`."])
})
