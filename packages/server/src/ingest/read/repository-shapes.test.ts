import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"
import { createIndexBuilder } from "@lectern/engine"
import { openFolderSource } from "../../sources/folder/folder-source.ts"
import { buildIndex } from "./build-index.ts"

const signal = AbortSignal.timeout(60_000)

/** Title and description that a repository of these files gets. */
async function described(name: string, files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "lectern-shape-"))
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, "files", path)), { recursive: true })
      await writeFile(join(folder, "files", path), text)
    }
    const snapshot = await openFolderSource({ path: join(folder, "files"), urlPrefix: "file:" }, signal)
    const request = {
      snapshot,
      indexPath: join(folder, "index.db"),
      workDirectory: folder,
      libraryTitle: name,
      offered: undefined,
      codeUse: "never",
      createIndexBuilder,
    } as const
    const watch = { signal, onProgress: () => undefined, flush: () => Promise.resolve() }
    const built = await buildIndex(request, {
      ...watch,
      whileFetching: (work) => work(),
      giveTurn: () => Promise.resolve(),
    })
    await snapshot.close()
    return built.description
  } finally {
    await rm(folder, { recursive: true })
  }
}

const page = (subject: string) =>
  `# ${subject}\n\nEverything there is to say about ${subject.toLowerCase()} of otters is here.\n`

it("VitePress: the name of its configuration, the first paragraph of the front page", async () => {
  const files = {
    "README.md":
      "# Otter Website\n\nOtter home page.\n\n## Development\n\nRun the dev server to see the page locally.\n",
    "docs/index.md": "# Introduction\n\nOtter - _means water_ - is a small and **fast** web framework.\n",
    "docs/guide.md": page("Guide"),
    "docs/.vitepress/config.mts":
      "import { defineConfig } from 'vitepress'\nexport default defineConfig({\n  lang: 'en-US',\n  title: 'Otter',\n  themeConfig: { nav: [{ text: 'Docs' }] },\n})\n",
  }

  expect(await described("otterjs", files)).toEqual({
    title: "Otter",
    description: "Otter - means water - is a small and fast web framework.",
  })
})

it("MkDocs: site_name, and a README that begins with a logo and badges", async () => {
  const readme = `<p align="center">
  <a href="https://fastotter.example"><img src="https://fastotter.example/logo.png" alt="FastOtter"></a>
</p>
<p align="center">
    <em>FastOtter framework, high performance, easy to learn, ready for production</em>
</p>

---

**Documentation**: <a href="https://fastotter.example" target="_blank">https://fastotter.example</a>

FastOtter is a modern, fast web framework for building APIs with Python.
`
  const files = {
    "README.md": readme,
    "mkdocs.yml": "site_name: FastOtter\ntheme:\n  name: material\nnav:\n  - index.md\n",
    "docs/index.md": readme,
    "docs/tutorial.md": page("Tutorial"),
  }

  const { title, description } = await described("fastotter", files)

  expect(title).toBe("FastOtter")
  expect(description).toMatch(/^FastOtter /)
})

it("Hugo: a README about the repository is no description", async () => {
  const files = {
    "README.md":
      "# The Kubotter documentation\n\n[![Netlify](https://a.example/badge.svg)](https://a.example)\n\nThis repository contains the assets required to build the [Kubotter website and documentation](https://kubotter.example/). We're glad that you want to contribute!\n",
    "hugo.toml": 'baseURL = "https://kubotter.example"\ntitle = "Kubotter"\n',
    "content/en/docs/_index.md":
      "---\ntitle: Documentation\n---\n\nKubotter is a container orchestration engine for automating deployment of otters.\n",
    "content/en/docs/pods.md": page("Pods"),
  }

  expect(await described("kubotter", files)).toEqual({
    title: "Kubotter",
    description: "Kubotter is a container orchestration engine for automating deployment of otters.",
  })
})

it("Docusaurus in a folder of its own: a README with HTML, and pages beside the site", async () => {
  const files = {
    "README.md":
      '<h1 align="center">\n  Jotter\n</h1>\n\n<p align="center">\n  Delightful testing of otters with a focus on simplicity.\n</p>\n',
    "website/docusaurus.config.js":
      "const config = {\n  title: 'Jotter',\n  tagline: 'Delightful',\n  url: 'https://jotter.example',\n}\nmodule.exports = config\n",
    "docs/GettingStarted.md": page("Getting Started"),
    "docs/Mocks.md": page("Mocks"),
  }

  expect(await described("jotter", files)).toEqual({
    title: "Jotter",
    description: "Delightful testing of otters with a focus on simplicity.",
  })
})

it("Docusaurus from the template: neither its README nor its generic title says anything", async () => {
  const files = {
    "README.md":
      "# Website\n\nThis website is built using [Docusaurus](https://docusaurus.io/), a modern static website generator.\n\n## Installation\n\nRun yarn to install everything that is needed.\n",
    "docusaurus.config.ts": 'const config: Config = {\n  title: "My Site",\n  tagline: "Dinosaurs are cool",\n}\n',
    "docs/intro.md": "# Tutorial Intro\n\nOtterbase stores the tracks of otters in a river of data.\n",
    "docs/more.md": page("More"),
  }

  const { title } = await described("otterbase", files)

  expect(title).toBeUndefined()
})

it("a repository named after its host: the name from a front page that has only a title", async () => {
  const files = {
    "README.md": "# otter.dev\n\nThis repo contains the source code and documentation powering otter.dev.\n",
    "src/content/index.md": "---\ntitle: Otter\n---\n",
    "src/content/learn.md": page("Learn"),
  }

  expect((await described("otter.dev", files)).title).toBe("Otter")
})

