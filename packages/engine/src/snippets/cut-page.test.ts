import fc from "fast-check"
import { describe, expect, it } from "vitest"

import type { Block, Document, LineSpan } from "@lectern/parsers"
import { beginsWithCut, endsWithCut, joinParts, withoutCuts } from "./cut-marks.ts"
import { cutPage, MAX_SNIPPET_TOKENS } from "./cut-page.ts"

const origin = {
  path: "guide/routing.md",
  url: "https://github.com/o/r/blob/abc/guide/routing.md",
  lineAnchor: "github" as const,
}
const at = (start: number, end = start): LineSpan => ({ start, end })
const heading = (level: number, text: string, line = 1): Block => ({ kind: "heading", level, text, lines: at(line) })
const prose = (markdown: string, line = 1): Block => ({ kind: "prose", markdown, role: "paragraph", lines: at(line) })
const code = (text: string, line = 1, language = "js"): Block => ({
  kind: "code",
  language,
  code: text,
  lines: at(line, line + text.split("\n").length + 1),
})
const sentence = (words: number) => `${"lorem ".repeat(words)}ipsum.`

const anyBlock: fc.Arbitrary<Block> = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 6 }), fc.string({ maxLength: 200 })).map(([level, text]) => heading(level, text)),
  fc
    .string({
      maxLength: 3_000,
      unit: fc.constantFrom("a", "b", " ", ". ", "\n", "\n\n", "- ", "語", "é", ":", "`", "word "),
    })
    // Parsers write a fence in prose as a block of code.
    .map((text) => prose(text.replaceAll(/`{3,}/g, "``"))),
  fc
    .string({
      maxLength: 3_000,
      unit: fc.constantFrom("x", "\n", "\n\n", "  ", "```", "(", ")", "{", "}", "foo", "語"),
    })
    .map((text) => code(text)),
  fc
    .tuple(
      fc.array(fc.string({ maxLength: 20 }), { maxLength: 4 }),
      fc.array(fc.array(fc.string({ maxLength: 400 }), { maxLength: 4 }), { maxLength: 30 }),
    )
    .map(([header, rows]): Block => ({ kind: "table", header, rows, lines: at(1) })),
)

/** Lines that open or close a fence leave none open at the end. */
function isFenceOpen(text: string): boolean {
  let open: string | undefined
  for (const line of text.split("\n")) {
    const run = /^`{3,}/.exec(line)?.[0]
    if (open === undefined && run) {
      open = run
    } else if (open !== undefined && run === open && line.trim() === open) {
      open = undefined
    }
  }
  return open !== undefined
}

describe("a page with more rows or fences than a call can have arguments", () => {
  it("is cut like every other", { timeout: 60_000 }, () => {
    const rows = Array.from({ length: 150_000 }, (_, row) => [`${row}`])
    const table: Block = { kind: "table", header: ["a"], rows, lines: at(1) }
    const fences = code("``` a\n".repeat(126_000))

    expect(cutPage(origin, { title: "Many", blocks: [table] }).snippets.length).toBeGreaterThan(1)
    expect(cutPage(origin, { title: "Many", blocks: [fences] }).snippets.length).toBeGreaterThan(1)
  })
})

