import { describe, expect, it } from "vitest"
import type { Document, FormatName } from "./document/document.ts"
import { shown } from "./document/shown-block.testing.ts"
import { parsePage } from "./parse-page.ts"

async function read(format: FormatName, text: string): Promise<Document> {
  return (await parsePage({ format, text, path: "page" }, { read: () => undefined })).document
}

describe("a page stored as JSON", () => {
  it("shows struck words of notes", async () => {
    const words = (text: string, marks: object = {}) => ({
      type: "text",
      plain_text: text,
      annotations: { bold: false, code: false, strikethrough: false, ...marks },
    })
    const struck = { strikethrough: true }
    const rich_text = [words("Feed "), words("twice ", struck), words("a day", struck), words(" once", { bold: true })]
    const page = { title: "Koi", blocks: [{ type: "paragraph", paragraph: { rich_text } }] }

    const { blocks } = await read("notes-blocks", JSON.stringify(page))

    expect(blocks.map(shown)).toEqual(["Feed ~~twice~~ ~~a day~~ **once**"])
  })

  it("hides the head of a notebook and the cells that its site leaves out", async () => {
    const cell = (cell_type: string, source: string, tags: string[] = [], more: object = {}) => ({
      cell_type,
      source,
      metadata: { tags },
      ...(cell_type === "code" ? { outputs: [{ output_type: "stream", text: `${source} ran\n` }] } : {}),
      ...more,
    })
    const cells = [
      cell("raw", "---\ntitle: Koi\n---"),
      cell("code", "setup()", ["remove-cell"]),
      cell("code", "plot()", ["remove-input"]),
      cell("code", "feed()", ["remove-output"]),
      cell("markdown", "Words.", [], { metadata: { nbsphinx: "hidden" } }),
      cell("raw", "---\nplain"),
    ]

    const document = await read("notebook", JSON.stringify({ cells, metadata: {} }))

    expect(document.title).toBe("Koi")
    expect(document.blocks.map(shown)).toEqual(["code:plot() ran", "code:feed()", "---\nplain"])
  })
})
