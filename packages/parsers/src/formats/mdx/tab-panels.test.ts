import { expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseFile } from "../../parse-file.ts"

const read = (text: string) => parseFile({ format: "mdx", text, path: "a.mdx" }).document.blocks.map(shown)
const fence = (code: string) => `\n\`\`\`ts\n${code}\n\`\`\`\n`

it("labels the alternatives in a component with the last part of their names", () => {
  const text = `<Code>\n<Code.Next>\n${fence("swim()")}\n</Code.Next>\n<Code.NextClient>\n\nDive in.\n${fence("dive()")}\n</Code.NextClient>\n</Code>`

  expect(read(text)).toEqual(["**Next**", "code:swim()", "**Next Client**", "Dive in.", "code:dive()"])
})

it.each([
  ["parts that arrange content", `<Koi>\n<Koi.Body>\n${fence("swim()")}\n</Koi.Body>\n</Koi>`, ["code:swim()"]],
  ["parts without code", "<Pond>\n<Pond.Otter>\n\nSwim.\n\n</Pond.Otter>\n</Pond>", ["Swim."]],
])("does not label %s", (_, text, blocks) => {
  expect(read(text)).toEqual(blocks)
})

it("labels the contents of tabs with their buttons, which are no text", () => {
  const text = [
    "<KoiTabs>",
    "<TabsList>",
    '  <TabsTrigger value="a">By hand</TabsTrigger>',
    '  <TabsTrigger value="b" title="By pump" />',
    "</TabsList>",
    `<TabsContent value="a">\n${fence("feed()")}\n</TabsContent>`,
    `<TabsContent value="b">\n${fence("pump()")}\n</TabsContent>`,
    `<TabsContent value="by-otter">\n\nSwim.\n\n</TabsContent>`,
    "</KoiTabs>",
  ].join("\n")

  expect(read(text)).toEqual(["**By hand**", "code:feed()", "**By pump**", "code:pump()", "**By Otter**", "Swim."])
})
