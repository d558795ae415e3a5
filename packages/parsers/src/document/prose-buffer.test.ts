import { expect, it } from "vitest"
import { shown } from "./shown-block.testing.ts"
import { parseFile } from "../parse-file.ts"

const read = (text: string) => parseFile({ format: "markdown", text, path: "a" }).document.blocks.map(shown)

it("keeps the indentation of a list after the code of an item, which is not one with the items around it", () => {
  expect(read("- Koi\n\n  ```\n  a\n  ```\n\n  - kohaku\n  - asagi\n\n  ```\n  b\n  ```\n\n- Tench")).toEqual([
    "- Koi",
    "code:a",
    "  - kohaku\n  - asagi",
    "code:b",
    "- Tench",
  ])
})

it("puts other text after the code of an item at the margin", () => {
  expect(read("1. Koi\n\n   ```\n   a\n   ```\n\n   Swims.\n   - often\n\n   ```\n   b\n   ```\n")).toEqual([
    "1. Koi",
    "code:a",
    "Swims.\n- often",
    "code:b",
  ])
})
