import { expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const FILES: Readonly<Record<string, string>> = {
  "docs/_partials/feed.mdx": '---\ntitle: Feed\n---\nFeed the otters.\n\n<Include src="_partials/deep" />\n',
  "docs/_partials/deep.mdx": "Deep water.\n",
  "docs/_partials/step.mdx": "Dig a pond:\n\n```sh\ndig\n```\n",
  "**/reeds/koi.mdx": "Koi returns.\n",
  "docs/ponds/guide.mdx": '<Include src="ponds/guide" />\n',
  "**/ponds/guide.mdx": '<Include src="ponds/guide" />\n',
  "docs/ponds/otter.md": "Otters.",
}

function expanded(text: string, path = "docs/ponds/guide.mdx") {
  const page = expandIncludes({ format: "mdx", text, path }, (asked) => {
    const found = FILES[asked]
    return found === undefined ? undefined : { text: found }
  })
  return { text: page?.text ?? text, problems: page?.problems ?? [] }
}

it.each([
  [
    "in a folder above, with nested ones",
    '<Include src="_partials/feed" />',
    "\nFeed the otters.\n\n\nDeep water.\n\n",
  ],
  ["with its ending", '<Koi src="./otter.md" />', "\nOtters.\n"],
  ["by path in a component that includes", '<Snippet path="ponds/otter" />', "\nOtters.\n"],
  ["in the folder of another tool", '<Reference src="reeds/koi" />', "\nKoi returns.\n"],
  [
    "as an item of a list",
    '1. <Include src="_partials/step" />\n1. Swim.',
    "1. Dig a pond:\n\n   ```sh\n   dig\n   ```\n1. Swim.",
  ],
])("inserts the page that a component names %s", (_, text, result) => {
  expect(expanded(text)).toEqual({ text: result, problems: [] })
})

it.each([
  ["a link", '<LinkCard path="ponds/otter" />'],
  ["a card with an address", '<Card src="ponds/otter" href="/otter" />'],
  ["a picture", '<Image src="ponds/otter.png" />'],
  ["a page that does not exist", '<Include src="_partials/heron" />'],
  ["the page itself", '<Include src="ponds/guide" />'],
  ["an example in a fence", '```mdx\n<Include src="_partials/feed" />\n```'],
])("does not insert %s", (_, text) => {
  expect(expanded(text)).toEqual({ text, problems: [] })
})
