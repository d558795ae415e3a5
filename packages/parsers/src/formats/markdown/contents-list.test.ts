import { expect, it } from "vitest"
import { parseFile } from "../../parse-file.ts"

const LINKS = "- [Koi](#koi)\n- [Carp](#carp)\n- [Orfe](#orfe)\n"
const NAMES = "- [`koi`](#koi)\n- [`carp`](#carp)\n- [`orfe`](#orfe)\n"
const isContents = (text: string) =>
  parseFile({ format: "markdown", text, path: "a.md" }).document.blocks.some(
    (block) => block.kind === "prose" && block.isContents === true,
  )

it("recognises a list of the page's own headings, at its top or below a sentence", () => {
  expect(isContents(`# Pond\n\n${LINKS}\n## Koi\n\nThey swim.`)).toBe(true)
  expect(isContents(`# Pond\n\nThis page is about:\n\n${LINKS}\n## Koi\n\nThey swim.`)).toBe(true)
  expect(isContents(`# Pond\n\nFish swim.\n\n${LINKS}\nThey swim.`)).toBe(true)
  expect(isContents(`# Pond\n\n${NAMES}\nThey swim.`)).toBe(true)
})

it("does not recognise code names in the middle of a text, nor links to other pages", () => {
  expect(isContents(`# Pond\n\nThese fish decide:\n\n${NAMES}\nAll others are invalid.`)).toBe(false)
  expect(isContents("# Pond\n\n- [Koi](koi.md)\n- [Carp](carp.md)\n- [Orfe](#orfe)\n")).toBe(false)
})
