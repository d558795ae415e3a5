import { expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseFile } from "../../parse-file.ts"

const read = (text: string) => parseFile({ format: "mdx", text, path: "a.mdx" }).document.blocks.map(shown)

it("lists properties with their types and texts", () => {
  const text = [
    "<Properties>",
    "  - `depth?`",
    "  - `number | string`",
    "",
    "  The depth of the pond.",
    "",
    "  ```ts",
    "  depth = 4",
    "  ```",
    "",
    "  ---",
    "",
    "  - ~~`koi`~~",
    "  - [`Koi`](/koi)",
    "  - required",
    "",
    '  <If sdk="nuxt">',
    "    - `otter`",
    "    - `Otter`",
    "",
    "    It swims.",
    "  </If>",
    "</Properties>",
  ].join("\n")

  expect(read(text)).toEqual([
    "- `depth?` (`number | string`): The depth of the pond.",
    "code:depth = 4",
    "- ~~`koi`~~ (`Koi`, required)",
    "**Nuxt**",
    "- `otter` (`Otter`): It swims.",
  ])
})

it("leaves other lists in such a component alone", () => {
  expect(read("<Properties>\n  - Feed the koi.\n  - Swim.\n</Properties>")).toEqual(["- Feed the koi.\n- Swim."])
})

it("makes the texts of steps titles if their content follows them", () => {
  const text = "<Steps>\n\n<Step>Feed the `koi`:</Step>\n\n```sh\nfeed\n```\n\n<Step>Swim.</Step>\n\n</Steps>"

  expect(read(text)).toEqual(["**Feed the `koi`:**", "code:feed", "**Swim.**"])
  expect(read("<Steps>\n<Step>Feed.</Step>\n<Step>Swim.</Step>\n</Steps>")).toEqual(["Feed.", "Swim."])
})

it("lists cards that are links", () => {
  const card = (href: string, text: string) =>
    `  <LinkedCard href="${href}">\n    <svg />\n    ${text}\n  </LinkedCard>`
  const text = `<div>\n${card("https://koi.example/feed", "<p>Koi</p>")}\n${card("/otter", "<div>Otter</div>\n    <div>It swims.</div>")}\n</div>`

  expect(read(text)).toEqual(["- [Koi](https://koi.example/feed)\n- Otter\n\n  It swims."])
  expect(read(card("/otter", "<p>Otter</p>"))).toEqual(["Otter"])
})
