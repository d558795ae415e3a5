import { expect, it } from "vitest"
import { findChangelogs } from "./changelog-pages.ts"

const page = (path: string, title?: string) => ({ path, title, toctrees: [] })

it("finds changelogs inside documentation, except guides with such a name", () => {
  const pages = [
    page("docs/index.md", "Koi"),
    page("docs/changelog.md", "Changelog"),
    page("docs/v4/changelog.mdx", "Migration guide"),
    page("docs/release-notes.rst"),
    page("docs/CHANGES.md", "Upgrading from 1 to 2"),
  ]

  expect(findChangelogs(pages)).toEqual(["docs/changelog.md", "docs/release-notes.rst"])
  expect(findChangelogs([page("docs/changelog.md", "Changelog")])).toEqual([])
})
