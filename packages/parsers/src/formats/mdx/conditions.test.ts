import { expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseFile } from "../../parse-file.ts"

const read = (text: string) => parseFile({ format: "mdx", text, path: "a.mdx" }).document.blocks.map(shown)

it.each([
  ["one name", '<If sdk="nextjs">\n  Feed the koi.\n</If>', ["**Next.js:** Feed the koi."]],
  ["several names", '<If sdk={["vue", "react-router"]}>\n  Swim.\n</If>', ["**Vue, React Router:** Swim."]],
  ["exceptions", '<If notSdk={["nuxt", "ios"]}>\n  Dive.\n</If>', ["**Not Nuxt, iOS:** Dive."]],
  ["the inverse component", '<Unless platform="android">\n  Dive.\n</Unless>', ["**Not Android:** Dive."]],
  ["a condition", '<If condition="macos">\n  Dive.\n</If>', ["**macOS:** Dive."]],
  ["no agents", '<If is="llm">\n  Swim.\n</If>', ["Swim."]],
  [
    "no expressions",
    '<If condition="depth > 4">\n  Swim.\n</If>\n\n<If sdk={sdks}>\n  Dive.\n</If>',
    ["Swim.", "Dive."],
  ],
  ["what has no content", '<If sdk="nuxt">\n  ![Koi](koi.png)\n</If>', []],
])("labels content under a condition with %s", (_, text, blocks) => {
  expect(read(text)).toEqual(blocks)
})

it("labels boxes under a condition, and writes conditions behind the words inside a line", () => {
  const text = [
    '<If sdk="nuxt">',
    "  > [!NOTE]",
    "  > Feed the koi.",
    "</If>",
    "",
    "| Key | Text |",
    "| - | - |",
    '| <If notSdk="nuxt">`KOI`</If> <If sdk="nuxt">`NUXT_KOI`</If> | The koi. |',
  ].join("\n")

  expect(read(text)).toEqual([
    "**Note**\n\n**Nuxt:** Feed the koi.",
    "table:Key | Text / `KOI` (not Nuxt) `NUXT_KOI` (Nuxt) | The koi.",
  ])
})

it("labels several blocks under a condition with a line, and never with a heading", () => {
  const text = '## Koi\n\n<If sdk="nuxt">\n  ### Feed\n\n  Bread.\n\n  More.\n</If>\n\n### Swim\n\nFar.\n'

  expect(read(text)).toEqual(["## Koi", "### Feed", "**Nuxt**", "Bread.", "More.", "### Swim", "Far."])
})

it("labels the fences in a group with its options, beside the names of their files", () => {
  const fence = (info: string, code: string) => `  \`\`\`${info}\n  ${code}\n  \`\`\`\n`
  const text = `<CodeBlockTabs options={["main.js", "App"]}>\n${fence("js", "swim()")}\n${fence("js {{ filename: 'koi.js' }}", "dive()")}</CodeBlockTabs>`

  expect(read(text)).toEqual(["code:swim() (main.js)", "**App**", "code:dive() (koi.js)"])
})
