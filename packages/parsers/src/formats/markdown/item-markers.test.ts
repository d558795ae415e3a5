import { describe, expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseMarkdown } from "./parse-markdown.ts"

function read(text: string): readonly string[] {
  return parseMarkdown(text).document.blocks.map(shown)
}

describe("items of numbered lists", () => {
  it.each([
    ["1. Fill the pond.\n1. Feed the koi.\n1. Rest.", "1. Fill the pond.\n2. Feed the koi.\n3. Rest."],
    ["3) Feed.\n3) Rest.", "3. Feed.\n4. Rest."],
    ["0. Fill.\n9. Rest.", "0. Fill.\n1. Rest."],
    ["1. Fill.\n   - Stones.\n   - Water.\n1. Rest.", "1. Fill.\n   - Stones.\n   - Water.\n2. Rest."],
    ["- Pond:\n  1. Fill.\n  1. Rest.\n- Koi.", "- Pond:\n  1. Fill.\n  2. Rest.\n- Koi."],
  ])("are numbered from the first one on, whatever numbers the others have", (text, list) => {
    expect(read(text)).toEqual([list])
  })

  it("keep their numbers around code", () => {
    expect(read("1. Fill:\n\n   ```sh\n   fill\n   ```\n\n1. Rest.")).toEqual(["1. Fill:", "code:fill", "2. Rest."])
  })
})
