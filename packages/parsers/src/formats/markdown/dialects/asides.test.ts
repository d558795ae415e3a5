import { describe, expect, it } from "vitest"
import { shown } from "../../../document/shown-block.testing.ts"
import { parseFile } from "../../../parse-file.ts"
import { convertAsides } from "./asides.ts"

const blocksOf = (text: string, format: "markdown" | "mdx" = "markdown") =>
  parseFile({ format, text, path: "a" }).document.blocks
const lines = (text: string, format?: "markdown" | "mdx") => blocksOf(text, format).map(shown)

describe.each(["markdown", "mdx"] as const)("asides of %s", (format) => {
  it.each([
    ["T", "tip"],
    ["W", "warning"],
    ["I", "info"],
    ["E", "error"],
    ["D", "note"],
    ["Q", "note"],
    ["X", "note"],
    ["B", "note"],
    ["A", "note"],
    ["?", "tip"],
    ["!", "important"],
  ])("with the sign %s are boxes of the kind %s", (sign, kind) => {
    const container = `Koi.\n\n:::${kind}\n\nThe \`koi\` bite. They jump.\n\n:::\n\nEnd.`
    const aside = `Koi.\n\n${sign}> The \`koi\` bite.\n${sign}> They jump.\n\nEnd.`

    expect(lines(aside, format)).toEqual(lines(container, format))
    expect(blocksOf(aside, format).map(({ kind }) => kind)).toEqual(blocksOf(container, format).map(({ kind }) => kind))
  })

  it("end with their paragraph, of which a line without the sign is a part", () => {
    const text = "# Koi\nW> [Koi](koi.md) bite,\nif hungry.\n\nW> They jump.\n\nEnd."

    expect(lines(text, format)).toEqual([
      "# Koi",
      "**Warning**\n\nKoi bite, if hungry.",
      "**Warning**\n\nThey jump.",
      "End.",
    ])
  })

  it("may have a title, or begin with a list", () => {
    const text = "T> ## Feeding\nT>\nT> Feed them.\n\nT> - peas\nT> - corn"

    expect(lines(text, format)).toEqual(["**Tip: Feeding**\n\nFeed them.", "> - peas\n> - corn"])
  })

  it("are not in code, in a paragraph or in formulas", () => {
    const text = "```sh\n\nW> koi\n```\n\nWhere a\nT> b is more.\n\nT>U and a > b."

    expect(lines(text, format)).toEqual(["code:W> koi", "Where a T> b is more.", "T>U and a > b."])
  })
})

it("keeps the number of lines", () => {
  for (const text of ["W> a\nW> b\n\nW>\n\n?> c", "T> ```js\nT> x\nT> ```\nT> y", "W>\n"])
    expect(convertAsides(text).split("\n")).toHaveLength(text.split("\n").length)
})
