import { describe, expect, it } from "vitest"
import type { Block } from "../../document/document.ts"
import { parseHtml } from "./parse-html.ts"

const page = (title: string, body: string, head = "") =>
  `<!doctype html><html><head>${head}<title>${title}</title></head><body>${body}</body></html>`

function shown(html: string): readonly string[] {
  return parseHtml(html).document.blocks.map(lineOf)
}

function lineOf(block: Block): string {
  if (block.kind === "heading") return `${"#".repeat(block.level)} ${block.text}${block.isEntry ? " (entry)" : ""}`
  if (block.kind === "prose") return block.markdown
  return block.kind === "code" ? block.code : [block.header, ...block.rows].map((row) => row.join(" | ")).join(" / ")
}

describe("pages of references as their tools make them", () => {
  it("lists the parameters of Doxygen, without its remarks about files", () => {
    const html = page(
      "Otter: pond.h File Reference",
      `<div id="doc-content"><div class="contents"><p>Functions of a pond. <a href="#details">More...</a></p><p><a href="pond_8h_source.html">Go to the source code of this file.</a></p>
<h2 class="memtitle">pond_open()</h2><dl class="params"><dt>Parameters</dt><dd><table class="params">
<tr><td class="paramdir">[in]</td><td class="paramname">name</td><td>name of the pond, see <a class="el">pond_t</a> </td></tr>
<tr><td class="paramdir">[out]</td><td class="paramname">count</td><td></td></tr></table></dd></dl>
<dl class="retval"><dt>Return values</dt><dd><table class="retval"><tr><td class="paramname">NULL</td><td>if it is dry</td></tr></table></dd></dl>
<hr/>The documentation for this struct was generated from the following file:<ul><li>src/<a>pond.h</a></li></ul></div></div>`,
      '<meta name="generator" content="Doxygen 1.9.4">',
    )

    expect(shown(html)).toEqual([
      "Functions of a pond.",
      "### pond_open() (entry)",
      "**Parameters**",
      "- `name` [in]: name of the pond, see pond_t\n- `count` [out]",
      "**Return values**",
      "- `NULL`: if it is dry",
    ])
  })

  it("reads the lists of sections and the grids of Javadoc", () => {
    const html = page(
      "Holt",
      `<main><h1>Class Holt</h1><div class="inheritance"><a>java.lang.Object</a><div class="inheritance">holt.Holt</div></div><ul class="summary-list"><li><section class="nested-class-summary"><h2>Nested Classes</h2>
<div class="summary-table two-column-summary"><div class="table-header col-first">Class</div><div class="table-header col-last">Description</div>
<div class="col-first even-row-color"><code>Holt.Door</code></div><div class="col-last even-row-color"><div class="block">A way in.</div></div>
<div class="col-first odd-row-color"><code>Holt.Bed</code></div><div class="col-last odd-row-color">&nbsp;</div></div></section></li></ul>
<section class="details"><ul class="details-list"><li><section class="method-details"><h2>Method Details</h2><ul class="member-list"><li><section class="detail"><h3>dig</h3>
<div class="member-signature">public void dig()</div><div class="block">Digs.</div></section></li></ul></section></li></ul></section></main>`,
      '<meta name="generator" content="javadoc/DocletFacade">',
    )

    expect(shown(html)).toEqual([
      "# Class Holt",
      "## Nested Classes",
      "Class | Description / `Holt.Door` | A way in. / `Holt.Bed` | ",
      "## Method Details",
      "### dig (entry)",
      "public void dig()",
      "Digs.",
    ])
  })

  it("titles pages of Doxygen, puts members below their group and adds no lines to code", () => {
    const html = page(
      "Otter: Quick start",
      `<div id="doc-content"><div class="header"><div class="headertitle"><div class="title">Quick start<div class="ingroups"><a>Guides</a></div></div></div></div>
<div class="contents"><h1>First steps</h1><div class="fragment"><div class="line">a();</div>\n<div class="line"> </div>\n<div class="line">b();</div>\n</div>
<h2 class="groupheader">Functions</h2><h2 class="memtitle">dig()</h2><div class="memproto"><table><tr><td>void dig</td><td>(</td><td>)</td><td><span class="mlabels"><span class="mlabel">inline</span><span class="mlabel">static</span></span></td></tr></table></div></div></div>`,
      '<meta name="generator" content="Doxygen 1.9.4">',
    )

    expect(parseHtml(html).document.title).toBe("Quick start")
    expect(shown(html)).toEqual([
      "# First steps",
      "a();\n\nb();",
      "## Functions",
      "### dig() (entry)",
      "void dig ( ) inline static",
    ])
  })

  it("keeps names of files and of commands in the sentences of DocBook, without the frame around them", () => {
    const html = page(
      "Copying",
      `<div class="navheader"><table><tr><td>Prev</td><td>Next</td></tr></table></div><div class="sect1"><h2>Copying</h2>
<p>Set it in <code class="filename">otter.conf</code>, then see <a class="xref" href="copy.html"><span class="refentrytitle">COPY</span></a>.
Press <span>Copy</span> or <a href="#">Copy link</a> to go on along the river, where the otters are.</p></div><div class="navfooter"><hr><a href="x">Up</a></div>`,
    )

    expect(shown(html)).toEqual([
      "## Copying",
      "Set it in `otter.conf`, then see COPY. Press Copy or to go on along the river, where the otters are.",
    ])
  })

  it("leaves out a column of links beside the text, and does not take the name of the site for the page's", () => {
    const menu = Array.from({ length: 40 }, (_, at) => `<li><a href="/${at}">Module ${at} of otters</a></li>`).join("")
    const text = "<p>Otters keep a favourite stone for opening shells, and a pocket of skin to carry it in.</p>".repeat(
      4,
    )
    const html = page(
      "Stones | Otter v1 documentation",
      `<div id="content"><div id="column2"><ul>${menu}</ul></div><div id="column1"><header><h1>Otter v1 documentation</h1></header><div id="api"><h2>Stones</h2>${text}</div></div></div>`,
    )

    expect(parseHtml(html).document.title).toBe("Stones")
    expect(shown(html).join("\n")).not.toContain("Module 3")
    expect(shown(html)).toContain("## Stones")
  })

  it("parts badges and the names of a path from what stands before them", () => {
    const html = page(
      "x",
      `<main><h1><a>Gtk</a><span class="sep"></span><a>Window</a></h1><p><a>dig</a><span class="stab unstable">Experimental</span> digs a holt into the bank of a river, deep enough for a family.</p>
<pre><span class="source-line-no">001</span>dig();</pre></main>`,
    )

    expect(shown(html)).toEqual([
      "# Gtk.Window",
      "dig Experimental digs a holt into the bank of a river, deep enough for a family.",
      "dig();",
    ])
  })

  it("reads members of TypeDoc with their signatures, without index, breadcrumbs and settings", () => {
    const html = page(
      "Holt | Otter",
      `<div class="container container-main"><div class="col-content"><div class="tsd-page-title"><ul class="tsd-breadcrumb"><li><a>Holt</a></li></ul><h1>Class Holt</h1></div>
<section class="tsd-panel-group tsd-index-group"><section class="tsd-panel tsd-index-panel"><h3>Methods</h3><a>dig</a></section></section>
<details class="tsd-panel-group" open><summary><h2>Methods</h2></summary><section><section class="tsd-panel tsd-member"><h3 id="dig"><code class="tsd-tag">Static</code><span>dig</span></h3>
<ul class="tsd-signatures"><li><div class="tsd-signature">dig<span>(</span>depth: number<span>)</span>: void</div></li><li><div class="tsd-description"><p>Digs.</p><div class="tsd-parameters"><h4>Parameters</h4><ul><li><span>depth: number</span></li></ul></div></div></li></ul></section></section></details></div>
<div class="col-sidebar"><h3>Settings</h3><p>Theme</p></div></div>`,
    )

    expect(shown(html)).toEqual([
      "# Class Holt",
      "## Methods",
      "### Static dig (entry)",
      "dig(depth: number): void",
      "Digs.",
      "**Parameters**",
      "- depth: number",
    ])
  })

  it("keeps sections of Sphinx that are called like a frame, and says no paths of pictures", () => {
    const html = page(
      "Otters",
      `<div class="body" role="main"><h1>Otters</h1><div class="section" id="pagination"><h2>Pagination</h2><p>Twenty a page.</p></div><div id="toc"><a>Pagination</a></div>
<img alt="../_images/otter.png" src="../_images/otter.png"><div class="admonition seealso"><p class="admonition-title">See also</p><p>Rivers.</p></div></div>`,
      '<meta name="generator" content="Sphinx">',
    )

    expect(shown(html)).toEqual(["# Otters", "## Pagination", "Twenty a page.", "**See also**\n\nRivers."])
  })

  it("takes the name of a site away that other signs part from the title", () => {
    const html = page("Rivers: Otter Manual", "<div><h2>Rivers</h2><p>Water that flows.</p></div>")

    expect(parseHtml(html).document.title).toBe("Rivers")
  })
})
