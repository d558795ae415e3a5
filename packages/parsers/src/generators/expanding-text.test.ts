import { describe, expect, it } from "vitest"
import { parsePage } from "../parse-page.ts"
import { expandIncludes } from "./expand-includes.ts"
import { selectRanges } from "./includes/select-lines.ts"

/** Characters that all names and includes of a page may stand for, and as much again for the page itself. */
const MAX_CHARACTERS = 2 * 4 * 1024 * 1024

const words = (count: number) => "word ".repeat(count).trim()
const times = (text: string, count: number) => text.repeat(count)

describe("a page whose names stand for long texts", () => {
  it.each([
    [
      "shortcodes",
      { path: "content/a.md", text: times(`a ${times("{{< n >}}", 200)}\n`, 100) },
      { "layouts/shortcodes/n.html": words(10_000) },
    ],
    [
      "parameters",
      { path: "content/a.md", text: times(`a ${times("{{< param a >}}", 130)}\n`, 500) },
      { "hugo.toml": `[params]\na = "${words(390)}"` },
    ],
    [
      "substitutions",
      { path: "docs/a.md", text: `---\nsub:\n  a: ${words(390)}\n---\n${times(`a ${times("{{a}}", 390)}\n`, 200)}` },
      {},
    ],
    [
      "properties of an imported page",
      { path: "docs/a.md", text: `import P from './p.mdx'\n\n${times(`<P a="${"x".repeat(1_900)}" />\n\n`, 9)}` },
      { "docs/p.mdx": times("{props.a}", 20_000) },
    ],
    [
      "overlapping ranges of lines",
      { path: "docs/a.md", text: times(`--8<-- "b.txt:${times("1:99999,", 200)}"\n\n`, 20) },
      { "docs/b.txt": times("a\n", 50_000) },
    ],
    [
      "values of a Jekyll site",
      { path: "a.md", text: times(`a ${times("{{site.a}}", 190)}\n`, 20) },
      { "_config.yml": `a: ${words(10_000)}\n` },
    ],
    [
      "loops over data of a Jekyll site",
      {
        path: "a.md",
        text: times(`{% for a in site.data.b %}\n${times("{{a}}", 190)}\n{% endfor %}\n`, 20),
      },
      { "_config.yml": "a: b\n", "_data/b.yml": times(`- ${words(400)}\n`, 400) },
    ],
    [
      "signatures",
      { path: "docs/src/a.md", text: "```@docs\nf\n```\n" },
      {
        "Project.toml": 'name = "P"',
        "src/P.jl": `"""\n${times("$(SIGNATURES)\n", 1_900)}"""\nfunction f(${"x".repeat(50_000)}\n`,
      },
    ],
  ])("grows by a bounded amount: %s", (_name, page, files: Readonly<Record<string, string>>) => {
    const read = (path: string) => (files[path] === undefined ? undefined : { text: files[path] })
    const expanded = expandIncludes({ format: "markdown", ...page }, read)

    expect(expanded?.text.length).toBeLessThan(MAX_CHARACTERS)
  })

  it.each([
    ["substitutions", `.. |a| replace:: ${words(10_100)}\n\n${times("|a| ", 9_000)}\n`],
    [
      "substitutions of substitutions",
      `.. |a| replace:: ${times("|b| ", 2_000)}\n.. |b| replace:: ${words(2_000)}\n\n${times("|a| ", 100)}\n`,
    ],
    ["titles", `.. _a:\n\n${words(20_000)}\n${"=".repeat(100_000)}\n\n${times(":ref:`a` ", 4_000)}\n`],
  ])("of reStructuredText grows by a bounded amount: %s", async (_name, text) => {
    const { document } = await parsePage({ format: "restructured-text", path: "a.rst", text })

    expect(JSON.stringify(document).length).toBeLessThan(MAX_CHARACTERS)
  })

  it("of MyST grows by a bounded amount: titles", async () => {
    const titles = { ofLabel: () => undefined, ofPage: () => words(1_600), ofSection: () => undefined }
    const page = { format: "markdown", path: "a.md", text: times(`${times("[](b) ", 300)}\n\n`, 10) } as const
    const { document } = await parsePage(page, { titles })

    expect(JSON.stringify(document).length).toBeLessThan(MAX_CHARACTERS)
  })

  it("of AsciiDoc grows by a bounded amount: attributes", () => {
    const attributes = Array.from({ length: 50 }, (_, at) => `:a${at}: ${times("{b}", 600)}`).join("\n")
    const text = `= A\n:b: ${words(390)}\n${attributes}\n\ninclude::{a1}{a2}.adoc[]\n`
    const expanded = expandIncludes({ format: "asciidoc", path: "a.adoc", text }, () => undefined)

    expect(expanded?.problems.map(({ message }) => message.length)).toEqual([expect.any(Number)])
    expect(expanded?.problems[0]?.message.length).toBeLessThan(1_000)
  })
})

it("ends nested loops that show nothing", () => {
  const files: Readonly<Record<string, string>> = { "_config.yml": "a: b\n", "_data/b.yml": times("- a\n", 500) }
  const depth = 6
  const text = `${times("{% for a in site.data.b %}", depth)}${times("{% endfor %}", depth)}\n`
  const before = process.cpuUsage()

  expandIncludes({ format: "markdown", path: "a.md", text }, (path) =>
    files[path] === undefined ? undefined : { text: files[path] },
  )

  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000)
})

it("selects overlapping ranges in their order", () => {
  expect(selectRanges("a\nb\nc", "2-3,1-2")).toBe("b\nc\na\nb")
})
