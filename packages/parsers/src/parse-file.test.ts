import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Block, FormatName, ParsedFile } from "./document/document.ts"
import { parseFile } from "./parse-file.ts"
import { parsePage } from "./parse-page.ts"
import { wordsLost } from "./document/words-lost.testing.ts"

const formats: readonly FormatName[] = [
  "markdown",
  "mdx",
  "restructured-text",
  "notebook",
  "wiki-storage",
  "notes-blocks",
  "plain-text",
]

/** Formats with fixtures of pages as they are written; descriptions of interfaces and source code have tests of their own. */
const formatsOfPages: readonly FormatName[] = [...formats, "html", "man-page", "r-documentation", "asciidoc"]

const fixtures = formatsOfPages.flatMap((format) => {
  const folder = join(import.meta.dirname, "formats", format, "fixtures")
  const inputs = readdirSync(folder).filter((name) => name.includes(".in."))
  return inputs.map((name) => ({
    format,
    name: `${format}/${name}`,
    input: join(folder, name),
    output: join(folder, name.replace(/\.in\..*$/, ".out.json")),
  }))
})

/** Words of fixtures that no reader of the rendered page sees: marks for contents and lines, hidden text, badges, field names, the module. */
const STEERING_WORDS: Readonly<Record<string, readonly string[]>> = {
  "mkdocs.in": ["TOC"],
  "vitepress.in": ["toc", "Hidden", "words", "for", "machines"],
  "github.in": ["build"],
  "docusaurus.in": "Tabs theme Tabs import TabItem from theme TabItem import from highlight next line".split(" "),
  "hugo.in": [],
  "jekyll.in": [],
  "components.in": [],
  "guide.in": [],
  "reference.in": ["param", "param", "teapot"],
  "tables.in": ["br"],
  "notes.in": [],
}

/** Linear reading takes at most one second; a machine that does other work meanwhile gets ten. */
const MAX_HOSTILE_MS = 10_000

/** Pieces of markup that parsers fall over, mixed at random. */
const fragments = fc.constantFrom(
  "\n",
  "\n\n",
  " ",
  "    ",
  "\t",
  "# ",
  "## x {#id}",
  "- ",
  "1. ",
  "> ",
  "```",
  "~~~js",
  "`",
  "``",
  "**",
  "_",
  "[",
  "](",
  ")",
  "![",
  "<div>",
  "</div>",
  "<table>",
  "<td>",
  "<pre>",
  "<!--",
  "-->",
  "<script>",
  '<Tab label="x">',
  "</Tab>",
  "{`a`}",
  "{",
  "}",
  "{% x %}",
  "{{< tab >}}",
  ":::",
  "::: tip",
  "!!! note",
  "/// tab | T",
  '=== "A"',
  "| a | b |",
  "|---|---|",
  "Title\n=====",
  ".. note::",
  ".. code-block:: py",
  "   body",
  ".. _label:",
  ".. |x| replace:: y",
  "::",
  ":param x: y",
  ":ref:`a <b>`",
  "+---+",
  "====  ====",
  "term\n  def",
  ">>> 1",
  "__ x",
  "\\",
  "\u200b",
  "\ud83d",
  "é",
  "text",
  "---\ntitle: x\n---",
  '{"cells": [',
  "import x from 'y'",
  "export const a = {",
)
const markup = fc.array(fragments, { maxLength: 60 }).map((parts) => parts.join(""))

/** One assertion for all blocks, because hostile texts have many thousands. */
function expectSound({ document, problems }: ParsedFile, text: string): void {
  const lineCount = text.split("\n").length
  let last = 1
  const unsound = document.blocks.filter((block) => {
    const { start, end } = block.lines
    const isInOrder = last <= start && start <= end && end <= lineCount
    last = start
    const shown = textOf(block)
    return !isInOrder || /[\u200b\u202e\u{e0000}-\u{e007f}]/u.test(shown) || shown.trim() === ""
  })
  expect(unsound).toEqual([])
  expect(Array.isArray(problems)).toBe(true)
}

function textOf(block: Block): string {
  if (block.kind === "heading") return block.text
  if (block.kind === "prose") return block.markdown
  return block.kind === "code" ? block.code : [...block.header, ...block.rows.flat()].join(" ")
}

