import { describe, expect, it } from "vitest"
import type { FormatName } from "../document/document.ts"
import { parseFile } from "../parse-file.ts"

describe("files that are written into a page", () => {
  const picture = `data:image/png;base64,${"iVBORw0K".repeat(20_000)}`

  it.each<[FormatName, string]>([
    [
      "markdown",
      `Text.\n\nSee ![A koi and a tench in a pond](${picture}).\n\n<img alt="Fish that swim under a small bridge" src="${picture}">`,
    ],
    [
      "mdx",
      `<Box />\n\nText.\n\nSee ![A koi and a tench in a pond](${picture}).\n\n![Fish that swim under a small bridge][f]\n\n[f]: ${picture}`,
    ],
    [
      "notebook",
      JSON.stringify({
        cells: [
          {
            cell_type: "markdown",
            source: [`Text.\n\nSee ![A koi and a tench in a pond](${picture}).\n\n`, "Fish swim."],
          },
        ],
      }),
    ],
  ])("show no more than their words (%s)", (format, text) => {
    const { blocks } = parseFile({ format, text, path: "page" }).document

    const texts = blocks.map((block) => (block.kind === "prose" ? block.markdown : ""))
    expect(texts).toEqual([
      "Text.",
      "See A koi and a tench in a pond.",
      ...(format === "notebook" ? ["Fish swim."] : []),
    ])
  })

  it("stay whole where they are short enough to be an example", () => {
    const code = "```css\na { background: url(data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=) }\n```"

    expect(parseFile({ format: "markdown", text: code, path: "page" }).document.blocks).toMatchObject([
      { code: code.slice(7, -4) },
    ])
  })
})
