import { expect, it } from "vitest"
import { shown } from "../../../document/shown-block.testing.ts"
import { parseFile } from "../../../parse-file.ts"
import { convertMarkedBoxes } from "./marked-boxes.ts"

const lines = (text: string) => parseFile({ format: "markdown", text, path: "a" }).document.blocks.map(shown)

it("shows boxes that begin with an exclamation mark, with their titles and code", () => {
  const text =
    "Koi.\n\n! note: They like `bread`!\n\n  Feed them:\n\n  ```sh\n  feed\n  ```\n\n  Twice.\n\n! warning\n\n  They bite.\n\nEnd."

  expect(lines(text)).toEqual([
    "Koi.",
    "**Note: They like `bread`!**\n\nFeed them:",
    "code:feed",
    "Twice.",
    "**Warning**\n\nThey bite.",
    "End.",
  ])
})

it("leaves code and other text as they are, and keeps the number of lines", () => {
  const code = "```sh\n! note: koi\n```\n\n! notes are gone\n\nNo! note: koi."
  expect(convertMarkedBoxes(code)).toBe(code)
  const boxes = "! tip\n  a\n\n  b\nc\n! note: d"
  expect(convertMarkedBoxes(boxes)).toBe('!!! tip\n    a\n\n    b\nc\n!!! note "d"')
})
