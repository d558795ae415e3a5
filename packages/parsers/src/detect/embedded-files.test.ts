import { describe, expect, it } from "vitest"
import type { FormatName } from "../document/document.ts"
import { parseFile } from "../parse-file.ts"

describe("files that are written into a page", () => {
  const picture = `data:image/png;base64,${"iVBORw0K".repeat(20_000)}`

  it.each<[FormatName, string]>([
    [
      "markdown",
      `Text.\n\n![A koi and a tench in a pond](${picture})\n\n<img alt="Fish that swim under a small bridge" src="${picture}">`,
    ],
    [
      "mdx",
      `<Box />\n\nText.\n\n![A koi and a tench in a pond](${picture})\n\n![Fish that swim under a small bridge][f]\n\n[f]: ${picture}`,
    ],
    [
      "notebook",
      JSON.stringify({
        cells: [
          { cell_type: "markdown", source: [`Text.\n\n![A koi and a tench in a pond](${picture})\n\n`, "Fish swim."] },
        ],
      }),
    ],
  ])("show no more than their words (%s)", (format, text) => {
    const { blocks } = parseFile({ format, text, path: "page" }).document

    const [first, second, third] = blocks.map((block) => (block.kind === "prose" ? block.markdown : ""))
    expect([first, second]).toEqual(["Text.", "Image: A koi and a tench in a pond"])
    expect(third).toBe(format === "notebook" ? "Fish swim." : "Image: Fish that swim under a small bridge")
    expect(blocks).toHaveLength(3)
  })

  it("stay whole where they are short enough to be an example", () => {
    const code = "```css\na { background: url(data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=) }\n```"

    expect(parseFile({ format: "markdown", text: code, path: "page" }).document.blocks).toMatchObject([
      { code: code.slice(7, -4) },
    ])
  })
})