it("pages only: the name from the README, and nothing about contributing", async () => {
  const files = {
    "README.md":
      "# Lotter Documentation\n\nYou can find the online version of the Lotter documentation at [https://lotter.example/docs](https://lotter.example/docs)\n\n## Contribution Guidelines\n\nIf you are submitting documentation for the **current stable release**, submit it to the right branch.\n",
    "installation.md": page("Installation"),
    "routing.md": page("Routing"),
  }

  expect(await described("lotter", files)).toEqual({ title: "Lotter" })
})

it("mdBook: the title of the book", async () => {
  const files = {
    "README.md":
      '# The Otter Programming Language\n\n![Build Status](https://a.example/badge.svg)\n\nThis repository contains the source of "The Otter Programming Language" book.\n\n## Requirements\n\nBuilding the book requires mdBook, in the version that otters use.\n',
    "book.toml": '[book]\ntitle = "The Otter Programming Language"\nauthors = ["Otters"]\n',
    "src/SUMMARY.md": "# Summary\n\n- [Introduction](introduction.md)\n- [Types](types.md)\n",
    "src/introduction.md":
      "# Introduction\n\nWelcome to _The Otter Programming Language_, an introductory book about Otter. It helps you write faster software.\n",
    "src/types.md": page("Types"),
  }

  const { title, description } = await described("book", files)

  expect(title).toBe("The Otter Programming Language")
  expect(description).toMatch(/^Welcome to The Otter Programming Language, an introductory book/)
})

it("Sphinx: the project of conf.py", async () => {
  const files = {
    "README.rst":
      "=====\nFlotter\n=====\n\n|PyPI|\n\n.. |PyPI| image:: https://a.example/badge.svg\n\nFlotter is a lightweight WSGI web application framework.\n",
    "docs/conf.py": "import datetime\n\nproject = 'Flotter'\ncopyright = '2010 Pallets'\n",
    "docs/index.rst":
      "Welcome to Flotter\n==================\n\nWelcome to Flotter's documentation. Get started with the installation.\n\n.. toctree::\n\n   api\n",
    "docs/api.rst": "API\n===\n\nThis part of the documentation covers all of the interfaces of otters.\n",
  }

  expect(await described("flotter-repo", files)).toEqual({
    title: "Flotter",
    description: "Flotter is a lightweight WSGI web application framework.",
  })
})

it("Starlight with a generic title: the README, without its greeting", async () => {
  const files = {
    "README.md":
      "# Welcome to **Astrotter Docs**\n\nThis is the repo for [docs.astrotter.example](https://docs.astrotter.example).\n",
    "astro.config.ts":
      "import starlight from '@astrojs/starlight'\nexport default defineConfig({\n  integrations: [\n    starlight({\n      title: 'Docs',\n      social: {},\n    }),\n  ],\n})\n",
    "src/content/docs/en/index.mdx":
      "---\ntitle: Astrotter Docs\ndescription: Guides for building content-driven websites with Astrotter.\n---\n\nText that comes after the description of the page.\n",
    "src/content/docs/en/install.mdx":
      "---\ntitle: Install\n---\n\nHow to install everything that otters need in order to swim.\n",
  }

  expect(await described("withastrotter", files)).toEqual({
    title: "Astrotter",
    description: "Guides for building content-driven websites with Astrotter.",
  })
})

it("Mintlify: the name of docs.json instead of the starter kit", async () => {
  const files = {
    "README.md": "# Mintlify Starter Kit\n\nUse the starter kit to get your docs deployed and ready to customize.\n",
    "docs.json": JSON.stringify({ theme: "mint", name: "Otterpay Docs", navigation: { pages: ["index", "pay"] } }),
    "index.mdx": "---\ntitle: Introduction\n---\n\nOtterpay accepts payments in fish, from every river of the world.\n",
    "pay.mdx": page("Payments"),
  }

  expect(await described("docs", files)).toEqual({
    title: "Otterpay",
    description: "Otterpay accepts payments in fish, from every river of the world.",
  })
})

it("Jekyll: a title with a slogan", async () => {
  const files = {
    "README.md": "# otterjs.com\n\nThis is the source of the website of Otter.\n",
    "_config.yml": "title: Otter - Node.js web application framework\nmarkdown: kramdown\n",
    "index.md": "---\nlayout: home\n---\n\nOtter is a fast, unopinionated, minimalist web framework for Node.js\n",
    "guide/routing.md": page("Routing"),
  }

  expect(await described("otterjs.com", files)).toEqual({
    title: "Otter",
    description: "Otter is a fast, unopinionated, minimalist web framework for Node.js",
  })
})

it("Antora: the title of the component", async () => {
  const files = {
    "antora.yml": "name: otter\ntitle: Otter Streams\nversion: '1.0'\nnav:\n- modules/ROOT/nav.adoc\n",
    "modules/ROOT/nav.adoc": "* xref:index.adoc[Home]\n* xref:pipes.adoc[Pipes]\n",
    "modules/ROOT/pages/index.adoc": "= Overview\n\nOtter Streams connects rivers of data with each other.\n",
    "modules/ROOT/pages/pipes.adoc": "= Pipes\n\nPipes lead water from one place to another, as otters like it.\n",
  }

  expect(await described("otter-streams", files)).toEqual({
    title: "Otter Streams",
    description: "Otter Streams connects rivers of data with each other.",
  })
})
