import { expect, it } from "vitest"
import { parseFile } from "../../parse-file.ts"

const BODY = "<tbody><tr><td>Koi</td><td>Red</td></tr></tbody></table>"

it.each([
  ["html", `<p>Fish:</p><table><thead><tr><td>Name</td><td>Colour</td></tr></thead>${BODY}`],
  ["markdown", `<table><thead><tr><td>Name</td><td>Colour</td></tr></thead>${BODY}`],
  [
    "markdown",
    `<table>\n<thead>\n<td>Name</td>\n<td>Colour</td>\n</thead>\n<tr><td>Koi</td><td>Red</td></tr>\n</table>`,
  ],
  ["mdx", `<table><thead><tr><td>Name</td><td>Colour</td></tr></thead>${BODY}`],
  [
    "mdx",
    `<table>\n  <caption>Fish</caption>\n  <thead>\n    <td>Name</td>\n    <td>Colour</td>\n  </thead>\n  <tr><td>Koi</td><td>Red</td></tr>\n</table>`,
  ],
] as const)("shows ordinary cells in the head of a table as its header in %s", (format, text) => {
  const { blocks } = parseFile({ format, text, path: "a" }).document

  expect(blocks).toContainEqual(expect.objectContaining({ header: ["Name", "Colour"], rows: [["Koi", "Red"]] }))
})