describe("cutPage", () => {
  it("makes a snippet of a heading alone, but not of one above something that is not shown", () => {
    const emptied: Block = { kind: "heading", level: 2, text: "Carp", isEmptied: true, lines: at(3) }
    const document: Document = { title: "Fish", blocks: [heading(1, "Fish"), heading(2, "Koi", 2), emptied] }

    expect(cutPage(origin, document).snippets.map(({ content }) => content)).toEqual(["Koi"])
  })

  it("gives every section its path of headings and keeps code with the paragraph before it", () => {
    const document: Document = {
      title: "Routing",
      blocks: [
        heading(1, "Routing"),
        prose("Intro."),
        heading(2, "Parameters", 5),
        prose("Read them like this:", 7),
        code("c.req.param('id')", 9),
      ],
    }

    const page = cutPage(origin, document)

    expect(
      page.snippets.map((snippet) => [snippet.kind, snippet.headingPath.join(" > "), snippet.url.split("#")[1]]),
    ).toEqual([
      ["prose", "Routing", "L1-L1"],
      ["code", "Routing > Parameters", "L7-L11"],
    ])
    expect(page.snippets[1]).toMatchObject({
      title: "Parameters",
      description: "Read them like this:",
      codes: [{ language: "js", code: "c.req.param('id')" }],
      content: "Read them like this:\n\n```js\nc.req.param('id')\n```",
    })
  })

  it("makes a snippet of each further variant of code", () => {
    const feed = (language: string) => code("pond.feed(koi, flakes)", 3, language)
    const blocks = [prose("Feed them:"), feed("java"), feed("kotlin"), feed("scala"), prose("Then wait."), feed("java")]
    const { snippets } = cutPage(origin, { title: "Koi", blocks: [heading(1, "Koi"), ...blocks] })

    expect(snippets.map(({ codes }) => codes.map(({ language }) => language))).toEqual([
      ["java"],
      ["kotlin"],
      ["scala"],
      ["java"],
    ])
    expect(snippets.map(({ description }) => description)).toEqual(["Feed them:", "", "", "Then wait."])
  })

  it("keeps text that refers to the one before with it while there is room", () => {
    const cut = (...blocks: readonly Block[]) =>
      cutPage(origin, { title: "Koi", blocks }).snippets.map(({ content }) => content.replaceAll("lorem ", ""))

    expect(cut(code("feed(koi)".repeat(50)), prose("This feeds them."), prose(sentence(70)))).toEqual([
      `\`\`\`js\n${"feed(koi)".repeat(50)}\n\`\`\`\n\nThis feeds them.`,
      "ipsum.",
    ])
    expect(
      cut(prose(sentence(60)), prose("Ponds have fish."), prose("For example:"), code("feed(koi)".repeat(50))),
    ).toEqual(["ipsum.", `Ponds have fish.\n\nFor example:\n\n\`\`\`js\n${"feed(koi)".repeat(50)}\n\`\`\``])
  })

  it.each(["✅ DO", "**Good**"])("keeps the label %s with the code below its sentence", (label) => {
    const blocks = [prose(sentence(60)), prose(label), prose("Feed them:"), code("feed(koi)".repeat(50))]
    const [first, second] = cutPage(origin, { title: "Koi", blocks }).snippets

    expect(first?.content).not.toContain(label)
    expect(second?.content).toMatch(/^\S.*\n\nFeed them:\n\n```js\n/)
  })

  it("keeps footnotes with the text that refers to them, except in a bibliography", () => {
    const cut = (...blocks: readonly Block[]) =>
      cutPage(origin, { title: "Koi", blocks }).snippets.map(({ content }) => content.replaceAll("lorem ", ""))
    const book = (mark: string) => prose(`[${mark}] ${sentence(60)}`)

    expect(cut(prose(sentence(70)), book("1"), prose("Koi swim."))).toEqual(["ipsum.\n\n[1] ipsum.", "Koi swim."])
    expect(cut(book("1"), book("2"), book("3"))).toEqual(["[1] ipsum.\n\n[2] ipsum.", "[3] ipsum."])
  })

  it("moves text that begins inside an item to the margin, up to the next item", () => {
    const rest = prose("   **Note**\n\n   Feed koi\n     - often\n2. Wait.\n\n   A day.")

    expect(cutPage(origin, { title: "Koi", blocks: [code("feed()"), rest] }).snippets[0]?.content).toBe(
      "```js\nfeed()\n```\n\n**Note**\n\nFeed koi\n  - often\n\n2. Wait.\n\n   A day.",
    )
  })

  it("leaves text with a list inside an item where it is, because the list would seem to be the one around it", () => {
    const rest = prose("   For example:\n   - koi\n   - carp\n2. Wait.")

    expect(cutPage(origin, { title: "Koi", blocks: [code("feed()"), rest] }).snippets[0]?.content).toBe(
      "```js\nfeed()\n```\n\n   For example:\n   - koi\n   - carp\n\n2. Wait.",
    )
    const list = prose("      - koi\n      - carp")
    expect(cutPage(origin, { title: "Koi", blocks: [code("feed()"), list] }).snippets[0]?.content).toBe(
      "```js\nfeed()\n```\n\n   - koi\n   - carp",
    )
  })

  it("shows the title of a block of code unless it only says the language again", () => {
    const titled = (title: string): Block => ({ kind: "code", language: "java", code: "a();", title, lines: at(3) })

    const page = cutPage(origin, { title: "T", blocks: [titled("Java"), titled("Main.java")] })

    expect(page.snippets.map(({ content }) => content)).toEqual(["```java\na();\n```\n\nMain.java\n```java\na();\n```"])
  })

  it("titles code snippets of one section by the sentences that introduce them", () => {
    const blocks = [
      heading(1, "Hooks"),
      prose(`${sentence(60)} First you open it:`),
      code("open()".repeat(60)),
      prose(`${sentence(60)} Then you close it:`),
      code("close()".repeat(60)),
    ]

    const titles = cutPage(origin, { title: "Hooks", blocks })
      .snippets.filter((snippet) => snippet.kind === "code")
      .map((snippet) => snippet.title)

    expect(titles).toEqual(["Hooks: First you open it", "Hooks: Then you close it"])
  })

  it("marks where code, tables and lists are cut, so that their parts give the block again", () => {
    const list = Array.from({ length: 60 }, (_, at) => `- item ${at} ${sentence(3)}`).join("\n")
    const source = Array.from({ length: 161 }, (_, at) => `call(${at}, "a name")${at % 7 === 1 ? "\n" : ""}`).join("\n")
    const rows = Array.from({ length: 60 }, (_, at) => [`name ${at}`, sentence(3)])
    const table: Block = { kind: "table", header: ["Name", "Meaning"], rows, lines: at(1) }
    const contents = [prose(list), code(source), table].map((block) =>
      cutPage(origin, { title: "T", blocks: [block] }).snippets.map(({ content }) => content),
    )

    for (const parts of contents) {
      expect(parts.length).toBeGreaterThan(2)
      expect(parts.map(beginsWithCut)).toEqual(parts.map((_, at) => at > 0))
      expect(parts.map(endsWithCut)).toEqual(parts.map((_, at) => at < parts.length - 1))
    }
    const [items, lines, cells] = contents.map((parts) => parts.map(withoutCuts).reduce(joinParts))
    expect(items).toBe(list)
    expect(lines).toBe(`\`\`\`js\n${source}\n\`\`\``)
    expect(cells?.split("\n")).toHaveLength(2 + rows.length)
  })

  it("never ends a snippet with a title of what follows, such as that of a note", () => {
    const list = `- **Details**\n\n  ${sentence(60)}\n\n  ${sentence(60)}\n\n  **Warning: Mind it**\n\n  ${sentence(60)}`
    const blocks = [prose(sentence(70)), prose("**Outside of the pond**"), prose(sentence(70))]
    const page = (content: readonly Block[]) =>
      cutPage(origin, { title: "T", blocks: content }).snippets.map((snippet) => withoutCuts(snippet.content))

    expect(page([prose(list)]).filter((content) => content.endsWith("**"))).toEqual([])
    expect(page(blocks).at(-1)).toMatch(/^\*\*Outside of the pond\*\*\n\nlorem/)
  })

  it("keeps a long line of code whole if it fits into a snippet", () => {
    const line = `ciphers '${"KOI-128:".repeat(80)}'`
    const source = `${"feed(1)\n".repeat(60)}${line}\n${"feed(2)\n".repeat(60)}`

    const { snippets } = cutPage(origin, { title: "T", blocks: [code(source)] })

    expect(snippets.filter(({ content }) => content.split("\n").includes(line))).toHaveLength(1)
    expect(Math.max(...snippets.map(({ tokens }) => tokens))).toBeLessThanOrEqual(MAX_SNIPPET_TOKENS)
  })

  it("keeps the indentation of cells that shows which rows belong together", () => {
    const rows = [
      ["feed", " all "],
      ["\u00a0\u00a0feed:koi", "\u00a0koi"],
    ]
    const table: Block = { kind: "table", header: ["Right", "Of"], rows, lines: at(1) }

    const [snippet] = cutPage(origin, { title: "T", blocks: [table] }).snippets

    expect(snippet?.content).toBe("| Right | Of |\n|-|-|\n| feed | all |\n| \u00a0\u00a0feed:koi | koi |")
  })

  it("repeats the header of a table that is split", () => {
    const rows = Array.from({ length: 60 }, (_, row) => [`option-${row}`, sentence(8)])

    const { snippets } = cutPage(origin, {
      title: "T",
      blocks: [{ kind: "table", header: ["Name", "Meaning"], rows, lines: at(1) }],
    })

    expect(snippets.length).toBeGreaterThan(2)
    expect(snippets.every(({ content }) => withoutCuts(content).startsWith("| Name | Meaning |\n|-|-|\n"))).toBe(true)
  })

  it("keeps a heading without text findable, and names a page without headings by its file", () => {
    expect(
      cutPage(origin, { blocks: [heading(1, "A"), heading(2, "--flag")] }).snippets.map((snippet) => snippet.content),
    ).toEqual(["--flag"])
    expect(cutPage({ ...origin, path: "guides/index.md" }, { blocks: [prose("x")] }).title).toBe("guides")
    expect(cutPage({ ...origin, path: "koi-pond/03.md" }, { blocks: [prose("x")] }).title).toBe("koi pond 03")
  })

  it("is called what its navigation calls it when its own headings only name sections", () => {
    const navigated = { ...origin, title: "Advice" }
    const titleOf = (blocks: readonly Block[]) =>
      cutPage(navigated, { title: blocks.find((block) => block.kind === "heading")?.text ?? "", blocks })

    expect(titleOf([heading(2, "Before"), prose("x"), heading(2, "After"), prose("y")]).title).toBe("Advice")
    expect(titleOf([prose("x"), heading(2, "Before"), prose("y")]).snippets[1]?.headingPath).toEqual([
      "Advice",
      "Before",
    ])
    expect(titleOf([heading(2, "All of it"), heading(3, "Before"), prose("y")]).title).toBe("All of it")
    expect(titleOf([prose("x"), heading(1, "All of it"), prose("y")]).title).toBe("All of it")
    expect(cutPage(navigated, { title: "Front matter", blocks: [heading(2, "A"), heading(2, "B")] }).title).toBe(
      "Front matter",
    )
  })

  it("is called by its file when it only lists entries beside each other", () => {
    const entry = (text: string): Block => ({ kind: "heading", level: 2, text, isEntry: true, lines: at(1) })
    const blocks = [entry("core.bare"), prose("x"), entry("core.eol"), prose("y")]

    const page = cutPage({ ...origin, path: "config/core.adoc" }, { blocks })

    expect(page.snippets.map(({ headingPath }) => headingPath)).toEqual([
      ["core", "core.bare"],
      ["core", "core.eol"],
    ])
  })

  it("never exceeds the bound of tokens, never leaves a fence open and loses no word, whatever the page", () => {
    fc.assert(
      fc.property(fc.array(anyBlock, { maxLength: 12 }), (blocks) => {
        const page = cutPage(origin, { title: "Title", blocks })

        const shown = page.snippets.map((snippet) => `${snippet.headingPath.join(" ")} ${snippet.content}`).join(" ")
        for (const snippet of page.snippets) {
          expect(snippet.tokens).toBeLessThanOrEqual(MAX_SNIPPET_TOKENS)
          expect(snippet.codes.length > 0 && isFenceOpen(snippet.content)).toBe(false)
          expect(page.sections[snippet.section]).toBeDefined()
        }
        const count = (text: string, character: string) => text.split(character).length - 1
        const source = blocks
          .map((block) => (block.kind === "prose" ? block.markdown : block.kind === "code" ? block.code : ""))
          .join(" ")
        for (const character of ["語", "é", "b", "x"]) {
          expect(count(shown, character)).toBeGreaterThanOrEqual(count(source, character))
        }
      }),
      { numRuns: 150 },
    )
  })

  it("leaves out a table of contents, whose headings stand on the page anyway", () => {
    const contents: Block = { kind: "prose", markdown: "- Parameters", role: "list", isContents: true, lines: at(2) }

    const { snippets } = cutPage(origin, {
      title: "T",
      blocks: [heading(1, "T"), contents, heading(2, "Parameters"), prose("x")],
    })

    expect(snippets.map((snippet) => snippet.content)).toEqual(["x"])
  })

  it("keeps a list of headings that a sentence speaks about", () => {
    const list: Block = {
      kind: "prose",
      markdown: "1. Wrap it\n2. Skip it",
      role: "list",
      isContents: true,
      lines: at(3),
    }
    const after = (sentence: string) =>
      cutPage(origin, { title: "T", blocks: [heading(2, "Koi"), prose(sentence), list] }).snippets[0]?.content

    expect(after("For other ponds, the tools that help are:")).toContain("1. Wrap it\n2. Skip it")
    expect(after("This page explains all about koi:")).not.toContain("Wrap")
    expect(after("Contents:")).not.toContain("Wrap")
  })

  it("makes the list of other pages at the end a section of the page", () => {
    const box = (markdown: string): Block => ({ kind: "prose", markdown, role: "admonition", lines: at(9) })
    const cut = (markdown: string) =>
      cutPage(origin, { title: "T", blocks: [heading(1, "T"), heading(2, "Example"), prose("Koi."), box(markdown)] })

    expect(
      cut("**See also**\n- **Ponds**\n  Water.\n- **Food**\n  Rice.").snippets.map(({ headingPath, content }) => [
        headingPath.join(" > "),
        content,
      ]),
    ).toEqual([
      ["T > Example", "Koi."],
      ["T > See also", "- **Ponds**\n  Water.\n- **Food**\n  Rice."],
    ])
    expect(cut("**See also**\n\nThe pond.").snippets).toHaveLength(1)
  })

  it("keeps a line of 32 hyphens apart from the separator of the text answer", () => {
    const { snippets } = cutPage(origin, { title: "T", blocks: [prose(`a\n${"-".repeat(32)}\nb`)] })

    expect(snippets[0]?.content).toBe(`a\n${"-".repeat(33)}\nb`)
  })
})

