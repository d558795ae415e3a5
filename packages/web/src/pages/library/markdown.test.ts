import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { blocksOf, inlineOf } from "./markdown.ts"

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
      { kind: "list", isOrdered: true, items: ["Install it with npm", "Run it"] },
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

  it("has code and strong words in its lines", () => {
    expect(inlineOf("Use `npm` and **never** `rm`.")).toEqual([
      { kind: "text", text: "Use " },
      { kind: "code", text: "npm" },
      { kind: "text", text: " and " },
      { kind: "strong", text: "never" },
      { kind: "text", text: " " },
      { kind: "code", text: "rm" },
      { kind: "text", text: "." },
    ])
  })

  it("has emphasised words, and keeps other asterisks", () => {
    const kinds = (text: string) => inlineOf(text).map(({ kind, text: words }) => [kind, words])

    expect(kinds("use *Preview files* here")).toEqual([
      ["text", "use "],
      ["emphasis", "Preview files"],
      ["text", " here"],
    ])
    expect(["2 * 3 * 4", "f(*args, **kwargs)", "a*b*c"].map((text) => kinds(text).length)).toEqual([1, 1, 1])
  })

  it("ends and loses no word, whatever it contains", () => {
    const word = fc.constantFrom("a1", "- b2", "| c3 |", "|---|", "```", "# d4", "  e5", "", "2. f6", "**g7**", "`h8`")
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (lines) => {
        const shown = JSON.stringify(blocksOf(lines.join("\n")))

        for (const [name] of lines.join(" ").matchAll(/[a-h]\d/g)) expect(shown).toContain(name)
      }),
    )
  })
})
