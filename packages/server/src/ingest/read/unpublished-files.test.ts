import { expect, it } from "vitest"
import { findChangelogs, findCopies, findUnpublished } from "./unpublished-files.ts"

const page = (path: string, title?: string) => ({ path, title, toctrees: [] })

it("finds changelogs inside documentation, except guides with such a name", () => {
  const pages = [
    page("docs/index.md", "Koi"),
    page("docs/changelog.md", "Changelog"),
    page("docs/v4/changelog.mdx", "Migration guide"),
    page("docs/release-notes.rst"),
    page("docs/CHANGES.md", "Upgrading from 1 to 2"),
    page("docs/release/1.2.0-notes.rst", "Koi 1.2.0"),
    page("docs/announce/release-party.rst", "Release party"),
  ]

  expect(findChangelogs(pages, new Map())).toEqual([
    "docs/changelog.md",
    "docs/release-notes.rst",
    "docs/release/1.2.0-notes.rst",
  ])
  expect(findChangelogs([page("docs/changelog.md", "Changelog")], new Map())).toEqual([])
})

it.each([
  ["Key Changes", true],
  ["Feeding the koi", true],
  ["Changes", false],
  ["Koi changes", false],
  ["Koi 1.2", false],
  ["Release history", false],
])("keeps a page with the name of a changelog and the title %s if it is in the navigation: %s", (title, isKept) => {
  const pages = [page("docs/index.md", "Koi"), page("docs/spec/changelog.mdx", title)]
  const changelogs = ["docs/spec/changelog.mdx"]

  expect(findChangelogs(pages, new Set(changelogs))).toEqual(isKept ? [] : changelogs)
  expect(findChangelogs(pages, new Set())).toEqual(changelogs)
})

it("finds files that the site has a second time", () => {
  const titles = ["Koi", "Otter", "Pond"]
  const plans = titles.map((title) => page(`plans/${title}.md`, title))
  const published = titles.map((title) => page(`docs/plans/${title}.mdx`, title))
  const others = [page("plans/README.md", "Plans"), page("docs/index.mdx", "Water")]
  const located = new Set(published.map(({ path }) => path))
  const copied = new Map(plans.map(({ path }, at) => [path, published[at]?.path]))

  expect(findCopies([...plans, ...others, ...published], located)).toEqual(copied)
  expect(findCopies([...plans, ...others, ...published], new Set())).toEqual(new Map())
  expect(findCopies([...plans, ...others, ...published], new Set([...located, "plans/Koi.md"]))).toEqual(new Map())
  expect(findCopies([...plans, ...published.slice(1)], located)).toEqual(new Map())
  expect(findCopies(plans.concat(published.map(({ path }) => page(path, "Other"))), located)).toEqual(new Map())
})

it("says why a file is not a page", () => {
  const plan = { unpublished: new Map([["docs/_part.md", "docs.json"]]), locations: new Map() }

  expect(findUnpublished(plan, [page("docs/_part.md"), page("docs/index.md"), page("docs/changes.md")])).toEqual(
    new Map([
      ["docs/_part.md", { reason: "not_documentation", detail: "docs.json" }],
      ["docs/changes.md", { reason: "changelog", detail: "docs/changes.md" }],
    ]),
  )
})
