import { expect, it } from "vitest"
import { planSite } from "../plan-site.ts"

it("orders topics as in the tree that the configuration names", () => {
  const files: Readonly<Record<string, string>> = {
    "docs/writerside.cfg": '<ihp><topics dir="pages"/><instance src="k.tree" version="1"/></ihp>',
    "docs/k.tree":
      '<instance-profile id="k"><toc-element topic="start.topic"/><toc-element toc-title="Ponds">' +
      '<toc-element topic="dig.md" toc-title="Dig one"/></toc-element></instance-profile>',
  }
  const pages = ["docs/pages/dig.md", "docs/pages/a.md", "docs/pages/start.topic"]

  const { order, locations } = planSite(
    pages.map((path) => ({ path, toctrees: [] })),
    (path) => files[path],
  )

  expect(order).toEqual(["docs/pages/start.topic", "docs/pages/dig.md", "docs/pages/a.md"])
  expect(locations.get("docs/pages/dig.md")).toMatchObject({ headings: ["Ponds"], title: "Dig one" })
})
