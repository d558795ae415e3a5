import { expect, it } from "vitest"
import { findSiteIdentity } from "./site-identity.ts"

const identityOf = (files: Readonly<Record<string, string>>) =>
  findSiteIdentity(["docs/a.md", "docs/b.md"], (path) => files[path])

it.each(["{ title: 'Otter', tagline: 'Water\\'s best' }", '{ "title": "Otter",\n  "tagline":\n    "Water\'s best" }'])(
  "reads the name and the slogan of a site from a script: %s",
  (config) => {
    expect(identityOf({ "docusaurus.config.js": `export default ${config}\n` })).toEqual({
      name: "Otter",
      description: "Water's best",
    })
  },
)

it("takes no other title or description of a script for that of the site", () => {
  const docusaurus = 'export default { "og:title": "Dam", other: { subtitle: "River" }, tagline: "A" + "b" }\n'
  const vitepress =
    "export default {\n  head: [\n    { description: 'A menu of ponds' },\n  ],\n  title: 'Otter',\n  description: 'The water framework',\n}\n"

  expect(identityOf({ "docusaurus.config.js": docusaurus })).toEqual({ name: undefined, description: undefined })
  expect(identityOf({ "docs/.vitepress/config.ts": vitepress })).toEqual({
    name: "Otter",
    description: "The water framework",
  })
})

it.each([
  ["mkdocs.yml", "site_name: Otter\nsite_description: Swims\n"],
  ["docs/docs.json", '{ "name": "Otter", "seo": { "metatags": { "og:description": "Swims" } } }'],
  ["docs/mint.json", '{ "name": "Otter", "description": "Swims" }'],
  ["docs/astro.config.mjs", "export default { integrations: [starlight({ title: 'Otter', description: 'Swims' })] }"],
  ["docs/book.toml", '[book]\ntitle = "Otter"\ndescription = "Swims"\n'],
  ["docs/hugo.toml", 'title = "Otter"\n[params]\ndescription = "Swims"\n'],
  ["_config.yml", "title: Otter\ndescription: >-\n  Swims\n"],
])("reads the name and the description of a site from %s", (path, text) => {
  expect(identityOf({ [path]: text })).toEqual({ name: "Otter", description: "Swims" })
})

it("takes the description from another configuration if the one with the name has none", () => {
  expect(
    identityOf({ "docs/conf.py": "project = 'Otter'\n", "website/mkdocs.yml": "site_description: Swims\n" }),
  ).toEqual({ name: "Otter", description: "Swims" })
})
