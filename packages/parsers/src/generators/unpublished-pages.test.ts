import { expect, it } from "vitest"
import { findUnpublishedPages } from "./unpublished-pages.ts"

const found = (pages: readonly string[], files: Readonly<Record<string, string>>) =>
  Object.fromEntries(findUnpublishedPages(pages, (path) => files[path]))

it("finds names that begin with an underscore below the configuration of Docusaurus", () => {
  const published = ["docs/_parts/b.md", "site/docs/a.md", "site/docs/_index.md", "site/docs/_data.rst"]
  const unpublished = ["site/docs/_koi.mdx", "site/docs/_parts/deep/pond.md"]

  expect(found([...published, ...unpublished], { "site/docusaurus.config.ts": "export default {}" })).toEqual(
    Object.fromEntries(unpublished.map((path) => [path, "site/docusaurus.config.ts"])),
  )
})

it("finds the snippets of Mintlify, and none beside another docs.json", () => {
  const pages = ["a.mdx", "snippets/koi.mdx", "guide/snippets/b.mdx", "other/snippets/c.mdx", "other/d.mdx"]
  const files = { "docs.json": '{"navigation": {}}', "other/docs.json": '{"name": "Pond"}' }

  expect(found(pages, files)).toEqual({ "snippets/koi.mdx": "docs.json" })
})

it("finds nothing if no page would remain, or without a site", () => {
  expect(found(["docs/_koi.md"], { "docusaurus.config.js": "" })).toEqual({})
  expect(found(["docs/_koi.md", "a.md", "snippets/b.md"], {})).toEqual({})
})
