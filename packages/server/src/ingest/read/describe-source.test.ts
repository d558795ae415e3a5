import { describe, expect, it } from "vitest"
import { parseFile } from "@lectern/parsers"
import { describePackage, describeSource } from "./describe-source.ts"

describe("description of a source", () => {
  it("takes the first heading and the first paragraph that says something", () => {
    const readme = `<p align="center"><img src="logo.png"></p>

# **Hono** Docs

[![npm](https://img.shields.io/npm.svg)](https://npm.im/hono) [![CI](https://x/ci.svg)](https://x)

[Website](https://hono.dev) | [Chat](https://discord.gg)

Hono means *flame*. It is a small and \`ultrafast\` [web framework](https://hono.dev/docs).

## Install
`

    expect(describeSource({ readmeText: readme })).toEqual({
      title: "Hono",
      description: "Hono means flame. It is a small and ultrafast web framework.",
    })
  })

  it.each([
    "The client above is not importing any code from the server.",
    "To see what versions are currently supported, please refer to the policy.",
    "Coming from pumps ? Read why we need so many lines.",
    "Looking for the documentation of an older version of this pump?",
    "The book is available in dead-tree form from a bookshop.",
    "Please see the guide for more about this and other topics.",
    "Learn how to build pumps with the video course of Otter School",
    "It uses vuepress as a static site generator.",
    "This is a [Pondsite](https://pond.example)-based website with some custom code to fetch water.",
    "The pipeline is structured with source files in `/src` and build artifacts in `/build`.",
    "Crate used to generate pages from the source code of the pump.",
    "Riverside Pump Antora project.",
    "Special thanks to Otter Inc for letting us use their river.",
    "Feel free to make a request for adding your pump to the list.",
    "![A pump that shines in the river](pump.svg)",
    "Documentation: Python - Rust - Node.js | Agents: Skill | Guide | Chat",
  ])("passes over a paragraph that points elsewhere: %s", (pointer) => {
    const readmeText = `# Pump\n\n${pointer}\n\nPump moves water uphill without any noise.\n`

    expect(describeSource({ readmeText }).description).toBe("Pump moves water uphill without any noise.")
    expect(describeSource({ readmeText: `# Pump\n\n${pointer}\n` }).description).toBeUndefined()
  })

  it("prefers the opening of the front page to later sections of the README", () => {
    const readmeText =
      "# Pump\n\n## Features\n\n- quiet\n\n## Sponsors of this year\n\nThe community would like to thank Otter Inc for its help.\n"
    const { document } = parseFile({
      format: "markdown",
      path: "docs/index.md",
      text: "# Pump manual\n\nMoves water uphill without any noise.\n",
    })

    expect(describeSource({ readmeText, frontDocument: document }).description).toBe(
      "Moves water uphill without any noise.",
    )
  })

  it.each([
    ["# Pump\n\nPump moves water uphill without any noise.\n", "Pump moves water uphill without any noise."],
    ["# Pump\n\n![](pump.svg)\n", "A quiet machine for moving water"],
    ["# Pump Docs\n\nEverything in here is checked by three otters.\n", "A quiet machine for moving water"],
    [
      "# Pump\n\nThis repository contains the plans.\n\nThe schema is drawn on paper first, but also on wood.\n",
      "A quiet machine for moving water",
    ],
    [
      "# Pump\n\nThis repository contains the plans.\n\nPump moves water uphill without any noise.\n",
      "Pump moves water uphill without any noise.",
    ],
  ])("uses the description of the site unless the README has one: %j", (readmeText, expected) => {
    const frontDocument = parseFile({
      format: "markdown",
      path: "docs/index.md",
      text: "# Start\n\nThere is a lot of water on this page.\n",
    }).document
    const site = { name: "Pump", description: "A quiet machine for moving water" }

    const described = describeSource({ readmeText, readmePath: "README.md", frontDocument, site })

    expect(described.description).toBe(expected)
  })

  it("prefers a front page that begins with the name to the description of the site", () => {
    const text = "# Start\n\nPump lets you move water without any noise.\n"
    const frontDocument = parseFile({ format: "markdown", path: "docs/index.md", text }).document
    const site = { name: "Pump", description: "Move water, break nothing." }

    expect(describeSource({ frontDocument, site }).description).toBe("Pump lets you move water without any noise.")
  })

  it("treats the README as one page if it is also the front page", () => {
    const text = "# Pump Docs\n\nTo all who come here: be welcome.\n\n## We\n\n## Are\n\nPump moves water uphill.\n"
    const frontDocument = parseFile({ format: "markdown", path: "README.md", text }).document
    const source = { readmeText: text, readmePath: "README.md", frontDocument, isReadmeFront: true }

    expect(describeSource(source).description).toBe("Pump moves water uphill.")
  })

  it("takes a short slogan or a remark about the repository if there is nothing else", () => {
    const readmeText =
      "# Pump\n\nThis repository contains the plans.\n\nThe schema is drawn on paper first, but also on wood.\n"
    const describedAs = (description: string) => describeSource({ readmeText, site: { description } }).description
    const remark = "The schema is drawn on paper first, but also on wood."

    expect(describedAs("Quiet pumps")).toBe("Quiet pumps")
    expect(describedAs("Documentation of pumps, taps, hoses, ponds and more")).toBe(
      "Documentation of pumps, taps, hoses, ponds and more",
    )
    for (const nothing of [
      "Pump",
      "Documentation for Pump",
      "Pump docs",
      "A VitePress Site",
      "Dinosaurs are cool",
      " ",
    ])
      expect(describedAs(nothing)).toBe(remark)
  })

  it("takes a definition from another introduction, but no other text of it", () => {
    const introduce = (text: string) =>
      describeSource({
        readmeText: "# Small Pump\n\n## Authors\n\nSmall Pump was created by three otters and a koi.\n",
        introductions: [parseFile({ format: "markdown", path: "docs/start/overview.md", text }).document],
      }).description

    expect(introduce("# What is Small Pump?\n\nSmall Pump is a machine that moves water.\n")).toBe(
      "Small Pump is a machine that moves water.",
    )
    expect(introduce("# Start\n\nSP (Small Pump) is an open machine for water.\n")).toBe(
      "SP (Small Pump) is an open machine for water.",
    )
    expect(introduce("# Start\n\nSmall Pump has six settings for water.\n")).toBeUndefined()
    expect(introduce("# Start\n\nSmall Pump Tester is a thing for water.\n")).toBeUndefined()
    expect(introduce("# Start\n\nA hose is a thing for water, too.\n")).toBeUndefined()
  })

  it("takes from later sections only what begins with the name of the library", () => {
    const readmeText = "# Pump\n\n## Demo\n\n## Editing\n\nMost changes are reflected live without a restart.\n"

    expect(describeSource({ readmeText }).description).toBeUndefined()
    expect(
      describeSource({ readmeText: `${readmeText}\n## Intro\n\nPump lets you move water uphill.\n` }).description,
    ).toBe("Pump lets you move water uphill.")
  })

  it("takes a name that is also a verb, and names before their slogan", () => {
    const readmeText = "# Click\n\nClick is a package for beautiful command lines.\n"

    expect(describeSource({ readmeText }).description).toBe("Click is a package for beautiful command lines.")
    const titleOf = (heading: string, libraryTitle: string) =>
      describeSource({ readmeText: `# ${heading}\n`, libraryTitle, packageName: libraryTitle }).title
    expect(titleOf("Loki: like Prometheus, but for logs", "loki")).toBe("Loki")
    expect(titleOf("Play Framework - The High Velocity Web Framework", "playframework")).toBe("Play Framework")
  })

  it("takes the name of the package if the heading of the README is a slogan without it", () => {
    const readmeText = "# Async water for everyone\n\nMoves water uphill without any noise.\n"

    expect(describeSource({ readmeText, packageName: "aiopump", libraryTitle: "aiopump" }).title).toBe("aiopump")
    expect(describeSource({ readmeText, packageName: "aiopump", libraryTitle: "monorepo" }).title).toBe(
      "Async water for everyone",
    )
    expect(
      describeSource({ readmeText: "# Aiopump for everyone\n", packageName: "aiopump", libraryTitle: "aiopump" }).title,
    ).toBe("Aiopump for everyone")
  })

  it("reads a README of reStructuredText too", () => {
    const readme =
      "Flask\n=====\n\nFlask is a lightweight `WSGI`_ web application framework.\n\n.. _WSGI: https://wsgi.org\n\n.. code-block:: text\n\n    $ flask run\n"

    expect(describeSource({ readmeText: readme })).toMatchObject({ title: "Flask" })
  })

  it("reads a README as its name says, and no rows of badges", () => {
    const readmeText =
      "SQLAlchemy\n==========\n\n|PyPI| |Python version| |Downloads|\n\n.. |PyPI| image:: https://img.example/pypi\n    :alt: PyPI and more words\n\nThe Python SQL toolkit and object relational mapper.\n"

    expect(describeSource({ readmeText, readmePath: "README.rst" })).toEqual({
      title: "SQLAlchemy",
      description: "The Python SQL toolkit and object relational mapper.",
    })
  })

  it("takes the heading of a section for no title, and quoted lines without their mark", () => {
    const readmeText = "![logo](logo.svg)\n\n> The next generation of clients for everything.\n\n## Features\n\nMany.\n"

    expect(describeSource({ readmeText, readmePath: "README.md" })).toEqual({
      description: "The next generation of clients for everything.",
    })
    expect(describeSource({ readmeText: "## Name\n\nText.\n", libraryTitle: "name-js" })).toEqual({
      title: "Name",
    })
    expect(describeSource({ readmeText: "## Project structure\n\nText.\n", libraryTitle: "name" })).toEqual({})
  })

  it("takes the name for a title although a slogan stands before it, or a section seems to be above it", () => {
    const slogan = "*The little pump that shines.*\n\n# Pump\n\n# Requirements\n\nWater.\n"
    const small = "### The Pump\n\nContributing\n------------\n\nWe love contributors, whoever they are.\n"

    expect(describeSource({ readmeText: slogan, libraryTitle: "pump" })).toEqual({
      title: "Pump",
      description: "The little pump that shines.",
    })
    expect(describeSource({ readmeText: small, libraryTitle: "pump-docs" })).toEqual({ title: "The Pump" })
  })

  it.each([
    [
      "badges by reference",
      "[![build][build-image]][build] [![docs]][docs]\n\n**Pump** moves water_level up and down.",
      "Pump moves water_level up and down.",
    ],
    [
      "rows of links",
      "**Guide** | [Change log](c) | [Chat](d)\n\nPump moves all of the water up.",
      "Pump moves all of the water up.",
    ],
    [
      "what thanks sponsors",
      "# Pump\n\n## Donations\n\n### Collective\n\nGive us all of your money, please.\n\n## What is it?\n\nPump moves all of the water up.",
      "Pump moves all of the water up.",
    ],
    [
      "what only introduces code",
      "To move water, write this:\n\n```sh\npump\n```\n\nPump moves all of the water up. It does so thus:",
      "Pump moves all of the water up.",
    ],
    [
      "addresses",
      "https://pump.example/documentation\n\nPump moves all of the water up.",
      "Pump moves all of the water up.",
    ],
  ])("describes nothing by %s", (_, readmeText, description) => {
    expect(describeSource({ readmeText }).description).toBe(description)
  })

  it("takes no section such as donations for a title, but the name that begins the front page", () => {
    const readmeText =
      ".. image:: banner.png\n\n|build| |wheel|\n\n:Web: https://pump.example\n\nDonations\n=========\n\nOpen Collective\n---------------\n\nPlease give to us.\n"
    const { document } = parseFile({
      format: "restructured-text",
      path: "docs/index.rst",
      text: "Pump - Distributed Water\n========================\n\nPump moves water uphill without any noise.\n",
    })

    expect(
      describeSource({ readmeText, readmePath: "README.rst", frontDocument: document, libraryTitle: "pump" }),
    ).toEqual({ title: "Pump", description: "Pump moves water uphill without any noise." })
  })

  it("ends a long description at a sentence, else at a word", () => {
    const sentence = "This framework does a great many things well. "
    const { description } = describeSource({ readmeText: `# A\n\n${sentence.repeat(20)}` })
    const { description: wordy } = describeSource({ readmeText: `# A\n\n${"word ".repeat(100)}` })

    expect(description).toMatch(/^This .* well\.$/)
    expect(description!.length).toBeLessThanOrEqual(300)
    expect(wordy).toMatch(/ word…$/)
    expect(wordy!.length).toBeLessThanOrEqual(301)
  })

  it("says nothing where the README says nothing", () => {
    expect(describeSource({})).toEqual({})
    expect(describeSource({ readmeText: "" })).toEqual({})
    expect(
      describeSource({
        readmeText: "# A title that is rather a sentence than the name of anything at all, really\n",
      }),
    ).toEqual({})
  })

  it("falls back to the front page, whose heading counts only as the spelling of the name", () => {
    const front = (text: string) => parseFile({ format: "markdown", text, path: "index.md" }).document
    const text = "# FastAPI\n\nFastAPI framework, high performance, easy to learn.\n"

    const same = describeSource({ frontDocument: front(text), libraryTitle: "fastapi" })
    const other = describeSource({
      frontDocument: front(text.replace("FastAPI", "Introduction")),
      libraryTitle: "fastapi",
    })

    expect(same).toEqual({ title: "FastAPI", description: "FastAPI framework, high performance, easy to learn." })
    expect(other).toEqual({ description: "FastAPI framework, high performance, easy to learn." })
  })
})

