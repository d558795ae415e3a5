import { expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const EXTRA = `
extra:
  latest_version: 2.0
  pond:
    fish: koi
    list: [1]
  social:
    - icon: !!python/name:material.extensions.emoji.twemoji
`

function filled(text: string, files: Readonly<Record<string, string>>, path = "docs/guide/a.md"): string {
  const page = expandIncludes({ format: "markdown", text, path }, (wanted) => {
    const found = files[wanted]
    return found === undefined ? undefined : { text: found }
  })
  return page?.text ?? text
}

const site = (plugins: string, more = "") => ({ "mkdocs.yml": `plugins:\n${plugins}\n${EXTRA}${more}` })

it.each([
  "  - search\n  - markdownextradata",
  "  - markdownextradata: {}",
  "  - macros",
  "  macros:\n    verbose: true",
])("fills values of a site into text, links and code where a plugin does: %s", (plugins) => {
  const text = [
    "# Pond {{ latest_version }}",
    "[Get it](https://example.org/{{latest_version}}/{{ pond.fish }}) for `{{ extra.pond.fish }}`.",
    "",
    "```xml",
    "<version>{{ config.extra.latest_version }}</version> {{ config.site_name }}",
    "```",
    "{{ gone }} {{ pond }} {{ pond.list }} {{ pond.list.length }} {{ constructor.name }} {{ pond.toString }}",
  ].join("\n")

  expect(filled(text, site(plugins, "site_name: Ponds\n"))).toBe(
    [
      "# Pond 2.0",
      "[Get it](https://example.org/2.0/koi) for `koi`.",
      "",
      "```xml",
      "<version>2.0</version> Ponds",
      "```",
      "{{ gone }} {{ pond }} {{ pond.list }} {{ pond.list.length }} {{ constructor.name }} {{ pond.toString }}",
    ].join("\n"),
  )
})

it.each([
  ["no plugin fills values", "  - search", "docs/a.md", ""],
  ["the page is not one of the site", "  - macros", "README.md", ""],
  ["the site sets other signs", "  - macros:\n      j2_variable_start_string: '[['", "docs/a.md", ""],
  ["pages are filled only where they ask for it", "  - macros:\n      render_by_default: false", "docs/a.md", ""],
  ["the page is excluded", "  - macros", "docs/a.md", "---\nrender_macros: false\n---\n"],
])("leaves names as they are if %s", (_, plugins, path, front) => {
  const text = `${front}{{ latest_version }}`

  expect(filled(text, site(plugins), path)).toBe(text)
})

it("leaves names between raw tags as they are", () => {
  const text = "{{ pond.fish }} {% raw %}{{ pond.fish }}\n{{ pond.fish }}{% endraw %} {{ pond.fish }}"

  expect(filled(text, site("  - macros"))).toContain("koi ")
  expect(filled(text, site("  - macros")).match(/\{\{ pond\.fish \}\}/g)).toHaveLength(2)
})

it("prefers the values of the page, where macros are used", () => {
  const text = "---\npond:\n  fish: carp\n---\n{{ pond.fish }} {{ latest_version }}"

  expect(filled(text, site("  - macros"))).toContain("carp 2.0")
  expect(filled(text, site("  - markdownextradata"))).toContain("koi 2.0")
})

it("reads the files of values that the site names", () => {
  const config = "plugins:\n  - macros:\n      include_yaml:\n        - values/a.yml\n        - lake: values/b.yml\n"
  const files = { "w/mkdocs.yml": config, "w/values/a.yml": "size: 9", "w/values/b.yml": "depth: 1.0" }

  expect(filled("{{ size }} {{ lake.depth }} {{ depth }}", files, "w/docs/a.md")).toBe("9 1.0 {{ depth }}")
})

it.each([
  ["plugins: [markdownextradata]", "docs/_data/ponds/large.yml"],
  ["plugins: [markdownextradata]", "_data/ponds/large.json"],
  ["plugins:\n  - markdownextradata:\n      data: more/values", "more/values/ponds.yml"],
])("reads the folder of values of a site with %s: %s", (config, path) => {
  const value = '{"fish": "koi"}'
  const files = {
    "mkdocs.yml": config,
    [path]: path.endsWith("large.yml") || path.endsWith("json") ? value : `{"large": ${value}}`,
  }

  expect(filled("{{ ponds.large.fish }} {{ ponds.small.fish }}", files)).toBe("koi {{ ponds.small.fish }}")
})

it("reads the configuration of a site in its own folder, whose pages are elsewhere", () => {
  const files = { "site/mkdocs.yml": `docs_dir: pages/en\nplugins: [macros]\n${EXTRA}`, "mkdocs.yml": "docs_dir: no" }

  expect(filled("{{ pond.fish }}", files, "site/pages/en/a.md")).toBe("koi")
  expect(filled("{{ pond.fish }}", files, "site/pages/english.md")).toBe("{{ pond.fish }}")
})
