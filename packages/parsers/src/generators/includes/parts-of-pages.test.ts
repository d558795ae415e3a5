import { expect, it } from "vitest"
import { isPartOfPages } from "./parts-of-pages.ts"

it.each([
  ["modules/koi/partials/food.adoc", true],
  ["docs/_food.adoc", true],
  ["snippets/code-samples/feed.mdx", true],
  ["docs/guide/_feed.mdx", true],
  ["docs/_partials/feed.md", true],
  ["docs/includes/feed.md", true],
  ["docs/shared/feed.md", true],
  ["content/docs/_index.md", false],
  ["docs/guide/feed.mdx", false],
  ["docs/snippets.md", false],
  ["src/snippets/feed.rs", false],
])("tells whether the path of %s says that pages include it", (path, isPart) => {
  expect(isPartOfPages(path)).toBe(isPart)
})

it.each([
  ["---\nheadless: true\n---\nFeed.", true],
  ["+++\nheadless = true\n+++\nFeed.", true],
  ["---\nheadless: false\n---\nFeed.", false],
  ["---\ntitle: Feed\n---\nheadless: true\n", false],
  ["| Name | Type |\n| - | - |\n| koi | fish |\n", true],
  ["## feed()\n\nFeeds koi.\n", true],
  ["\n# Feed\n\nFeeds koi.\n", false],
  ["Feed\n====\n\nFeeds koi.\n", false],
  ['<p align="center">Koi</p>\n<h1>Feed</h1>', false],
])("tells whether the front matter or a missing title of %j says that other pages show it", (text, isPart) => {
  expect(isPartOfPages("docs/feed.md", text)).toBe(isPart)
})