it("takes the name from the front page if the repository is named after its host", () => {
  const front = (title: string) =>
    parseFile({ format: "markdown", text: `---\ntitle: ${title}\n---\n`, path: "index.md" }).document
  const titleWith = (title: string) =>
    describeSource({ readmeText: "# otter.dev\n", introductions: [front(title)], libraryTitle: "otter.dev" }).title

  expect(titleWith("Otter")).toBe("Otter")
  expect(titleWith("Introduction")).toBe("otter.dev")
})

it("leaves out several words for the purpose of a repository", () => {
  const readmeText = "# Otter landing page and documentation website\n"

  expect(describeSource({ readmeText, libraryTitle: "docs" }).title).toBe("Otter")
})

it.each(["Documentation", "Docs", "Website", "The Official Documentation", "Welcome", "Home"])(
  "takes no title from a heading that says only %s",
  (heading) => {
    const readmeText = `# ${heading}\n\nHono is a small and ultrafast web framework.\n`
    expect(describeSource({ readmeText })).toEqual({ description: "Hono is a small and ultrafast web framework." })
  },
)

it("takes the name of the package where nothing else names the library, but no scoped one", () => {
  const readmeText = "![logo](logo.svg)\n\nMoves all of the water up the hill.\n"

  expect(describeSource({ readmeText, packageName: "left-pump", libraryTitle: "website" }).title).toBe("left-pump")
  expect(describeSource({ readmeText, packageName: "pump-docs", libraryTitle: "website" }).title).toBe("pump")
  expect(describeSource({ readmeText, packageName: "pump-docs-astro", libraryTitle: "pump" }).title).toBeUndefined()
  expect(describeSource({ readmeText, packageName: "@pump/root", libraryTitle: "pump" }).title).toBeUndefined()
  expect(describeSource({ readmeText, packageName: "website", libraryTitle: "pump" }).title).toBeUndefined()
})

it("takes the description of a package, but not one that is about the site", () => {
  expect(describePackage("Quiet pumps")).toBe("Quiet pumps")
  expect(describePackage("Riverside Pump Antora project.")).toBeUndefined()
  expect(describePackage("Crate used to generate pages from the source code of the pump")).toBeUndefined()
})
