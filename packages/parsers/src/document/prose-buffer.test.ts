import { expect, it } from "vitest"
import { shown } from "./shown-block.testing.ts"
import { parseFile } from "../parse-file.ts"

const read = (text: string) => parseFile({ format: "markdown", text, path: "a" }).document.blocks.map(shown)

it("keeps the indentation of the rest of an item that ends with a list, which is not one with the items around it", () => {
  const code = (name: string) => `\n\n  \`\`\`\n  ${name}\n  \`\`\`\n\n`

  expect(read(`- Koi${code("a")}  For example:\n\n  - kohaku\n  - asagi${code("b")}- Tench`)).toEqual([
    "- Koi",
    "code:a",
    "  For example:\n  - kohaku\n  - asagi",
    "code:b",
    "- Tench",
  ])
  expect(read(`- Koi${code("a")}  - kohaku${code("b")}- Tench`)[2]).toBe("  - kohaku")
})

it("puts other text after the code of an item at the margin", () => {
  expect(read("1. Koi\n\n   ```\n   a\n   ```\n\n   - often\n\n   Swims.\n\n   ```\n   b\n   ```\n")).toEqual([
    "1. Koi",
    "code:a",
    "- often\n\nSwims.",
    "code:b",
  ])
})
