import { describe, expect, it } from "vitest"
import type { Block, FormatName } from "./document.ts"
import { parsePage } from "./parse-page.ts"

/** What a block shows, with its kind in front where it is no prose. */
function shown(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${block.text}`
    case "prose":
      return block.markdown
    case "code":
      return `code:${block.code}`
    case "table":
      return `table:${[block.header, ...block.rows].map((row) => row.join(" | ")).join(" / ")}`
  }
}

async function read(format: FormatName, text: string): Promise<readonly string[]> {
  return (await parsePage(format, text, "page", () => undefined)).document.blocks.map(shown)
}

const tbl = (lines: string) => `.TH PUMP 1\n.SH TABLE\n.TS\n${lines}\n.TE\nAfter.`

describe("what readers see", () => {
  it.each<[what: string, format: FormatName, text: string, blocks: readonly string[]]>([
    ["powers", "markdown", "10<sup>6</sup> and x<sup>n</sup>, the 1<sup>st</sup>.", ["10^6 and x^n, the 1st."]],
    [
      "powers",
      "html",
      "<main><p>10<sup>6</sup> and m<sup>-1</sup>, Pump<sup>TM</sup>.</p></main>",
      ["10^6 and m^-1, PumpTM."],
    ],
    ["powers", "asciidoc", "10^6^ and the 1^st^.", ["10^6 and the 1st."]],
    ["powers", "restructured-text", "10\\ :sup:`6` and H\\ :sub:`2`\\ O.", ["10^6 and H2O."]],
    [
      "powers and struck words",
      "mdx",
      "<Box />\n\n10<sup>6</sup> m, <del>old</del> and new.",
      ["10^6 m, ~~old~~ and new."],
    ],
    [
      "tabs that a list names",
      "mdx",
      "<Tabs items={['Koi', 'Tench']}>\n  <Tab>\n    Fish one.\n  </Tab>\n  <Tabs.Tab>\n    Fish two.\n  </Tabs.Tab>\n</Tabs>",
      ["**Koi**", "Fish one.", "**Tench**", "Fish two."],
    ],
    [
      "properties that a component lists",
      "mdx",
      `<TypeTable type={{ gap: { type: 'number | null', default: 4, description: 'Space\\n between.' }, 'on-move': { type: "() => void", required: true, description: <>Called with <code>e</code>.</> } }} />\n\n<PropsTable data={[{ name: "side", default: false, required: false, description: \`Where it\n goes.\` }, { value: 3 }]} />\n\n<Chart data={[{ name: "a", value: 3 }]} options={{ x: { y: 1 } }} />`,
      [
        "- `gap` (`number | null`, default: `4`) Space between.\n- `on-move` (`() => void`, required: `true`) Called with `e`.",
        "- `side` (default: `false`) Where it goes.",
      ],
    ],
    [
      "changes in Critic Markup",
      "markdown",
      "A{++n added++} b{--ig--} {~~old~>new~~} {==fish==}{>> which? <<}, `{++code++}`.\n\n{==\n\nStressed.\n\n==}\n\n{~~out~>~~}{{ mustache }}",
      ["An added b~~ig~~ ~~old~~ new fish (which?), `{++code++}`.", "Stressed.", "~~out~~{{ mustache }}"],
    ],
    [
      "names of objects without a role",
      "restructured-text",
      "Is `!None` or a `~tank.lids.Lid`, `~tank.open()`, by `!with` and `.Koi`.\n\nThe `!Lid` class\n---------------\n\n`~ user` and `!`.",
      ["Is `None` or a `Lid`, `open()`, by `with` and `.Koi`.", "# The Lid class", "`~ user` and `!`."],
    ],
    ["struck words", "html", "<main><p><del>Old</del> <s>words</s> here.</p></main>", ["~~Old~~ ~~words~~ here."]],
    [
      "a summary with bold words",
      "markdown",
      "<details><summary>Show <b>more</b></summary>\n\nIn.\n</details>",
      ["**Show more**", "In."],
    ],
    [
      "footnotes",
      "markdown",
      "A[^1] b[^two].\n\n[^1]: One.\n[^two]: Two\n  goes on.\n\n    More of two.\n\nAfter.",
      ["A[^1] b[^two].", "[^1]: One.", "[^two]: Two goes on.", "More of two.", "After."],
    ],
    [
      "abbreviations",
      "markdown",
      "Words.\n\n*[KOI]: A fish\n*[PH]: A measure",
      ["Words.", "KOI: A fish. PH: A measure."],
    ],
    [
      "keys, marked words and icons",
      "markdown",
      "Press ++ctrl+f1++ :material-fish: ==now==, `++a++`, i++ and ++j.",
      ["Press Ctrl+F1 now, `++a++`, i++ and ++j."],
    ],
    ["comparisons", "markdown", "If a == b, or a==b==c.", ["If a == b, or a==b==c."]],
    [
      "the title of front matter",
      "markdown",
      "---\ntitle: Koi $& care\n---\n# {{ $frontmatter.title }}",
      ["# Koi $& care"],
    ],
    [
      "tabs of VitePress",
      "markdown",
      ":::tabs\n== Koi\nFish one.\n== tab Tench\nFish two.\n:::\n\n== not a tab",
      ["**Koi**", "Fish one.", "**Tench**", "Fish two.", "== not a tab"],
    ],
    [
      "no notes to oneself",
      "restructured-text",
      "Words.\n\n.. todo:: Write more.\n\n.. todolist::\n\nAfter.",
      ["Words.", "After."],
    ],
    [
      "a table of a manual page",
      "man-page",
      tbl("allbox tab(;);\nlb lb\nl l.\nName;What\n_\nkoi;T{\nA fish of\n.B many\ncolours\nT}\n\\^;x|y"),
      ["## TABLE", "table:Name | What / koi | A fish of many colours /  | x\\|y", "After."],
    ],
    ["a table without a header", "man-page", tbl("l l.\na\tb\nc\td"), ["## TABLE", "table: / a | b / c | d", "After."]],
    ["a table that nothing ends", "man-page", ".TH P 1\n.SH T\n.TS\nl.\na", ["## T", "table: / a"]],
  ])("%s in %s", async (_, format, text, blocks) => {
    expect(await read(format, text)).toEqual(blocks)
  })

  it("struck words of notes", async () => {
    const words = (text: string, marks: object = {}) => ({
      type: "text",
      plain_text: text,
      annotations: { bold: false, code: false, strikethrough: false, ...marks },
    })
    const struck = { strikethrough: true }
    const rich_text = [words("Feed "), words("twice ", struck), words("a day", struck), words(" once", { bold: true })]
    const page = { title: "Koi", blocks: [{ type: "paragraph", paragraph: { rich_text } }] }

    expect(await read("notes-blocks", JSON.stringify(page))).toEqual(["Feed ~~twice~~ ~~a day~~ **once**"])
  })

  it("of a notebook are neither its head nor the cells that its site leaves out", async () => {
    const cell = (cell_type: string, source: string, tags: string[] = [], more: object = {}) => ({
      cell_type,
      source,
      metadata: { tags },
      ...(cell_type === "code" ? { outputs: [{ output_type: "stream", text: `${source} ran\n` }] } : {}),
      ...more,
    })
    const cells = [
      cell("raw", "---\ntitle: Koi\n---"),
      cell("code", "setup()", ["remove-cell"]),
      cell("code", "plot()", ["remove-input"]),
      cell("code", "feed()", ["remove-output"]),
      cell("markdown", "Words.", [], { metadata: { nbsphinx: "hidden" } }),
      cell("raw", "---\nplain"),
    ]

    const { document } = await parsePage(
      "notebook",
      JSON.stringify({ cells, metadata: {} }),
      "a.ipynb",
      () => undefined,
    )

    expect(document.title).toBe("Koi")
    expect(document.blocks.map(shown)).toEqual(["code:plot() ran", "code:feed()", "---\nplain"])
  })

  it("of many labels, footnotes and marks in one page take time that grows with its length", async () => {
    const text = `:::tabs\n${"== a\n[^1]: ==b\n\n    c\n++d\n".repeat(4000)}`
    const before = process.cpuUsage()

    await read("markdown", text)

    // Linear reading takes less than a second; a machine that does other work meanwhile gets ten.
    expect(process.cpuUsage(before).user).toBeLessThan(10_000_000)
  })
})

describe("the title of a page", () => {
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
    expect((await parsePage(format, text, "page", () => undefined)).document.title).toBe(title)
  })
})
