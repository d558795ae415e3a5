import { describe, expect, it } from "vitest"
import { shown } from "../../../document/shown-block.testing.ts"
import { parseMarkdown } from "../parse-markdown.ts"

function read(text: string): readonly string[] {
  return parseMarkdown(text).document.blocks.map(shown)
}

describe("bracketed spans", () => {
  it.each([
    ["See [`__koi`]{#attr-koi}.", "See `__koi`."],
    ["Feed [big **koi**\nand tench]{.wide #fish} daily.", "Feed big **koi** and tench daily."],
    ["Each *[koi]{#def-koi.pond}* swims.", "Each *koi* swims."],
    ['([koi]{lang="ja"} and ["[tench](tench.md)"]{ .fish })', '(koi and "tench")'],
    ["[]{#pond}Ponds are deep.", "Ponds are deep."],
    ["- [`ε`]{#epsilon}\n\n  Empty.", "- `ε`\n\n  Empty."],
    ["| a | b |\n|---|---|\n| [koi]{.x} | 1 |", "table:a | b / koi | 1"],
  ])("are shown as their text: %s", (text, expected) => {
    expect(read(text).join("\n\n")).toBe(expected)
  })

  it("can be headings and terms", () => {
    expect(read("## [Feeding koi]{.wide}\n\n[`koi`]{#koi}\n: A fish.")).toEqual([
      "## Feeding koi",
      "### koi",
      "A fish.",
    ])
    expect(parseMarkdown("## [`feed()`]{#feed}").document.blocks).toMatchObject([{ text: "feed()", anchor: "feed" }])
    expect(read("## [0.1.0] {#first}")).toEqual(["## [0.1.0]"])
  })

  it.each([
    ["[koi](pond.md){.x}", "koi"],
    ["[koi][pond]{.x}", "[koi][pond]"],
    ["[koi][pond]{.x}\n\n[pond]: pond.md", "koi"],
    ["`[koi]{.x}`", "`[koi]{.x}`"],
    ["    [koi]{.x}", "code:[koi]{.x}"],
    ["ponds[0]{.x}", "ponds[0]"],
    ["[koi]{pond} \\[koi]{.x} [^1]{.x} ![koi]{.x}", "[koi]{pond} [koi] [^1] ![koi]"],
  ])("are not links, references, code or lookups: %s", (text, expected) => {
    expect(read(text).join("\n\n")).toBe(expected)
  })
})
