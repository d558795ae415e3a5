import { expect, it } from "vitest"
import { shown } from "../shown-block.testing.ts"
import { parseFile } from "../../parse-file.ts"

const mdx = (text: string) => parseFile({ format: "mdx", text, path: "a.mdx" }).document.blocks.map(shown)
const tab = (title: string, ...lines: string[]) => `<Tab title="${title}">\n\n${lines.join("\n\n")}\n\n</Tab>`
const tabs = (...all: string[]) => `<Tabs>\n${all.join("\n")}\n</Tabs>`

it("makes the label of a tab a heading above those in it, and returns to the section around the tabs", () => {
  const inside = tabs(tab("Koi", "### Feed", "Bread.", "## Swim", "Far.", "### Dive", "Deep."), tab("Tench", "Calm."))

  expect(mdx(`## Ponds\n\nWater.\n\n${inside}\n\nReeds.\n\n### Otters\n\nPlay.`)).toEqual([
    "## Ponds",
    "Water.",
    "### Koi",
    "#### Feed",
    "Bread.",
    "#### Swim",
    "Far.",
    "##### Dive",
    "Deep.",
    "## Ponds",
    "**Tench**",
    "Calm.",
    "Reeds.",
    "### Otters",
    "Play.",
  ])
})

it("puts the text of a tab before its first heading below the label too", () => {
  expect(mdx(`## Ponds\n\n${tabs(tab("Koi", "Calm.", "### Swim", "Far."))}`)).toEqual([
    "## Ponds",
    "### Koi",
    "Calm.",
    "#### Swim",
    "Far.",
  ])
})

it("keeps the label above text before the first heading, and writes no heading twice", () => {
  expect(mdx(`## Ponds\n\n${tabs(tab("Koi", "Calm.", "### Koi", "Bread.", "### Swim", "Far."))}`)).toEqual([
    "## Ponds",
    "**Koi**",
    "Calm.",
    "### Koi",
    "Bread.",
    "#### Swim",
    "Far.",
  ])
})

it("makes labels headings after a tab with headings if there is no section to return to", () => {
  const inner = tab("Feed", "#### Bread", "Brown.")

  expect(mdx(tabs(tab("Koi", "## Swim", "Far.", inner), tab("Tench", "Calm."), tab("Carp", "Old.")))).toEqual([
    "## Koi",
    "### Swim",
    "Far.",
    "##### Feed",
    "###### Bread",
    "Brown.",
    "## Tench",
    "Calm.",
    "## Carp",
    "Old.",
  ])
})

it("returns to the section around the tabs before a heading that is deeper than those in them", () => {
  expect(mdx(`## Ponds\n\n${tabs(tab("Koi", "## Swim", "Far."))}\n\n### Otters\n\nPlay.`)).toEqual([
    "## Ponds",
    "## Koi",
    "### Swim",
    "Far.",
    "## Ponds",
    "### Otters",
    "Play.",
  ])
})

it.each([
  ["markdown", '=== "Koi"\n\n    ## Swim\n\n    Far.\n'],
  ["markdown", "::::{tab-set}\n:::{tab-item} Koi\n## Swim\n\nFar.\n:::\n::::\n"],
] as const)("puts headings below the label of a container in %s", (format, text) => {
  const { blocks } = parseFile({ format, text: `# Ponds\n\n${text}`, path: "a" }).document

  expect(blocks.map(shown)).toEqual(["# Ponds", "## Koi", "### Swim", "Far."])
})
