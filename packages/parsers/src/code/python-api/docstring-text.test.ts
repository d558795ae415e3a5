import { expect, it } from "vitest"
import { parseFile } from "../../parse-file.ts"
import { parseDocstring } from "../symbols/comments/docstring.ts"
import { commentMarkdown } from "../syntax/write-module.ts"
import { docstringText } from "./docstring-text.ts"

const SEVERAL = `Measure koi.

Returns
-------
mean : float
    The mean length
    of all koi.
koi : list of Koi
    The koi.

See Also
--------
feed : Feed koi.`

function shown(docstring: string): string {
  const text = [".. function:: measure(pond)", "", ...docstringText(docstring).map((line) => line && `   ${line}`)]
  const { document } = parseFile({ format: "restructured-text", text: text.join("\n"), path: "a.rst" })
  return document.blocks.map((block) => ("markdown" in block ? block.markdown : "")).join("\n")
}

const CONDITIONS = `Measure koi.

Raises:
    PondError:
        - If the pond is empty
          or frozen.
        - If a koi sleeps.
    LakeError: Always.`

it("keeps all items of a list below a name, in reStructuredText and in Markdown", () => {
  const list = "`PondError`:\n  - If the pond is empty or frozen.\n  - If a koi sleeps."
  const { document } = parseFile({
    format: "markdown",
    text: commentMarkdown(parseDocstring(CONDITIONS)),
    path: "a.md",
  })

  expect(shown(CONDITIONS)).toContain(`- Raises ${list}\n- Raises \`LakeError\`: Always.`)
  expect(document.blocks.at(-1)).toMatchObject({ markdown: `- ${list}\n- \`LakeError\`: Always.` })
})

it("lists several return values with their names and types", () => {
  expect(shown(SEVERAL)).toContain(
    "- **Returns**:\n  - `mean` (float): The mean length of all koi.\n  - `koi` (list of Koi): The koi.",
  )
  expect(parseDocstring(SEVERAL).returns).toEqual({
    name: "",
    type: "",
    text: "- `mean` (float): The mean length\n  of all koi.\n- `koi` (list of Koi): The koi.",
  })
})

it("shows one return value as a text and a type", () => {
  expect(shown("Koi.\n\nReturns\n-------\nfloat\n    The mean.")).toContain(
    "- **Returns**: The mean.\n- **Return type**: float",
  )
})

it("keeps plain text about return values", () => {
  expect(shown("Koi.\n\nReturns\n-------\nThe mean length\nof all koi.")).not.toContain("`The mean length`")
})
