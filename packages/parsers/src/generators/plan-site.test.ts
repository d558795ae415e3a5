import { describe, expect, it } from "vitest"
import { planSite, sitePlanPaths } from "./plan-site.ts"
import { readSitePage } from "./read-site-page.ts"

/** Plans a site of the given files; pages are those whose ending says so. */
function plan(files: Readonly<Record<string, string>>) {
  const pages = Object.entries(files).flatMap(([path, text]) => {
    const format = /\.mdx?$/.test(path) ? "markdown" : path.endsWith(".rst") ? "restructured-text" : undefined
    const isPage = !/(?:SUMMARY\.md|nav\.adoc)$/.test(path)
    if (format !== undefined && isPage) return [readSitePage(format, text, path)]
    return path.endsWith(".adoc") && isPage && !path.includes("/partials/")
      ? [readSitePage("asciidoc", text, path)]
      : []
  })
  const { order, locations } = planSite(pages, (path) => files[path])
  return order.map((path) => {
    const { title, headings = [] } = locations.get(path) ?? {}
    return [
      path,
      ...(title === undefined ? [] : [title]),
      ...(headings.length === 0 ? [] : [headings.join(" > ")]),
    ].join(" | ")
  })
}

const empty = (...paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, "text"]))

describe("planSite", () => {
  it("follows the nav of MkDocs below its docs_dir", () => {
    const nav =
      "site_name: S\ndocs_dir: pages\nmarkdown_extensions:\n  - x: !!python/name:y.z\nnav:\n  - Home: index.md\n  - Guide:\n    - guide/b.md\n    - First: guide/a.md\n  - https://example.org\n"

    expect(
      plan({
        "site/mkdocs.yml": nav,
        ...empty("site/pages/guide/a.md", "site/pages/guide/b.md", "site/pages/index.md", "z.md"),
      }),
    ).toEqual([
      "site/pages/index.md | Home",
      "site/pages/guide/b.md | Guide",
      "site/pages/guide/a.md | First | Guide",
      "z.md",
    ])
  })

  it("follows sections of TanStack by framework, and no other config.json", () => {
    const sections = [
      { label: "API", children: [{ label: "Pond", to: "api/pond" }] },
      { label: "Guides", frameworks: [{ label: "vue", children: [{ label: "Dig", to: "framework/vue/dig" }] }] },
    ]

    expect(
      plan({
        "docs/config.json": JSON.stringify({ sections }),
        "other/config.json": JSON.stringify({ sections: [{ label: "B", children: ["b"] }], frameworks: [] }),
        ...empty("docs/api/pond.md", "docs/framework/vue/dig.md", "other/a.md", "other/b.md"),
      }),
    ).toEqual([
      "docs/api/pond.md | Pond | API",
      "docs/framework/vue/dig.md | Dig | Vue > Guides",
      "other/a.md",
      "other/b.md",
    ])
  })

  it("follows sidebars of Docusaurus, numbers of files left out of ids", () => {
    const sidebars =
      "import type {SidebarsConfig} from '@docusaurus/plugin-content-docs';\nconst sidebars: SidebarsConfig = {\n  main: [\n    'intro',\n    {type: 'category', label: 'Guides', link: {type: 'doc', id: 'guides/overview'}, items: ['guides/run', {type: 'doc', id: 'guides/build', label: 'Building'}]},\n    {'API reference': ['api']},\n  ],\n};\nexport default sidebars;\n"

    expect(
      plan({
        "sidebars.ts": sidebars,
        ...empty(
          "docs/02-guides/01-build.md",
          "docs/02-guides/overview.mdx",
          "docs/02-guides/run.md",
          "docs/api.md",
          "docs/intro.md",
        ),
      }),
    ).toEqual([
      "docs/intro.md",
      "docs/02-guides/overview.mdx | Guides",
      "docs/02-guides/run.md | Guides",
      "docs/02-guides/01-build.md | Building | Guides",
      "docs/api.md | API reference",
    ])
  })

  it("follows sidebars of VitePress by part of the site, with bases and imports", () => {
    const config =
      "import { defineConfig } from 'vitepress'\nimport { reference } from './reference.js'\nexport default defineConfig({ srcDir: './src', themeConfig: { nav: [], sidebar: { '/guide/': { base: '/guide/', items: guide() }, '/ref/': reference } } })\nfunction guide() { return [{ text: 'Basics', items: [{ text: 'What is &lt;it&gt;?', link: 'what' }, { text: 'Start', link: '/start' }] }] }\n"
    const reference =
      "export const reference = [{ text: 'Reference', items: [{ text: '<b>CLI</b>', link: '/ref/cli#run' }] }]"

    expect(
      plan({
        ".vitepress/config.mts": config,
        ".vitepress/reference.ts": reference,
        ...empty("src/guide/start.md", "src/guide/what.md", "src/ref/cli.md"),
      }),
    ).toEqual([
      "src/guide/what.md | What is <it>? | Basics",
      "src/guide/start.md | Start | Basics",
      "src/ref/cli.md | CLI | Reference",
    ])
  })

  it("follows the sidebar of Starlight", () => {
    const config =
      "import starlight from '@astrojs/starlight'\nexport default defineConfig({ integrations: [starlight({ title: 'T', sidebar: [{ label: 'Start', items: ['install', { label: 'Run it', slug: 'run' }] }, { label: 'Ref', autogenerate: { directory: 'ref' } }] })] })"

    expect(
      plan({
        "astro.config.mjs": config,
        ...empty("src/content/docs/install.mdx", "src/content/docs/ref/a.md", "src/content/docs/run.md"),
      }),
    ).toEqual([
      "src/content/docs/install.mdx | Start",
      "src/content/docs/run.md | Run it | Start",
      "src/content/docs/ref/a.md",
    ])
  })

  it("follows docs.json of Mintlify", () => {
    const config =
      '{ "navigation": { "tabs": [{ "tab": "Guides", "groups": [{ "group": "Begin", "pages": ["b", "a"] }] }] } }'

    expect(plan({ "docs.json": config, ...empty("a.mdx", "b.mdx") })).toEqual([
      "b.mdx | Guides > Begin",
      "a.mdx | Guides > Begin",
    ])
  })

  it("follows the default version of each part of Mintlify, else the first", () => {
    const koi = {
      tab: "Koi",
      versions: [
        { version: "1", pages: ["b"] },
        { version: "2", default: true, pages: ["c", "a"] },
      ],
    }
    const otter = {
      tab: "Otter",
      languages: [
        { language: "en", pages: ["d"] },
        { language: "fr", pages: ["e"] },
      ],
    }
    const config = JSON.stringify({ navigation: { tabs: [koi, otter] } })

    expect(plan({ "docs.json": config, ...empty("a.mdx", "c.mdx", "d.mdx") })).toEqual([
      "c.mdx | Koi",
      "a.mdx | Koi",
      "d.mdx | Otter",
    ])
  })

  it.each(["dropdown", "product"])("names the parts of Mintlify in a %s", (key) => {
    const config = `{ "navigation": { "${key}s": [{ "${key}": "Fish", "icon": "pond", "groups": [{ "group": "Begin", "pages": ["a"] }] }] } }`

    expect(plan({ "docs.json": config, ...empty("a.mdx") })).toEqual(["a.mdx | Fish > Begin"])
  })

  it("follows SUMMARY.md of mdBook with its parts", () => {
    const summary =
      "# Summary\n\n[Introduction](README.md)\n\n# User guide\n\n- [Install](guide/install.md)\n    - [From `source`](guide/source.md)\n- [Draft]()\n"

    expect(
      plan({
        "book/src/SUMMARY.md": summary,
        ...empty("book/src/README.md", "book/src/guide/install.md", "book/src/guide/source.md"),
      }),
    ).toEqual([
      "book/src/README.md | Introduction",
      "book/src/guide/install.md | Install | User guide",
      "book/src/guide/source.md | From source | User guide > Install",
    ])
  })

  it("follows SUMMARY.md.in, of which a build makes SUMMARY.md", () => {
    const summary =
      "# Contents\n\n- [Store](store.md)\n{{#include ./koi/SUMMARY.md}}\n  - [koi --feed](feed.md)\n@pages@\n"

    expect(plan({ "doc/SUMMARY.md.in": summary, ...empty("doc/feed.md", "doc/store.md") })).toEqual([
      "doc/store.md | Store",
      "doc/feed.md | koi --feed | Store",
    ])
  })

  it("reads labels with brackets in SUMMARY.md", () => {
    const summary = "- [`#[koi]` attribute](koi.md)\n- [[Tench] (small)](tench.md)\n"

    expect(plan({ "SUMMARY.md": summary, ...empty("koi.md", "tench.md") })).toEqual([
      "koi.md | #[koi] attribute",
      "tench.md | [Tench] (small)",
    ])
  })

  it("follows navigation files of Antora with their includes", () => {
    const nav = ".Using it\ninclude::tool:partial$nav-tool.adoc[]\n* xref:index.adoc[,role=icon]\n"
    const partial = "* xref:tool:start.adoc[Starting]\n** xref:tool:deep/more.adoc#id[]\n"

    expect(
      plan({
        "d/antora.yml": "name: x\nnav:\n- modules/ROOT/nav.adoc\n",
        "d/modules/ROOT/nav.adoc": nav,
        "d/modules/tool/partials/nav-tool.adoc": partial,
        ...empty(
          "d/modules/ROOT/pages/index.adoc",
          "d/modules/tool/pages/deep/more.adoc",
          "d/modules/tool/pages/start.adoc",
        ),
      }),
    ).toEqual([
      "d/modules/tool/pages/start.adoc | Starting | Using it",
      "d/modules/tool/pages/deep/more.adoc | Using it > Starting",
      "d/modules/ROOT/pages/index.adoc | Using it",
    ])
  })

  it("follows toctrees of Sphinx with captions, patterns and titles, from the page that no other lists", () => {
    const index =
      "Project\n=======\n\n.. toctree::\n   :caption: Guide:\n   :maxdepth: 2\n   :hidden:\n\n   start\n   Deeper <deep/index>\n   self\n\nText.\n\n.. toctree::\n   :glob:\n\n   notes/*\n"
    const deep = "Deep things\n===========\n\n.. toctree::\n\n   /deep/b\n   a\n"

    expect(
      plan({
        "doc/deep/a.rst": "A",
        "doc/deep/b.rst": "B",
        "doc/deep/index.rst": deep,
        "doc/index.rst": index,
        "doc/notes/n1.rst": "N",
        "doc/notes/n2.rst": "N",
        "doc/other.rst": "O",
        "doc/start.rst": "S",
      }),
    ).toEqual([
      "doc/index.rst",
      "doc/start.rst | Guide",
      "doc/deep/index.rst | Deeper | Guide",
      "doc/deep/b.rst | Guide > Deeper",
      "doc/deep/a.rst | Guide > Deeper",
      "doc/notes/n1.rst",
      "doc/notes/n2.rst",
      "doc/other.rst",
    ])
  })

  it("follows toctrees that loop once", () => {
    const tree = (name: string) => `T\n=\n\n.. toctree::\n\n   ${name}\n`

    expect(plan({ "a.rst": tree("b"), "b.rst": tree("a") })).toEqual(["a.rst", "b.rst"])
  })

  it("reads toctrees of MyST", () => {
    expect(
      plan({ "a.md": "text", "index.md": "# T\n\n```{toctree}\n:caption: More\nz\na\n```\n", "z.md": "text" }),
    ).toEqual(["index.md", "z.md | More", "a.md | More"])
  })

  it("follows the contents of a guide by the names of its files, and lists of DocFX", () => {
    const guide =
      "ioc:\n  title: Inversion of Control\n  beans: Defining Beans\n  scopes:\n    title: Scopes\n    own: 3\n"
    const list = "items:\n  - name: Start\n    href: start.md\n  - name: More\n    items:\n      - href: more.md\n"

    expect(
      plan({
        "guide/toc.yml": guide,
        ...empty("guide/ioc/beans.adoc", "guide/ioc/scopes.adoc", "guide/ioc.adoc"),
        "elastic/toc.yml":
          "toc:\n  - file: index.md\n  - folder: more\n    children:\n      - file: z.md\n        title: Zed\n        children:\n          - file: a.md\n  - toc: other\n",
        ...empty("elastic/more/a.md", "elastic/more/z.md", "elastic/index.md"),
        "net/toc.yml": list,
        ...empty("net/more.md", "net/start.md"),
      }),
    ).toEqual([
      "elastic/index.md",
      "elastic/more/z.md | Zed",
      "elastic/more/a.md | Zed",
      "guide/ioc.adoc | Inversion of Control",
      "guide/ioc/beans.adoc | Defining Beans | Inversion of Control",
      "guide/ioc/scopes.adoc | Scopes | Inversion of Control",
      "net/start.md | Start",
      "net/more.md | More",
    ])
  })

  it("orders folders by numbers in front matter and by the lists that lie in them", () => {
    expect(
      plan({
        "_index.md": "text",
        "b/_index.md": "---\nweight: 1\n---\n",
        "b/y.md": "---\ntitle: Y\nnav_order: 2\n---\n",
        "b/z.md": "---\nsidebar:\n  label: x\n  order: 1\n---\n",
        "a/one.md": "text",
        "c/_category_.json": '{"label": "See", "position": 0}',
        "c/x.md": "+++\nweight = 9\n+++\n",
        "d/_meta.js": "export default { zebra: 'Zebra', ant: { title: 'Ant' } }",
        "d/ant.mdx": "text",
        "d/zebra.mdx": "text",
      }),
    ).toEqual([
      "_index.md",
      "c/x.md | See",
      "b/_index.md",
      "b/z.md",
      "b/y.md",
      "a/one.md",
      "d/zebra.mdx | Zebra",
      "d/ant.mdx | Ant",
    ])
  })

  it("keeps every page once, whatever the configuration says", () => {
    const nav = "nav:\n  - a.md\n  - a.md\n  - ../../../etc/passwd\n  - [[[]]]\n  - ''\n  - 3\n"
    const broken = {
      "mkdocs.yml": nav,
      "sidebars.js": "module.exports = {",
      "docs.json": "{{{",
      "SUMMARY.md": "- [x](",
      "toc.yml": "a: &a\n  b: *a\n  c: [",
    }

    expect(plan({ ...broken, ...empty("docs/a.md", "docs/b.md") })).toEqual(["docs/a.md", "docs/b.md"])
  })

  it("looks for configuration in the folders of pages and above only", () => {
    const asked = sitePlanPaths(["docs/guide/a.md"])

    expect(asked).toContain("mkdocs.yml")
    expect(asked).toContain("docs/.vitepress/config.mts")
    expect(asked).toContain("docs/guide/_category_.json")
    expect(asked.every((path) => !path.startsWith("/") && !path.includes("..") && !path.includes("*"))).toBe(true)
  })
})
