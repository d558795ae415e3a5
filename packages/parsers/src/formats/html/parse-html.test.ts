import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Block } from "../../document/document.ts"
import { parseHtml } from "./parse-html.ts"

/** Blocks as short lines, so that a test reads like the page. */
function outline(html: string): readonly string[] {
  return parseHtml(html).document.blocks.map(lineOf)
}

function lineOf(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${block.text}${block.anchor === undefined ? "" : ` {${block.anchor}}`}${block.isEntry === true ? " (entry)" : ""}`
    case "prose":
      return block.markdown
    case "code":
      return `[${block.language}${block.title === undefined ? "" : ` ${block.title}`}] ${block.code}`
    case "table":
      return [block.header, ...block.rows].map((row) => row.join(" | ")).join(" / ")
  }
}

const page = (generator: string, body: string, title = "Install | Otter Docs") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="generator" content="${generator}"><title>${title}</title></head><body>${body}</body></html>`

const FRAME = `<header><a href="/">Otter</a></header><nav><a href="/a">Guide</a><a href="/b">API</a></nav>`
const NOTICE = `<div class="cookie-banner">We use cookies.</div><footer>Copyright Otter</footer>`

describe("pages of known generators", () => {
  it("reads Docusaurus: tabs by their labels, titles of code, admonitions", () => {
    const html = page(
      "Docusaurus v3.5.2",
      `<div id="__docusaurus">${FRAME}<main><article><nav class="theme-doc-breadcrumbs"><a>Home</a></nav>
      <div class="tocCollapsible_x theme-doc-toc-mobile"><button>On this page</button></div>
      <div class="theme-doc-markdown markdown"><header><h1>Install</h1></header><p>Use <code>npm</code>.</p>
      <h2 class="anchor" id="steps">Steps<a href="#steps" class="hash-link" aria-label="Direct link">&#8203;</a></h2>
      <div class="tabs-container"><ul role="tablist" class="tabs"><li role="tab">npm</li><li role="tab">Yarn</li></ul><div class="margin-top--md">
      <div role="tabpanel"><div class="language-bash codeBlockContainer_a"><div class="codeBlockTitle_b">shell</div><div><pre class="prism-code language-bash"><code><span class="token-line">npm i otter<br></span><span class="token-line">npm start<br></span></code></pre><div class="buttonGroup_c"><button>Copy</button></div></div></div></div>
      <div role="tabpanel" hidden=""><pre><code class="language-bash">yarn add otter</code></pre></div></div></div>
      <div class="theme-admonition theme-admonition-tip alert alert--success"><div class="admonitionHeading_d"><span class="icon"><svg></svg></span>Faster</div><div class="admonitionContent_e"><p>Cache it.</p></div></div>
      </div><footer class="theme-doc-footer"><a>Edit this page</a></footer></article></main></div>${NOTICE}`,
    )

    expect(outline(html)).toEqual([
      "# Install",
      "Use `npm`.",
      "## Steps {steps}",
      "**npm**",
      "[bash shell] npm i otter\nnpm start",
      "**Yarn**",
      "[bash] yarn add otter",
      "**Tip: Faster**\n\nCache it.",
    ])
  })

  it("reads VitePress: groups of code, containers, no line numbers", () => {
    const html = page(
      "VitePress v1.3.0",
      `<div class="VPContent">${FRAME}<main class="main"><div class="vp-doc _guide"><div><h1 id="install" tabindex="-1">Install <a class="header-anchor" href="#install">&#8203;</a></h1>
      <div class="vp-code-group"><div class="tabs"><input type="radio" id="t1" checked><label for="t1">npm</label><input type="radio" id="t2"><label for="t2">pnpm</label></div><div class="blocks">
      <div class="language-sh active"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki"><code><span class="line"><span>npm add otter</span></span></code></pre><div class="line-numbers-wrapper"><span class="line-number">1</span></div></div>
      <div class="language-sh"><span class="lang">sh</span><pre class="shiki"><code><span class="line">pnpm add otter</span></code></pre></div></div></div>
      <div class="warning custom-block"><p class="custom-block-title">WARNING</p><p>Wet paint.</p></div></div></div></main><footer class="VPDocFooter">Next page</footer></div>`,
    )

    expect(outline(html)).toEqual([
      "# Install {install}",
      "**npm**",
      "[sh] npm add otter",
      "**pnpm**",
      "[sh] pnpm add otter",
      "**WARNING**\n\nWet paint.",
    ])
  })

  it("reads Material for MkDocs: numbered code, tabs, admonitions", () => {
    const html = page(
      "mkdocs-1.6.0, mkdocs-material-9.5.0",
      `${FRAME}<div class="md-content"><article class="md-content__inner md-typeset"><a href="/edit" class="md-content__button md-icon"><svg></svg></a>
      <h1 id="install">Install<a class="headerlink" href="#install">&para;</a></h1>
      <div class="tabbed-set tabbed-alternate"><input id="a" type="radio"><input id="b" type="radio"><div class="tabbed-labels"><label for="a">Linux</label><label for="b">macOS</label></div><div class="tabbed-content"><div class="tabbed-block"><p>Use apt.</p></div><div class="tabbed-block"><p>Use brew.</p></div></div></div>
      <div class="language-python highlight"><span class="filename">main.py</span><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span></span>1
2</pre></div></td><td class="code"><div><pre><code><span class="kn">import</span> otter
otter.swim()
</code></pre></div></td></tr></table></div>
      <details class="note"><summary>Depth</summary><p>Deep.</p></details></article></div>`,
    )

    expect(outline(html)).toEqual([
      "# Install {install}",
      "**Linux**",
      "Use apt.",
      "**macOS**",
      "Use brew.",
      "[python main.py] import otter\notter.swim()",
      "**Note: Depth**\n\nDeep.",
    ])
  })

  it("reads Sphinx: entries of an API with their parameters", () => {
    const html = page(
      "",
      `<script src="_static/documentation_options.js"></script><div class="document"><div class="body" role="main"><section id="api"><h1>API<a class="headerlink" href="#api">¶</a></h1>
      <dl class="py class"><dt class="sig sig-object py" id="otter.Otter"><em class="property"><span class="pre">class</span> </em><span class="sig-name">Otter</span><span class="sig-paren">(</span><em class="sig-param">name</em><span class="sig-paren">)</span><a class="reference internal" href="s"><span class="viewcode-link">[source]</span></a><a class="headerlink" href="#o">¶</a></dt>
      <dd><p>An otter.</p><dl class="field-list simple"><dt class="field-odd">Parameters<span class="colon">:</span></dt><dd class="field-odd"><p><strong>name</strong> – what it is called</p></dd></dl>
      <dl class="py method"><dt class="sig sig-object py" id="otter.Otter.swim"><span class="sig-name">swim</span>()</dt><dd><p>Swims.</p></dd></dl></dd></dl>
      <div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span>Otter("Ada")
</pre></div></div></section></div></div><div class="sphinxsidebar"><h3>Table of Contents</h3></div>`,
      "API — Otter documentation",
    )

    expect(outline(html)).toEqual([
      "# API {api}",
      "## class Otter(name) {otter.Otter} (entry)",
      "An otter.",
      "**Parameters:**",
      "**name** – what it is called",
      "### swim() {otter.Otter.swim} (entry)",
      "Swims.",
      "# API {api}",
      '[python] Otter("Ada")',
    ])
  })

  it("reads Starlight, whose title stands outside of the text, and its lines of code", () => {
    const html = page(
      "Starlight v0.28.0",
      `${FRAME}<main><div class="content-panel"><h1 id="_top">Routes</h1></div><div class="content-panel"><div class="sl-markdown-content">
      <h2 id="x">Static<a class="sl-anchor-link" href="#x"><span class="sr-only">Section titled</span></a></h2>
      <div class="expressive-code"><figure class="frame has-title"><figcaption class="header"><span class="title">src/a.js</span></figcaption><pre data-language="js"><code><div class="ec-line"><div class="code"><span>let a</span></div></div><div class="ec-line"><div class="code">
</div></div><div class="ec-line"><div class="code"><span>let b</span></div></div></code></pre><div class="copy"><button>Copy</button></div></figure></div>
      <aside aria-label="Caution" class="starlight-aside starlight-aside--caution"><p class="starlight-aside__title">Caution</p><div><p>Hot.</p></div></aside></div></div></main>`,
    )

    expect(parseHtml(html).document.title).toBe("Routes")
    expect(outline(html)).toEqual(["## Static {x}", "src/a.js", "[js] let a\n\nlet b", "**Caution**\n\nHot."])
  })

  it("reads rustdoc, Javadoc and Doxygen: names, declarations, text", () => {
    const rust = page(
      "rustdoc",
      `<nav class="sidebar">x</nav><main><section id="main-content"><div class="main-heading"><h1>Struct <span class="struct">Otter</span><button id="copy-path">Copy item path</button></h1><rustdoc-toolbar></rustdoc-toolbar></div><pre class="rust item-decl"><code>pub struct Otter { }</code></pre>
      <details class="toggle top-doc" open><summary class="hideme"><span>Expand description</span></summary><div class="docblock"><p>An otter.</p></div></details>
      <details class="toggle method-toggle" open><summary><section id="method.swim" class="method"><a class="src rightside" href="s">Source</a><h4 class="code-header">pub fn <a class="fn">swim</a>(&amp;self)</h4></section></summary><div class="docblock"><p>Swims.</p></div></details></section></main>`,
    )
    const java = page(
      "javadoc/17",
      `<main role="main"><div class="header"><div class="sub-title">Package</div><h1 class="title">Class Otter</h1></div><section class="detail" id="swim()"><h3>swim</h3><div class="member-signature"><span class="modifiers">public</span> <span class="return-type">void</span> <span class="element-name">swim</span>()</div><div class="block">Swims.</div><dl class="notes"><dt>Throws:</dt><dd><code>Tired</code> - when tired</dd></dl></section></main>`,
    )
    const doxygen = page(
      "Doxygen 1.9.8",
      `<div id="doc-content"><div class="header"><div class="headertitle"><div class="title">Otter Class</div></div></div><div class="contents"><table class="memberdecls"><tr><td>summary</td></tr></table><h2 class="memtitle"><span class="permalink"><a href="#a">&#9670;&#160;</a></span>swim()</h2><div class="memitem"><div class="memproto"><table class="memname"><tr><td>void Otter::swim</td><td>(</td><td>int</td><td>depth</td><td>)</td></tr></table></div><div class="memdoc"><p>Swims.</p><div class="fragment"><div class="line"><span class="lineno">1</span>o.swim(3);</div><div class="line">o.rest();</div></div></div></div></div></div>`,
    )

    expect(outline(rust)).toEqual([
      "# Struct Otter",
      "[rust] pub struct Otter { }",
      "An otter.",
      "#### pub fn swim(&self) {method.swim} (entry)",
      "Swims.",
    ])
    expect(outline(java).slice(-5)).toEqual([
      "### swim {swim()} (entry)",
      "[] public void swim()",
      "Swims.",
      "**Throws:**",
      "`Tired` - when tired",
    ])
    expect(outline(doxygen)).toEqual([
      "### swim() (entry)",
      "[] void Otter::swim ( int depth )",
      "Swims.",
      "[] o.swim(3);\no.rest();",
    ])
  })

  it.each([
    [
      "Mintlify",
      `<div id="content-area"><h1>Start</h1><div class="mdx-content"><p>Swim along.</p></div><div id="pagination">Next</div></div>`,
    ],
    [
      "GitBook",
      `<main><header><h1>Start</h1></header><p>Swim along.</p><div class="page-footer">Was this helpful?</div></main>`,
    ],
    [
      "Hugo 0.125",
      `<main><div class="td-content"><h1>Start</h1><p>Swim along.</p><div class="td-page-meta__lastmod">Last modified</div></div></main>`,
    ],
    [
      "Jekyll v4.3.3",
      `<div class="main"><div id="main-content" class="main-content"><main><h1 id="s"><a href="#s" class="anchor-heading"><svg></svg></a>Start</h1><p>Swim along.</p></main></div></div>`,
    ],
  ])("reads %s", (generator, body) => {
    expect(outline(page(generator, FRAME + body + NOTICE)).map((line) => line.replace(/ \{.*/, ""))).toEqual([
      "# Start",
      "Swim along.",
    ])
  })
})

describe("pages of unknown makers", () => {
  const text = "<p>Otters are found along rivers and coasts, and they keep a favourite stone for opening shells.</p>"

  it.each([
    ["main", `<main>${text}</main>`],
    ["an article", `<div><article>${text}</article><article><p>Teaser</p></article></div>`],
    ["a role", `<div role="main">${text}</div>`],
    [
      "density",
      `<div class="a"><div class="b"><a href="/1">One</a> <a href="/2">Two</a></div><div class="c">${text}${text}</div></div>`,
    ],
  ])("finds the content by %s", (_, body) => {
    expect(outline(page("", FRAME + body + NOTICE)).join("\n")).toMatch(/^Otters are found[^\n]*(\nOtters[^\n]*)?$/)
  })

  it("leaves out what is hidden, controls, comments and links for editing", () => {
    const html = page(
      "",
      `<main>${text}<!-- secret --><p hidden>h</p><p style="display: none">d</p><p aria-hidden="true">a</p><script>s()</script><noscript>n</noscript><button>Copy</button><select><option>o</option></select><p><a href="/e">Edit this page on GitHub</a></p><div class="pagination">Next</div><template><p>t</p></template></main>`,
    )

    expect(outline(html)).toHaveLength(1)
  })

  it("keeps tables with spans, nested lists, definitions, quotations and pictures by their text", () => {
    const html = page(
      "",
      `<main><h1>T</h1><table><caption>Sizes</caption><tr><th>Kind</th><th>cm</th></tr><tr><td rowspan="2">Sea <code>otter</code></td><td>120</td></tr><tr><td>130|140</td></tr></table>
      <ol start="3"><li>three<ul><li>deep</li></ul></li><li><p>four</p><pre>x</pre></li></ol><dl><dt>Holt</dt><dd>A den.</dd></dl>
      <dl><dt><code>--depth</code></dt><dd>How deep.</dd></dl><blockquote><p>Swim.</p></blockquote><p><img src="a.png" alt="An otter that swims in a river"><img src="https://img.shields.io/x" alt="build"></p></main>`,
    )

    expect(outline(html)).toEqual([
      "# T",
      "**Sizes**",
      "Kind | cm / Sea `otter` | 120 / Sea `otter` | 130\\|140",
      "3. three\n   - deep\n4. four",
      "[] x",
      "**Holt**",
      "A den.",
      "## --depth (entry)",
      "How deep.",
      "# T",
      "> Swim.",
    ])
  })

  it("names a page by its top heading, else by its title without the name of the site", () => {
    expect(parseHtml(page("", `<main><h2>Two</h2>${text}</main>`)).document.title).toBe("Install")
    expect(parseHtml(page("", `<main><h1>One</h1>${text}</main>`)).document.title).toBe("One")
  })
})

describe("bad markup", () => {
  const fragments = fc.constantFrom(
    ..."<div> </div> <p> <pre> </pre> <table> <tr> <td rowspan=9> </table> <ul> <li> </ul> <dl> <dt> <dd> <h2> </h2> <code> </code> <a href= <!-- --> <main> <b> </b> <script> </script> & &amp; &#x0; < > \" ' text <details> <summary> <label> ".split(
      " ",
    ),
    '<div role="tablist"><span role="tab">x</span></div>',
    '<div class="admonition note">',
    "\n",
    "\u0000",
  )

  it("never throws, and keeps lines inside of the page and in order", () => {
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 60 }), (parts) => {
        const html = parts.join("")
        const { document } = parseHtml(html)

        const starts = document.blocks.map(({ lines }) => lines.start)
        expect(starts).toEqual(starts.toSorted((a, b) => a - b))
        expect(Math.max(1, ...document.blocks.map(({ lines }) => lines.end))).toBeLessThanOrEqual(
          html.split("\n").length,
        )
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    "<div>",
    "<a>",
    "<ul><li>",
    "<table><tr><td>",
    "<p><b><code>",
    "</b>",
    "<dl><dt>",
    "<!--",
    "&amp",
    "<a href=",
  ])(
    "reads %s a hundred thousand times over",
    (piece) => {
      const before = process.cpuUsage()

      parseHtml(piece.repeat(100_000))

      // Linear reading takes a second of the processor, on a slow one two; what others take meanwhile does not count.
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000)
    },
    60_000,
  )
})
