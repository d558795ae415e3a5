import { expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parsePage } from "../../parse-page.ts"

const FILES: Readonly<Record<string, string>> = {
  "snippets/feed.sh": "koi feed\nkoi sleep\n",
  "docs/guide/feed.ts": "  feed()\n",
}
const read = (path: string) => {
  const text = FILES[path]
  return text === undefined ? undefined : { text }
}

async function shownOf(text: string): Promise<readonly string[]> {
  const { document } = await parsePage({ format: "markdown", text, path: "docs/guide/koi.md" }, { read })
  return document.blocks.map(shown)
}

it.each([
  ["@[code](./feed.ts)", "code:feed()"],
  ["@[code](@snippets/feed.sh)", "code:koi feed\nkoi sleep"],
  ["@[code](@/snippets/feed.sh)", "code:koi feed\nkoi sleep"],
  ["@[code{2-2} bash:no-line-numbers](../../snippets/feed.sh)", "code:koi sleep"],
])("reads the code that VuePress includes by %s", async (text, expected) => {
  expect(await shownOf(`Feed them:\n\n${text}\n`)).toEqual(["Feed them:", expected])
})

it("leaves out a file that does not exist", async () => {
  expect(await shownOf("Feed them.\n\n@[code](./missing.ts)\n")).toEqual(["Feed them."])
})

it("leaves the syntax in code", async () => {
  expect(await shownOf("```md\n@[code](./feed.ts)\n```\n")).toEqual(["code:@[code](./feed.ts)"])
})
