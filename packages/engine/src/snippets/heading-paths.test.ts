import { describe, expect, it } from "vitest"

import type { Block } from "@lectern/parsers"
import { cutPage } from "./cut-page.ts"

const origin = { path: "pond.md", url: "https://docs.example/pond" }
const lines = { start: 1, end: 1 }
const heading = (level: number, text: string): Block => ({ kind: "heading", level, text, lines })
const prose = (markdown: string): Block => ({ kind: "prose", markdown, role: "paragraph", lines })

describe("the path of a section's headings", () => {
  it("leaves out the same headings above the page for all its sections if the deepest path is too long", () => {
    const blocks = [heading(1, "Pond"), prose("a"), heading(2, "Dig"), prose("b"), heading(3, "Spade"), prose("c")]

    const { snippets } = cutPage(
      { ...origin, headings: ["Lakes", "Guides", "Hills", "Water"] },
      { title: "Pond", blocks },
    )

    expect(snippets.map(({ headingPath }) => headingPath.join(" > "))).toEqual([
      "Lakes > Hills > Water > Pond",
      "Lakes > Hills > Water > Pond > Dig",
      "Lakes > Hills > Water > Pond > Dig > Spade",
    ])
  })

  it("leaves out all headings above the page rather than the page's title", () => {
    const levels = ["Pond", "Dig", "Spade", "Steel", "Rust", "Water"]
    const blocks = levels.flatMap((text, at) => [heading(at + 1, text), prose(text)])
    const deepest = (headings: readonly string[], title: string) =>
      cutPage({ ...origin, headings }, { title, blocks }).snippets.at(-1)?.headingPath

    expect(deepest(["Guides"], "Pond")).toEqual(levels)
    expect(deepest(["Lakes", "Guides"], "Pond")).toEqual(levels)
    expect(deepest([], "The pond")).toEqual(["The pond", "Dig", "Spade", "Steel", "Rust", "Water"])
  })
})
