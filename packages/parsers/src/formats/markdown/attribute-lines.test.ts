import { describe, expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseMarkdown } from "./parse-markdown.ts"

function read(text: string): readonly string[] {
  return parseMarkdown(text).document.blocks.map(shown)
}

describe("lines of attributes", () => {
  it("do not end the list whose item they belong to", () => {
    const list =
      '* Koi: swim.\n{#koi .wide}\n\n    === "Food"\n\n        Peas.\n\n    ??? example "More"\n        Rice.\n'

    expect(read(list)).toEqual(["- Koi: swim.\n\n  **Food**\n\n  Peas.\n\n  **Example: More**\n\n  Rice."])
  })

  it.each([
    ["Koi.\n{#koi}\n\nTench.", ["Koi.", "Tench."]],
    ["* Koi\n  {#koi}\n* Tench", ["- Koi\n- Tench"]],
    ["> Koi\n{.quote}", ["> Koi"]],
    ["Koi\n{koi}", ["Koi {koi}"]],
  ])("are not text of the paragraph above them", (text, blocks) => {
    expect(read(text)).toEqual(blocks)
  })
})

describe("references to headings of other pages", () => {
  it("are shown as their words if the id contains them", () => {
    expect(read("Is [init-only][koi-init-only-fields], not [koi][pond-key] or [koi][big-old-pond].")).toEqual([
      "Is init-only, not [koi][pond-key] or [koi][big-old-pond].",
    ])
  })
})
