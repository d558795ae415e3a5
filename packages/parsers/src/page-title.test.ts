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
    ["its only heading", "markdown", "Words.\n\n## `feed()`\n\nA.", "feed()"],
    ["nothing, where entries only name themselves", "markdown", "## `feed()`\n\nA.\n\n## `net()`\n\nB.", undefined],
  ])("is %s (%s)", async (_, format, text, title) => {
    expect((await parsePage({ format, text, path: "page" }, { read: () => undefined })).document.title).toBe(title)
  })
})
