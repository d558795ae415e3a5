import { describe, expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseFile } from "../../parse-file.ts"
import { isMdxPage } from "./is-mdx-page.ts"

const read = (text: string, format: "markdown" | "mdx" = "markdown") =>
  parseFile({ format, text, path: "a" }).document.blocks.map(shown)

describe("a Markdown page", () => {
  it.each([
    ["an import", "---\ntitle: Dens\n---\n\nimport Den from '@site/den'\nimport dens from \"./dens.js\";\n\nText.\n"],
    ["an export", "# Dens\n\nexport const depth = 2\n\nText.\n"],
    ["a component", '# Dens\n\n<Den depth="2" />\n\nText.\n'],
    ["a component, with a script in code", "```html\n<script>\n```\n\n<Den />\n"],
    ["a component around text", "<Den.Holt depth={2}>\n\nText.\n\n</Den.Holt>\n"],
  ])("is MDX if it contains %s", (_, text) => {
    expect(isMdxPage(text)).toBe(true)
  })

  it.each([
    ["an import inside its text", "To dig, write\nimport Den from './den'\nin a file.\n"],
    ["an import of another language", 'import den\n\nimport "den"\n\nfrom den import holt\n'],
    ["code", "```jsx\nimport Den from './den'\n\n<Den />\n```\n\n    <Den />\n"],
    ["HTML", '<div>\n\nText.\n\n</div>\n\n<TABLE BORDER="1">\n</TABLE>\n\n<BR/>\n<x-den />\n'],
    ["a placeholder or a component in a sentence", "<Name>\n\nUse <Den /> here.\n"],
    ["a component of Vue", "<script setup>\nconst a = 1\n</script>\n\n<Den />\n"],
    ["an attribute of Vue", '<Den :depth="2" />\n\n<Den v-if="a" />\n\n<Den @dig="b">\n'],
  ])("is not MDX if it only contains %s", (_, text) => {
    expect(isMdxPage(text)).toBe(false)
  })
})

describe("indented text", () => {
  it("is text in a Markdown page that is MDX", () => {
    expect(read("import Den from './den'\n\nOtters.\n\n    They *dig*.\n\n- A\n\n      B\n\nEnd.\n")).toEqual([
      "Otters.",
      "They *dig*.",
      "- A\n\n  B",
      "End.",
    ])
  })

  it("can be every other block", () => {
    const text =
      "export const a = 1\n\n<Den>\n\n    ## Otters\n\n    - They dig.\n\n    ```js\n    dig(\n      1)\n    ```\n\n        Deep.\n\n</Den>\n"

    expect(read(text)).toEqual(["## Otters", "- They dig.", "code:dig(\n  1)", "Deep."])
    expect(read(`${text}\n{deep}`).slice(1)).toEqual(["## Otters", "- They dig.", "code:dig(\n  1)", "Deep.", "{deep}"])
  })

  it("is text in MDX that is not valid", () => {
    expect(read("Otters {a b}.\n\n    They dig.\n", "mdx")).toEqual(["Otters {a b}.", "They dig."])
  })

  it("is code in other Markdown", () => {
    expect(read("<div>Otters.</div>\n\n    dig()\n")).toEqual(["Otters.", "code:dig()"])
  })

  it("is parsed in time linear to its length, however deep it is", () => {
    const began = performance.now()
    read("<Den />\n\n" + Array.from({ length: 2_000 }, (_, line) => " ".repeat(4 * line) + "a\n\n").join(""))
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})
