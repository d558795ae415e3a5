import { describe, expect, it } from "vitest"
import { parsePage } from "../../parse-page.ts"
import { readSitePage } from "../../generators/read-site-page.ts"
import { makeSiteTitles } from "../../generators/make-site-titles.ts"

const PAGES = {
  "docs/modules/ROOT/pages/index.adoc":
    "ifdef::backend-pdf[]\n= Otters in print\nendif::[]\n= Otters\n\n----\n== No heading\n----\n\n== Where they live\n\nText.\n",
  "docs/modules/how-to/pages/holt/dig.adoc":
    "= Dig a `Holt` in {river}\n\nWords.\n\n[[dig.bank]]\n=== The bank\n\n[#dig.deep%unnumbered]\n=== Deep & safe <holes>\n",
  "plugin/modules/how-to/pages/run.adoc": "= Run the plugin\n",
  "docs/modules/ROOT/pages/moved.adoc": "= Moved\n:page-aliases: before.adoc, how-to:earlier.adoc, index.adoc\n",
  "a/modules/ROOT/pages/twice.adoc": "= Twice A\n",
  "b/modules/ROOT/pages/twice.adoc": "= Twice B\n",
  "book/one.adoc": "= One\n",
  "book/two.adoc": "[[chapter-two]]\n== Two of them\n",
}
const titles = makeSiteTitles(Object.entries(PAGES).map(([path, text]) => readSitePage("asciidoc", text, path)))

async function proseOf(text: string, path: string): Promise<string> {
  const { document } = await parsePage({ format: "asciidoc", text, path }, { read: () => undefined, titles })
  return document.blocks.map((block) => (block.kind === "prose" ? block.markdown : "")).join("\n")
}

describe("references to pages of AsciiDoc without a text", () => {
  it.each([
    ["See xref:index.adoc[].", "See Otters."],
    ["See xref:./index.adoc#_where_they_live[].", "See Where they live."],
    ["See xref:index.adoc#where-they-live[] and xref:index.adoc#gone[].", "See Where they live and Otters."],
    ["See xref:how-to:holt/dig.adoc#dig.bank[].", "See The bank."],
    ["See xref:5.1@river:how-to:holt/dig.adoc#dig.deep[].", "See Deep & safe <holes>."],
    [":river: the Thames\n\nSee <<how-to:holt/dig.adoc>>.", "See Dig a `Holt` in the Thames."],
    ["See xref:how-to:run.adoc[].", "See Run the plugin."],
    ["See xref:twice.adoc[] and xref:how-to:gone.adoc[].", "See twice and gone."],
    ["See xref:index.adoc[this].", "See this."],
    ["See xref:before.adoc[] and xref:how-to:earlier.adoc[].", "See Moved and Moved."],
  ])("show the title of the page or of its section: %s", async (text, shown) => {
    expect(await proseOf(text, "docs/modules/ROOT/pages/other.adoc")).toBe(shown)
  })

  it("show the title of a section in another file of the same book", async () => {
    expect(await proseOf("See <<chapter-two>>, <<two.adoc#>> and <<gone>>.", "book/one.adoc")).toBe(
      "See Two of them, two and gone.",
    )
  })
})
