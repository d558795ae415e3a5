import { describe, expect, it } from "vitest"
import type { FormatName } from "./document/document.ts"
import { parsePage } from "./parse-page.ts"
import { shown } from "./document/shown-block.testing.ts"

async function read(format: FormatName, text: string): Promise<readonly string[]> {
  return (await parsePage({ format, text, path: "page" }, { read: () => undefined })).document.blocks.map(shown)
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
    [
      "links whose target is a template, with and without a title",
      "markdown",
      'The [koi]({{< relref "koi#feed" >}} "feed the koi") and the [tench]({{< relref "tench" >}}).',
      ["The koi and the tench."],
    ],
    [
      "links that end with a sign, without a space before what follows",
      "markdown",
      'By [koi <img src="external.svg" class="external">](https://koi.example/a), [tench <img src="external.svg">](b). A [carp ](c)swims.',
      ["By koi, tench. A carp swims."],
    ],
    [
      "the words behind an abbreviation after it",
      "markdown",
      'The <abbr title="Uniform Resource Locator">URL</abbr>s of a <dfn title="fish">koi</dfn>, <abbr>CSS</abbr>.',
      ["The URLs (Uniform Resource Locator) of a koi (fish), CSS."],
    ],
    [
      "no alternative texts of pictures on their own",
      "markdown",
      "![Koi logo](a.png) ![Pond](b.png)\n\nSwim.\n![Koi pond](c.png)\n[![Two koi that swim around a lily](d.png)](d)\n\nA ![koi](e.png) swims.\n\n<p><img src='a.png' alt='Koi logo'></p>\n\n<img alt='A koi and a tench in a pond' src='b.png'>\n<img alt='A koi and a tench in a pond' src='c.png'>\n\n{{< figure src='f.png' alt='A koi and a tench in a pond' caption='Koi swim below lilies at noon.' >}}\n\n{{< figure src='g.png' caption='Koi' >}}",
      ["Swim.", "A koi swims.", "Koi swim below lilies at noon."],
    ],
    [
      "no alternative texts of pictures on their own",
      "mdx",
      "<Box />\n\n![Koi logo](a.png)\n\n[![Two koi that swim around a lily](d.png)](d)\n\n<ThemedImage alt='Koi pond' />\n\n<LiteYouTube id='x' title='Koi 1.2' />\n\nA ![koi](e.png) swims.",
      ["A koi swims."],
    ],
    [
      "no alternative texts of pictures on their own",
      "restructured-text",
      ".. image:: a.png\n   :alt: Koi logo\n\n.. figure:: b.png\n   :alt: Two koi that swim around a lily\n\n   A lily.",
      ["A lily."],
    ],
    [
      "no alternative texts of pictures on their own",
      "html",
      "<main><p><a href='x'><img src='a.png' alt='Koi pond'></a></p><p><img src='b.png' alt='Two koi that swim around a lily'></p><p>A <img src='c.png' alt='koi'> swims.</p></main>",
      ["A koi swims."],
    ],
    [
      "no calls of templates",
      "markdown",
      '{{#options}}\n\n{{#option "`--koi` _name_"}}\nThe koi.\n{{/option}}\n\n{{> more }}\n\n{{/options}}\n\n{{ koi.name }}.\n\nVersion {{ version }} and `{{#if}}`.',
      ["`--koi` _name_: The koi.", "Version {{ version }} and `{{#if}}`."],
    ],
    [
      "titles of labels before a directive that shows nothing, and roles around literals",
      "restructured-text",
      "See :ref:`koi-care`, :term:``koi``.\n\n.. _koi-care:\n\n.. currentmodule:: pond\n   :x:\n\n.. a comment\n   of two lines\n\nCare for koi\n============\n\nFeed.",
      ["See Care for koi, `koi`.", "# Care for koi", "Feed."],
    ],
    ["boxes of Markdown in capitals", "markdown", "/// Note | Koi\n\nSwim.\n\n///", ["**Note: Koi**\n\nSwim."]],
    [
      "words of references to objects of other pages",
      "markdown",
      "[dataclasses][dataclasses], [Enums][enum], [type variables][typing.TypeVar], [`#feed`][Pond::Koi#feed], config[section][key], [a][b].",
      ["dataclasses, Enums, type variables, `#feed`, config[section][key], [a][b]."],
    ],
    ["no includes of missing files", "markdown", 'Koi.\n\n--8<-- "missing.md"\n\nTench.', ["Koi.", "Tench."]],
    [
      "cards without the lines between their parts",
      "restructured-text",
      ".. grid-item-card::\n\n   Koi\n   ^^^\n\n   Swim.\n\n   +++\n\n   End.",
      ["Koi", "Swim.", "End."],
    ],
    [
      "sessions of Python without what only tests need",
      "restructured-text",
      ">>> feed()  # doctest: +SKIP\n<BLANKLINE>\nfed\n\n.. code-block:: pycon\n\n   >>> net() # doctest: +ELLIPSIS\n\n.. code-block:: python\n\n   x  # doctest: shown",
      ["code:>>> feed()\n\nfed", "code:>>> net()", "code:x  # doctest: shown"],
    ],
    [
      "no names of files below their directives",
      "restructured-text",
      ".. image::\n   https://x.example/badge.svg\n   :target: https://y.example\n\n.. figure::\n   pond.png\n\n   A pond.",
      ["A pond."],
    ],
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
      "pictures and tags in attributes",
      "mdx",
      '<Frame caption="A pond">\n  <img alt="Two koi" src="koi.png" />\n</Frame>\n\n<Figure text={<>Feed <code>koi</code> <a href={to("x")}>daily</a>.</>} icon={<Fish />} />',
      ["**A pond**", "Feed `koi` daily."],
    ],
    [
      "names of boxes that are components",
      "markdown",
      '<Note class="wide">\n\nKoi swim.\n\n</Note>\n\n<note>\n\nThey do.\n\n</note>',
      ["**Note**", "Koi swim.", "They do."],
    ],
    [
      "containers wherever their lines stand",
      "mdx",
      "<Box />\n\nKoi swim.\n:::note\nIn ponds.\n:::\n\n:::tip[A *tip*]\n\nFeed\nthem. :::\n\nAfter :::\n\n:::danger Cold\nIce.\n:::\nEnd.",
      [
        "Koi swim.",
        "**Note**\n\nIn ponds.",
        "**A *tip***\n\nFeed them.",
        "After :::",
        "**Danger: Cold**\n\nIce.",
        "End.",
      ],
    ],
    [
      "Markdown that HTML holds without a blank line",
      "markdown",
      '<div class="note" markdown="1">\n[Koi](/koi){: .btn } *swim*.\n</div>\n\n<div>\n*as is*\n</div>',
      ["Koi *swim*.", "*as is*"],
    ],
    ["no list in the place of contents", "markdown", "Koi.\n\n1. TOC\n{:toc}\n\n* Contents\n{:toc .big}", ["Koi."]],
    [
      "code of Rust without lines that are only compiled",
      "markdown",
      "```rust,ignore\n# fn main() {\n#\n#[derive(Koi)]\n    ## feed\n# }\n```\n\n```rust\n# all\n```\n\n```sh\n# feed\n```",
      ["code:#[derive(Koi)]\n    # feed", "code:# all", "code:# feed"],
    ],
    [
      "tabs of code of Docsy",
      "markdown",
      '{{< tabpane lang="ini" >}}\n{{< tab header="**Files**:" disabled=true />}}\n{{< tab TOML >}}\n+++\n[koi]\n+++\n{{< /tab >}}\n{{< tab header="YAML" lang="yaml" >}}\nkoi: 1\n---\n{{< /tab >}}\n{{< /tabpane >}}\n\n{{< tab Text >}}\nKoi.\n{{< /tab >}}',
      ["**Files:**", "code:+++\n[koi]\n+++ (TOML)", "code:koi: 1\n--- (YAML)", "**Text** Koi."],
    ],
    [
      "titles of code in groups",
      "mdx",
      '<CodeGroup>\n\n```bash npm theme={null}\nnpm i koi\n```\n\n```bash title="yarn"\nyarn add koi\n```\n\n</CodeGroup>',
      ["code:npm i koi (npm)", "code:yarn add koi (yarn)"],
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
      "a box with a title and only a link as one line",
      "markdown",
      '!!! abstract "About koi"\n    [koi `food`](../koi.md#food)\n\n!!! note\n    [pond](pond.md)\n\n??? tip "Lakes"\n    See [lake](lake.md).',
      ["About koi: koi `food`", "**Note**\n\npond", "**Tip: Lakes**\n\nSee lake."],
    ],
    [
      "Markdown in titles of containers",
      "markdown",
      '!!! note "The "koi" [`pond`][p] :material-fish: *is* **deep**"\n    Body.\n\n??? tip "A [link](/x "Title")"\n    Body.\n\n[p]: /pond\n\n::: warning <i class="icon"></i> Cold &amp; wet\nBody.\n:::',
      ['**Note: The "koi" `pond` *is* deep**\n\nBody.', "**Tip: A link**\n\nBody.", "**Warning: Cold & wet**\n\nBody."],
    ],
    [
      "alerts whose sentence begins behind the mark",
      "markdown",
      "> [!NOTE] Koi [swim](/x) **slowly**.\n\n> [!TIP] Koi swim\n> in the pond.\n\n> [!TIP] Of koi\n> They swim.",
      ["**Note**\n\nKoi swim **slowly**.", "**Tip**\n\nKoi swim in the pond.", "**Tip: Of koi**\n\nThey swim."],
    ],
    [
      "long sentences behind the mark of an alert",
      "markdown",
      `> [!NOTE] ${"Koi swim and ".repeat(12)}[sleep](/x)\n>\n> Carp, too.`,
      [`**Note**\n\n${"Koi swim and ".repeat(12)}sleep\n\nCarp, too.`],
    ],
    [
      "alerts whose sentence begins behind the mark",
      "mdx",
      "<Box />\n\n> [!NOTE] Koi [swim](/x) **slowly**.\n\n> [!TIP] Of koi\n> They swim.",
      ["**Note**\n\nKoi swim **slowly**.", "**Tip: Of koi**\n\nThey swim."],
    ],
    [
      "headings without their attributes",
      "markdown",
      '## Koi { data-toc-label="Fish" #koi }\n\n## Carp { id=carp }\n\n## Tench { data-search-exclude }\n\n## <i class="icon"></i> <b>Pike</b>\n\n## Map {a b}',
      ["## Koi", "## Carp", "## Tench", "## Pike", "## Map {a b}"],
    ],
    [
      "headings without signs of Fumadocs",
      "mdx",
      "## Feed [step]\n\n## Swim [#swim]\n\n## A list[0]",
      ["## Feed", "## Swim", "## A list[0]"],
    ],
    [
      "links to objects of other pages",
      "markdown",
      "A [`Koi`][fish.Koi], a [`str`][] and the [pond][fish.pond]; list[0][1], [a][b], `[x][]`.",
      ["A `Koi`, a `str` and the pond; list[0][1], [a][b], `[x][]`."],
    ],
    [
      "formulas",
      "markdown",
      "Is $\\sum_{k=0}^n a_k * b_k$ or $$\\{x\\}$$, not $5 and $10_000 or `$a_1$`.\n\n$$\na_1 = b\n+ c \\\\\n$$\n\n\\[ a^{2} \\]\n\n\\[not math\\]",
      [
        "Is $\\sum_{k=0}^n a_k * b_k$ or $$\\{x\\}$$, not $5 and $10_000 or `$a_1$`.",
        "code:a_1 = b\n+ c \\\\",
        "code:a^{2}",
        "[not math]",
      ],
    ],
    [
      "formulas",
      "mdx",
      "<Box a={`${1}_${2}`} />\n\nIs $\\sum_{k=0}^n a_k$ or $$c = \\sqrt{a}$$, not $5, `$a_{1}$` or $9.\n\n$$\na_1 = {b}\n+ c\n$$\n\n```sh\n$$\necho $a_1$\n$$\n```",
      [
        "Is $\\sum_{k=0}^n a_k$ or $$c = \\sqrt{a}$$, not $5, `$a_{1}$` or $9.",
        "code:a_1 = {b}\n+ c",
        "code:$$\necho $a_1$\n$$",
      ],
    ],
    [
      "tags of JSX and HTML in a line",
      "markdown",
      "A <span style={{ color: 'red', a: 1 }}>red</span> <img alt=\"koi &quot;Bo&quot;\" style={{ a: 'b' }} />, x < {y}, <T>.\n\nThis goes on.\n<Box>\n\nInside.\n\n</Box>",
      ['A red koi "Bo", x < {y}, <T>.', "This goes on.", "Inside."],
    ],
    [
      "code of HTML without signs inside",
      "markdown",
      "- <code><b>koi</b>\\_pond *x* `y`</code>\n\n<table><tr><td><tt><b>a</b>_b</tt> <b>c</b></td></tr></table>\n\n<div><code>d<b>e</b></code> <b>f</b></div>",
      ["- `koi_pond x y`", "table: / `a_b` **c**", "`de` **f**"],
    ],
    ["code of HTML without signs inside", "mdx", "<Box />\n\nA <code><b>koi</b>_pond</code>.", ["A `koi_pond`."]],
    ["no empty emphasis", "markdown", 'A<i class="icon"></i> b<b></b>.', ["A b."]],
    [
      "tabs and options of Hugo",
      "markdown",
      '{{< tabpane text=true >}} {{% tab Koi %}}\n\nOne.\n\n{{% /tab %}} {{< tab lang=go >}}\n\nTwo.\n\n{{< /tab >}}\n\n{{% option name="tank.size" default="4 l" %}}\n\nHow large.\n\n{{% /option %}}',
      ["**Koi**", "One.", "Two.", "`tank.size` (default: `4 l`)", "How large."],
    ],
    [
      "no loops of Vue",
      "markdown",
      'A.\n\n<ul v-for="fish of pond">\n  <li>{{ fish.name }}</li>\n</ul>\n\n<p>B {{ c }}</p>',
      ["A.", "B {{ c }}"],
    ],
    [
      "code without what keeps Liquid from reading it",
      "markdown",
      "See {% link koi.md %} `{% raw %}{{ koi }}{% endraw %}`.\n\n```html\n{% raw %}\n{{ pond }}\n{% endraw %}\n```",
      ["See `{{ koi }}`.", "code:{{ pond }}"],
    ],
    [
      "code that shows how to keep Jinja from reading it",
      "markdown",
      "See `{% raw %}{{ koi }}{% endraw %}`.",
      ["See `{% raw %}{{ koi }}{% endraw %}`."],
    ],
    [
      "braces that a template shows",
      "markdown",
      "Call `feed({{ '{' }} koi: 1 {{ \"}\" }})`.",
      ["Call `feed({ koi: 1 })`."],
    ],
    [
      "Markdown in attributes of components",
      "mdx",
      '<Frame caption="**Note:** see the [pond](https://pond.test)." />',
      ["**Note: see the pond.**"],
    ],
    [
      "Liquid in HTML",
      "markdown",
      '<div>\n<h2>Feed {%- include badge.html version="3.7" -%}</h2>\n<p>x {% if a %}y{% endif %}</p>\n</div>',
      ["## Feed", "x y"],
    ],
    [
      "a summary that is bold already",
      "mdx",
      "<details>\n<summary>**Open `it`**</summary>\nIn.\n</details>\n\n<details>\n<summary>\n**Open**\n</summary>\n</details>",
      ["**Open `it`** In.", "**Open**"],
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
    [
      "a table whose first row is in bold",
      "restructured-text",
      "+-----------+-------------+\n| **Name**  | **Meaning** |\n+-----------+-------------+\n| **koi**   | A fish.     |\n+-----------+-------------+",
      ["table:Name | Meaning / **koi** | A fish."],
    ],
    [
      "a table in bold",
      "restructured-text",
      "+-------+-------+\n| **a** | **b** |\n+-------+-------+\n| **c** | **d** |\n+-------+-------+",
      ["table: / **a** | **b** / **c** | **d**"],
    ],
    ["a table without a header", "man-page", tbl("l l.\na\tb\nc\td"), ["## TABLE", "table: / a | b / c | d", "After."]],
    ["a table that nothing ends", "man-page", ".TH P 1\n.SH T\n.TS\nl.\na", ["## T", "table: / a"]],
  ])("%s in %s", async (_, format, text, blocks) => {
    expect(await read(format, text)).toEqual(blocks)
  })

  it("of many labels, footnotes and marks in one page take time that grows with its length", async () => {
    const text = `:::tabs\n${"== a\n[^1]: ==b\n\n    c\n++d\n".repeat(4000)}`
    const before = process.cpuUsage()

    await read("markdown", text)

    // Linear reading takes less than a second; a machine that does other work meanwhile gets ten.
    expect(process.cpuUsage(before).user).toBeLessThan(10_000_000)
  })
})
