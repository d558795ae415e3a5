import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Block, blocksOf } from "./markdown.ts"

const words = (text: string): Block => ({ kind: "paragraph", text })
const list = (start: number | undefined, ...items: Block[][]): Block => ({ kind: "list", start, items })

describe("the text of a snippet", () => {
  it("becomes headings, paragraphs, lists, tables and code", () => {
    const text = [
      "Two lines",
      "of text.",
      "",
      "## Steps",
      "1. Install it",
      "   with npm",
      "2. Run it",
      "",
      "| a | b |",
      "|---|---|",
      "| `x\\|y` | 2 |",
      "```sh",
      "npm start",
      "```",
    ].join("\n")

    expect(blocksOf(text)).toEqual([
      { kind: "paragraph", text: "Two lines\nof text." },
      { kind: "heading", text: "Steps" },
      list(1, [words("Install it with npm")], [words("Run it")]),
      {
        kind: "table",
        rows: [
          ["a", "b"],
          ["`x|y`", "2"],
        ],
      },
      { kind: "code", language: "sh", text: "npm start" },
    ])
  })

  it("has lists in lists, with text and code below an item", () => {
    const text = [
      "- fish",
      "  - raw",
      "  - dried",
      "",
      "    for days",
      "- clams",
      "",
      "3. Open it",
      "   ```sh",
      "   open clam",
      "   ```",
      "",
      "4. Eat it",
      "  * at once",
      "Done.",
    ].join("\n")

    expect(blocksOf(text)).toEqual([
      list(
        undefined,
        [words("fish"), list(undefined, [words("raw")], [words("dried"), words("for days")])],
        [words("clams")],
      ),
      list(
        3,
        [words("Open it"), { kind: "code", language: "sh", text: "open clam" }],
        [words("Eat it"), list(undefined, [words("at once")])],
      ),
      words("Done."),
    ])
  })

  it("has quotes and notes, but no quotes in the input of Python", () => {
    expect(blocksOf("> [!NOTE]\n> Otters *swim*.\n>\n> - well\nSo do seals.")).toEqual([
      { kind: "quote", blocks: [words("**Note**\nOtters *swim*."), list(undefined, [words("well")])] },
      words("So do seals."),
    ])
    expect(blocksOf(">>> 1 + 1\n2")).toEqual([words(">>> 1 + 1\n2")])
  })

  it("is not nested without end", () => {
    const shown = JSON.stringify(blocksOf(`${"> ".repeat(20_000)}deep`))

    expect(shown.match(/"quote"/g)).toHaveLength(9)
    expect(shown).toContain("deep")
  })

  it("ends and loses no word, whatever it contains", () => {
    const word = fc.constantFrom(
      "a1",
      "- b2",
      "| c3 |",
      "|---|",
      "```",
      "# d4",
      "  e5",
      "",
      "2. f6",
      "**g7**",
      "`h8`",
      "> c9",
      "  - a0",
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (lines) => {
        const shown = JSON.stringify(blocksOf(lines.join("\n")))

        for (const [name] of lines.join(" ").matchAll(/[a-h]\d/g)) expect(shown).toContain(name)
      }),
    )
  })
})
