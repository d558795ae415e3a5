import { expect, it } from "vitest"

import { headingTokensOf, sharedHeadings } from "./block-headings.ts"

const aSection = (...headingPath: readonly string[]) => ({ headingPath, headingTokens: 20 })

it("has no title without sections", () => {
  expect(sharedHeadings([])).toEqual([])
})

it.each([
  ["one section", [aSection("Ravens", "Food")], 0],
  ["only the first heading is shared", [aSection("Ravens", "Food"), aSection("Ravens", "Sleep")], 3 + 20],
  [
    "further headings are shared: each word and each sign between two headings saves a token",
    [aSection("Ravens", " In  the wild", "Food"), aSection("Ravens", " In  the wild", "Sleep")],
    3 + 20 - 4,
  ],
  [
    "a shared heading is empty",
    [aSection("Ravens", " ", "Food"), aSection("Ravens", " ", "Sleep"), aSection("Ravens", " ", "Song")],
    3 + 20 + 20,
  ],
  [
    "a section has only the shared headings: its last one is shown again",
    [aSection("Ravens", "Wild", "Food", "Seeds"), aSection("Ravens", "Wild", "Food")],
    3 + 20 - 2,
  ],
])("counts the tokens of the headings in a block if %s", (_, sections, expected) => {
  expect(headingTokensOf(sections)).toBe(expected)
})
