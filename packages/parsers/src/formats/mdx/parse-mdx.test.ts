import { expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseMarkdownOrMdx } from "./parse-mdx.ts"

function read(text: string): readonly string[] {
  return parseMarkdownOrMdx(text).document.blocks.map(shown)
}

it("reads a Markdown page as MDX if its components are blocks", () => {
  const page =
    "<Intro>\n\nKoi swim. {/* fast */}\n\n</Intro>\n\n- <Canary>They sleep{' '}too.</Canary>\n\n<Note>\n\n#### Ponds\n\nDeep."

  expect(read(`${page}\n\n</Note>`)).toEqual([
    "Koi swim.",
    "- (Canary) They sleep too.",
    "**Note**\n\n**Ponds**\n\nDeep.",
  ])
})

it.each<[what: string, text: string, blocks: readonly string[]]>([
  ["a value in braces", "<KoiPond />\n\nSet {name} first.", ["Set {name} first."]],
  [
    "an attribute of HTML",
    '<KoiPond />\n\n<span class="koi">Koi</span> <span class="otter">Otters</span> swim.',
    ["Koi Otters swim."],
  ],
  ["a directive of Vue", '<KoiPond />\n\n<i v-if="wet">Koi</i> swim.', ["*Koi* swim."]],
])("reads a page with %s as Markdown, because it is not MDX", (_, text, blocks) => {
  expect(read(text)).toEqual(blocks)
})