describe("fixtures", () => {
  it.each(fixtures)("reads $name as written beside it", async ({ format, name, input, output }) => {
    const text = readFileSync(input, "utf8")

    const isThreaded = format === "asciidoc"
    const parsed = isThreaded
      ? await parsePage({ format, text, path: name }, { read: () => undefined })
      : parseFile({ format, text, path: name })

    if (process.env["UPDATE_FIXTURES"] === "1") writeFileSync(output, `${JSON.stringify(parsed, undefined, 2)}\n`)
    expect(parsed).toEqual(JSON.parse(readFileSync(output, "utf8")))
    expectSound(parsed, text)
  })

  it.each(Object.entries(STEERING_WORDS))("loses no word of %s but those that steer the site", (name, steering) => {
    const fixture = fixtures.find((candidate) => candidate.name.includes(name))!
    const text = readFileSync(fixture.input, "utf8")

    const loss = wordsLost(text, parseFile({ format: fixture.format, text, path: name }).document, fixture.format)

    expect(loss.words).toBeGreaterThan(20)
    expect(loss.examples).toEqual(steering)
  })
})

describe.each(formats)("%s", (format) => {
  it("never throws and keeps line spans inside the file and in order, whatever it reads", () => {
    fc.assert(
      fc.property(fc.oneof(markup, fc.string({ unit: "binary", maxLength: 200 })), (text) => {
        const parsed = parseFile({ format, text, path: "page" })

        expectSound(parsed, text)
        expect(parsed.problems.filter(({ message }) => message.includes("kept as plain text"))).toEqual([])
      }),
      { numRuns: format === "mdx" ? 150 : 400 },
    )
  })

  it("gives the same document for the same text", () => {
    fc.assert(
      fc.property(markup, (text) => {
        expect(parseFile({ format, text, path: "page" })).toEqual(parseFile({ format, text, path: "page" }))
      }),
      { numRuns: 50 },
    )
  })

  it.each(hostileTexts())("does not choke on $name", ({ text }) => {
    const before = process.cpuUsage()

    const parsed = parseFile({ format, text, path: "page" })

    expectSound(parsed, text)
    // CPU time, because the time of the clock includes other processes on a busy machine.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(MAX_HOSTILE_MS)
  })
})

function hostileTexts(): { name: string; text: string }[] {
  const deep = Array.from({ length: 1_000 }, (_, depth) => `${"  ".repeat(depth)}- item ${depth}`).join("\n")
  return [
    { name: "10,000 lists nested in one line", text: "- ".repeat(10_000) + "end" },
    { name: "1,000 lists nested by indentation", text: deep },
    { name: "10,000 nested quotations", text: `${">".repeat(10_000)} end` },
    { name: "a fence that never closes", text: `\`\`\`js\n${"line of code\n".repeat(20_000)}` },
    { name: "a line of 200,000 characters", text: "word ".repeat(40_000) },
    { name: "a line of 200,000 markers", text: "*_`[<{|".repeat(28_000) },
    { name: "100,000 open brackets", text: "[".repeat(100_000) },
    { name: "100,000 backticks", text: "`a".repeat(50_000) },
    { name: "150,000 open tags", text: "<div>".repeat(150_000) },
    { name: "20,000 containers that never close", text: "::: tip\n/// note\n!!! note\n".repeat(7_000) },
    { name: "20,000 tables that never close", text: "<table>\n\n".repeat(20_000) },
    { name: "20,000 headings", text: "# heading\n\n".repeat(20_000) },
    { name: "20,000 underlined titles", text: "Title\n=====\n\n".repeat(20_000) },
    { name: "20,000 directives", text: ".. note::\n\n   text\n\n".repeat(20_000) },
    {
      name: "1,000 nested directives",
      text: Array.from({ length: 1_000 }, (_, depth) => `${"   ".repeat(depth)}.. note::\n`).join("\n"),
    },
    { name: "a table of 5,000 rows", text: `| a | b |\n|---|---|\n${"| 1 | 2 |\n".repeat(5_000)}` },
    { name: "a grid of 5,000 rows", text: `+---+---+\n${"| a | b |\n+---+---+\n".repeat(5_000)}` },
    { name: "20,000 definitions", text: "term\n: definition\n\n".repeat(20_000) },
    { name: "100,000 comments that never close", text: "<!-- a ".repeat(30_000) },
    { name: "20,000 shortcodes that never close", text: "{% highlight x %}\n".repeat(20_000) },
    { name: "20,000 bodies of shortcodes that never close", text: "{{< code >}}\n{{% comment %}}\n".repeat(10_000) },
    { name: "20,000 tags of shortcodes that never close", text: `{{< a\n${"b\n".repeat(50)}`.repeat(400) },
    { name: "8,000 changes that never close", text: `${"{~~a~>".repeat(8_000)}\n\n${"{++{--{>>".repeat(5_000)}` },
    { name: "20,000 formulas that never close", text: "$$x_1\n".repeat(20_000) },
    { name: "100,000 beginnings of shortcodes", text: "{{<".repeat(100_000) },
  ]
}
