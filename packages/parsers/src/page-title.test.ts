import { describe, expect, it } from "vitest"
import type { FormatName } from "./document/document.ts"
import { parsePage } from "./parse-page.ts"

describe("the title of a page", () => {
  it.each([
    "![logo](x.png) Pump",
    '<img src="x.png" alt="logo"> Pump',
    'Pump <picture><img alt="logo" src="x.png"></picture>',
  ])("has no words of a picture beside its own: %s", async (heading) => {
    expect(
      (await parsePage({ format: "markdown", text: `# ${heading}`, path: "page" }, { read: () => undefined })).document
        .title,
    ).toBe("Pump")
  })

  it.each<[what: string, format: FormatName, text: string, title: string | undefined]>([
    [
      "a name above all other headings",
      "restructured-text",
      "mod_fish\n========\n\nFeed.\n\nInstalling\n----------\n\nA.\n\nRunning\n-------\n\nB.",
      "mod_fish",
    ],
    [
      "code above all other headings",
      "markdown",
      "# `useFish()`\n\nFeed.\n\n## Reference\n\nA.\n\n## Usage\n\nB.",
      "useFish()",
    ],
    ["the section above entries", "markdown", "### `feed()`\n\nA.\n\n## Ponds\n\nB.", "Ponds"],
    ["its only heading, at the top", "markdown", "## `feed()`\n\nA.", "feed()"],
    ["its only heading below text, at level 1", "markdown", "Words.\n\n# Feeding\n\nA.", "Feeding"],
    ["not its only heading below text", "markdown", "Words.\n\n## Reference\n\nA.", undefined],
    ["a heading below text above all others", "markdown", "Words.\n\n## Feeding\n\nA.\n\n### Peas\n\nB.", "Feeding"],
    [
      "not the first part of a manual page",
      "markdown",
      "# Name\n\n`koi` - feed koi\n\n# Synopsis\n\n`koi feed`\n\n## Options\n\nA.",
      undefined,
    ],
    ["not a numbered part", "markdown", "# 1. Overview\n\nA.\n\n# 2. Koi\n\nB.", undefined],
    ["not an overview", "restructured-text", "Overview\n========\n\nA.\n\nKoi\n===\n\nB.", undefined],
    ["the name of a part that is above all others", "markdown", "# Examples\n\nA.\n\n## Koi\n\nB.", "Examples"],
    ["a name before parts", "markdown", "# Feeding\n\nA.\n\n# Examples\n\nB.", "Feeding"],
    [
      "the title in its front matter",
      "markdown",
      "---\ntitle: koi feed\n---\n# Name\n\nA.\n\n# Examples\n\nB.",
      "koi feed",
    ],
    ["nothing, where entries only name themselves", "markdown", "## `feed()`\n\nA.\n\n## `net()`\n\nB.", undefined],
  ])("is %s (%s)", async (_, format, text, title) => {
    expect((await parsePage({ format, text, path: "page" }, { read: () => undefined })).document.title).toBe(title)
  })
})