describe("the address of a snippet of a web page", () => {
  const lines = { start: 1, end: 1 }
  const heading = (text: string, level: number, anchor?: string) =>
    ({ kind: "heading", level, text, lines, ...(anchor === undefined ? {} : { anchor }) }) as const
  const prose = (markdown: string) => ({ kind: "prose", role: "paragraph", markdown, lines }) as const
  const urlsOf = (url: string, anchor: string) => {
    const blocks = [
      heading("Otter", 1, "otter"),
      prose("Otters dive for twenty minutes."),
      heading("Food", 2, anchor),
      prose("Otters eat fish of every kind."),
      heading("Fish", 3),
      prose("Otters like salmon and trout best."),
    ]
    const origin = { path: "otter.html", url, lineAnchor: "heading" as const }
    return cutPage(origin, { title: "Otter", blocks }).snippets.map((snippet) => snippet.url)
  }
  const page = "https://docs.example/otter.html"

  it("ends in the identifier of the nearest heading that has one", () => {
    expect(urlsOf(page, "food")).toEqual([`${page}#otter`, `${page}#food`, `${page}#food`])
    expect(urlsOf(page, "a b#ü\n")[1]).toBe(`${page}#a%20b%23%C3%BC%0A`)
  })

  it("stays as it is where the identifier is long, or the address has one", () => {
    expect(urlsOf(page, "x".repeat(101))[1]).toBe(page)
    expect(urlsOf(`${page}#/route`, "food")[1]).toBe(`${page}#/route`)
  })
})
