import { expect, it } from "vitest"
import { findSiteName } from "./site-name.ts"

it.each(["{ title: 'Otter', tagline: 'Water' }", '{ "title": "Otter", "tagline": "Water" }'])(
  "reads the name of a site from a script: %s",
  (config) => {
    const files = new Map([["docusaurus.config.js", `export default ${config}\n`]])

    expect(findSiteName(["docs/a.md"], (path) => files.get(path))).toBe("Otter")
  },
)

it("takes no other title of a script for the name of the site", () => {
  const files = new Map([
    ["docusaurus.config.js", 'export default { "og:title": "Dam", other: { subtitle: "River" } }\n'],
  ])

  expect(findSiteName(["docs/a.md"], (path) => files.get(path))).toBeUndefined()
})
