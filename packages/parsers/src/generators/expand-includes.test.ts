import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { FormatName } from "../document/document.ts"
import { parsePage } from "../parse-page.ts"
import { expandIncludes } from "./expand-includes.ts"
import type { IncludedFile, ReadIncluded } from "./includes/include-context.ts"

function reader(textByPath: Readonly<Record<string, string | IncludedFile>>): ReadIncluded {
  return (path) => {
    const found = textByPath[path]
    return typeof found === "string" ? { text: found } : found
  }
}

function expanded(path: string, text: string, files: Readonly<Record<string, string | IncludedFile>>) {
  const format = { md: "markdown", mdx: "mdx", rst: "restructured-text", adoc: "asciidoc" }[
    path.split(".").at(-1) ?? ""
  ]
  const page = expandIncludes({ format: format as FormatName, text, path }, reader(files))
  return { text: page?.text ?? text, problems: page?.problems.map(({ message }) => message) ?? [], page }
}

const APP = "import a\n\n# --8<-- [start:run]\ndef run():\n    pass\n# --8<-- [end:run]\n"

describe("includes of Markdown", () => {
  it.each([
    ["a file", '--8<-- "src/app.txt"', "one\ntwo\nthree"],
    ["lines of a file", '--8<-- "src/app.txt:2:3"', "two\nthree"],
    ["the first lines of a file", '--8<-- "src/app.txt::2"', "one\ntwo"],
    ["a section", '```python\n--8<-- "src/app.py:run"\n```', "```python\ndef run():\n    pass\n```"],
    ["files in a block", "--8<--\nsrc/app.txt\n; off.txt\n--8<--", "one\ntwo\nthree\n"],
    ["no printed code between marks", "--8<--\ndef koi():\n--8<--", "--8<--\ndef koi():\n--8<--"],
    ["an indented file", '- x\n\n    --8<-- "src/app.txt:1"', "- x\n\n    one"],
    ["what is escaped", ';--8<-- "src/app.txt"', '--8<-- "src/app.txt"'],
    ["a code macro", "{* ../../src/app.txt hl[1] ln[1,3] *}", "```\none\nthree\n```"],
    [
      "a code macro with a title",
      '{* ../../src/app.py ln[1] title["app.py"] *}',
      '```python title="app.py"\nimport a\n```',
    ],
    ["raw text in a fence", "```Python\n{!> ../../src/app.txt!}\n```", "```Python\none\ntwo\nthree\n```"],
    ["VitePress code", "<<< @/src/part.js#part{1,2 ts} [part.js]", '```ts title="part.js"\nlet b\n```'],
    ["a VitePress page", "<!--@include: ./part.md{2,}-->", "Part text."],
    ["a page without its front matter", "<!-- @include: ./fronted.md -->", "Fronted."],
    ["a marked part of a page", '{% include-markdown "part.md" start="# " %}', "Part\nPart text."],
    [
      "a sample of a Hugo site",
      '  {{% code_sample language="py" file="/runs/app.py" %}}',
      '  ```python title="/runs/app.py"\n  import a\n  ```',
    ],
    ["a page of a Hugo site", '{{% include "/notes/setup.md" %}}', "Set it up."],
    ["a page that a theme looks for", "{{< include note.md >}}", "Take note."],
    ["MyST code", "```{literalinclude} ../../src/app.txt\n:lines: 2\n:language: js\n```", "```js\ntwo\n```"],
  ])("puts in %s", (_, text, result) => {
    const { text: made, problems } = expanded("docs/guide/a.md", text, {
      "src/app.txt": "one\ntwo\nthree\n",
      "src/app.py": APP,
      "src/part.js": "let a\n// #region part\nlet b\n// #endregion part\n",
      "**/examples/runs/app.py": "import a\n",
      "docs/notes/setup.md": "---\ntitle: Setup\n---\nSet it up.\n",
      "docs/_includes/note.md": "Take note.\n",
      "docs/guide/part.md": "# Part\nPart text.\n",
      "docs/guide/fronted.md": "---\ntitle: X\n---\nFronted.\n",
    })

    expect(made).toBe(result)
    expect(problems).toEqual([])
  })

  it("leaves examples in fences, comments and marks of conflicts alone", () => {
    const text = "```md\n<<< @/no/such.js\n{* no/such.py *}\n```\n\n{* a comment *}\n\n<<<<<<< a.js"

    expect(expanded("a.md", text, {})).toMatchObject({ text, problems: [] })
  })
})

describe("includes of MDX", () => {
  it("puts partial pages and imported code in place of their components", () => {
    const text = [
      "import Setup from './_setup.mdx'",
      "import Code from '!!raw-loader!@site/src/app.js'",
      "import Tabs from '@theme/Tabs'",
      "",
      '<Setup tool="npm" />',
      "",
      '<CodeBlock language="jsx" title="app.js">',
      "  {Code}",
      "</CodeBlock>",
    ].join("\n")

    const { text: made, problems } = expanded("docs/a.mdx", text, {
      "docs/_setup.mdx": "---\nid: x\n---\nimport Deep from './_deep.mdx'\n\nInstall with {props.tool}.\n\n<Deep />\n",
      "docs/_deep.mdx": "Deep text.",
      "src/app.js": "const a = 1\n",
    })

    expect(made).toContain("Install with npm.")
    expect(made).toContain("Deep text.")
    expect(made).toContain('```jsx title="app.js"\nconst a = 1\n```')
    expect(made).toContain("@theme/Tabs")
    expect(made).not.toMatch(/_setup|_deep|raw-loader|<Setup|CodeBlock/)
    expect(problems).toEqual([])
  })
})

describe("includes of reStructuredText", () => {
  it.each([
    ["a part by markers", ":start-after: BEGIN\n   :end-before: END", "b"],
    ["a part with its markers", ":start-at: BEGIN\n   :end-at: END", "# BEGIN\nb\n# END"],
    ["lines", ":lines: 1,4-", "a\n# END\nclass C:\n    @x\n    def m(self):\n        pass"],
    ["a method without its indentation", ":pyobject: C.m\n   :dedent:", "@x\ndef m(self):\n    pass"],
  ])("puts in %s", (_, options, code) => {
    const { text, problems } = expanded(
      "doc/a.rst",
      `T\n\n.. literalinclude:: x.py\n   ${options}\n   :emphasize-lines: 1\n\nEnd`,
      {
        "doc/x.py": "a\n# BEGIN\nb\n# END\nclass C:\n    @x\n    def m(self):\n        pass\n",
      },
    )

    const block = code.split("\n").map((line) => `   ${line}\n`)
    expect(text).toBe(`T\n\n.. code-block:: python\n\n${block.join("")}\n\nEnd`)
    expect(problems).toEqual([])
  })

  it("puts in pages at the indentation of the directive, with their own includes, from the root of the site too", () => {
    const { text, problems } = expanded(
      "doc/sub/a.rst",
      ".. note::\n\n   .. include:: /parts/p.txt\n      :start-line: 1\n",
      {
        "doc/parts/p.txt": "skipped\nText of a part.\n\n.. include:: q.txt\n",
        "doc/parts/q.txt": "Deeper.",
      },
    )

    expect(text).toContain("\n   Text of a part.\n")
    expect(text).toContain("\n   Deeper.\n")
    expect(problems).toEqual([])
  })
})

describe("values of CSV tables", () => {
  const table = ".. csv-table:: Fish\n   :header-rows: 1\n   :file: ../fish.csv\n   :widths: 1, 2\n\nEnd"

  it("are put in from their file", async () => {
    const page = await parsePage(
      { format: "restructured-text", text: table, path: "doc/a.rst" },
      { read: reader({ "fish.csv": "Name,Size\nKoi,9\n" }) },
    )

    expect(page.document.blocks).toContainEqual(
      expect.objectContaining({ header: ["Name", "Size"], rows: [["Koi", "9"]] }),
    )
    expect(page.problems).toEqual([])
  })

  it("that cannot be had are reported", () => {
    expect(expanded("doc/a.rst", table, {}).problems).toEqual([
      "../fish.csv could not be included: the file does not exist",
    ])
  })
})

describe("includes of AsciiDoc", () => {
  const code = "a\n# tag::x[]\nb\n# tag::y[]\nc\n# end::y[]\n# end::x[]\nd\n"

  it.each([
    ["", "a\nb\nc\nd"],
    ["tag=x", "b\nc"],
    ["tags=x;!y", "b"],
    ["tag=!x", "a\nd"],
    ["tags=*", "b\nc"],
    ["tags=**", "a\nb\nc\nd"],
    ['lines="1;3..5"', "a\nb\n# tag::y[]\nc"],
    ["tag=x,indent=2", "  b\n  c"],
  ])("picks [%s]", (list, picked) => {
    const { text, problems } = expanded("d/a.adoc", `:dir: src\n\n----\ninclude::{dir}/x.py[${list}]\n----`, {
      "d/src/x.py": code,
    })

    expect(text).toBe(`:dir: src\n\n----\n${picked}\n----`)
    expect(problems).toEqual([])
  })

  it("finds resources of an Antora site, its attributes, and pages at another level", async () => {
    const files = {
      "site/antora.yml": "name: x\nasciidoc:\n  attributes:\n    version-name: Five@\n",
      "site/modules/ROOT/partials/p.adoc": "= Part\n\nPart of {version-name}.\n",
      "site/modules/other/examples/e.java": "class E {}",
    }
    const text =
      "= Page\n\ninclude::partial$p.adoc[leveloffset=+1]\n\n[source,java]\n----\ninclude::other:example$e.java[]\n----"

    const { document, problems } = await parsePage(
      { format: "asciidoc", text, path: "site/modules/ROOT/pages/a.adoc" },
      { read: reader(files) },
    )

    expect(problems).toEqual([])
    expect(document.blocks).toMatchObject([
      { kind: "heading", level: 1, text: "Page" },
      { kind: "heading", level: 2, text: "Part", lines: { start: 3, end: 3 } },
      { kind: "prose", markdown: "Part of Five.", lines: { start: 3, end: 3 } },
      { kind: "code", code: "class E {}", lines: { start: 6 } },
    ])
  })

  it.each([
    ["previews of editors", "{pond}", { ".asciidoctorconfig": ":size: big\n:pond: {size} one\n" }, "big one"],
    ["a playbook", "{pond}", { "playbook.yml": "asciidoc:\n  attributes:\n    pond: big\n" }, "big"],
    [
      "its component before a playbook that gives way",
      "{pond}",
      {
        "antora-playbook.yml": "asciidoc:\n  attributes:\n    pond: big@\n",
        "docs/antora.yml": "asciidoc:\n  attributes:\n    pond: small\n",
      },
      "small",
    ],
    [
      "a playbook that does not give way",
      "{pond}",
      {
        "antora-playbook.yml": "asciidoc:\n  attributes:\n    pond: big\n",
        "docs/antora.yml": "asciidoc:\n  attributes:\n    pond: small\n",
      },
      "big",
    ],
    [
      "its component's version",
      "{page-component-title} {page-version}",
      { "docs/antora.yml": "name: otter\ntitle: Otters\nversion: '3.2'\n" },
      "Otters 3.2",
    ],
    [
      "nobody",
      "the {pond-depth-docs}",
      { "docs/antora.yml": "asciidoc:\n  attributes:\n    pond: false\n" },
      "the pond depth docs",
    ],
  ])("takes values of a site from %s", async (_, text, files, markdown) => {
    const { document } = await parsePage(
      { format: "asciidoc", text, path: "docs/modules/ROOT/pages/a.adoc" },
      { read: reader(files) },
    )

    expect(document.blocks).toMatchObject([{ markdown }])
  })

  it("finds by the end of its path what lies in a folder that only the build knows", () => {
    const { text, problems } = expanded("a.adoc", "include::{sources}/org/x/A.java[]", {
      "**/org/x/A.java": "class A {}",
    })

    expect(text).toBe("class A {}")
    expect(problems).toEqual([])
  })

  it("finds code by the identifier of its section, and skips what a condition hides", () => {
    const text =
      "[[features.ext-config]]\n== X\n\ninclude-code::a/Bean[]\n\nifdef::nothing[]\ninclude::gone.adoc[]\nendif::[]"

    const { text: made, problems } = expanded("a.adoc", text, {
      "**/features/extconfig/a/Bean.java": "/* Licence */\npackage features;\n\nclass Bean {}\n",
    })

    expect(made).toContain(".Java\n[source,java]\n------\nclass Bean {}\n------")
    expect(problems).toEqual([])
  })

  it("finds classes by their names, in each language that they are written in", () => {
    const text = 'snippet::org.otter.Holt,org.otter.Den[tags="a", indent=0, title="A home"]\n\nsnippet::org.gone.X[]'

    const { text: made, problems } = expanded("a.adoc", text, {
      "**/org/otter/Holt.java": "package org.otter;\n\n// tag::a[]\nclass Holt {}\n// end::a[]\n",
      "**/org/otter/Holt.kt": "// tag::a[]\nclass Holt\n// end::a[]\n",
      "**/org/otter/Den.groovy": "// tag::a[]\nclass Den {}\n// end::a[]\n",
    })

    expect(made).toContain(
      ".A home (Java)\n[source,java]\n------\nclass Holt {}\n------\n\n.A home (Kotlin)\n[source,kotlin]\n------\nclass Holt\n------\n\n.A home (Groovy)",
    )
    expect(problems).toEqual(["org.gone.X could not be included: the class does not exist"])
    expect(made).not.toContain("snippet::")
  })

  it("takes the indentation away that all lines of tagged code share", () => {
    const { text: made } = expanded("a.adoc", "[[features]]\n== X\n\ninclude-code::Bean[tag=t]", {
      "**/features/Bean.java": "class Bean {\n\t// tag::t[]\n\t@Test\n\tvoid a() {\n\t\tb();\n\t}\n\t// end::t[]\n}\n",
    })

    expect(made).toContain("------\n@Test\nvoid a() {\n\tb();\n}\n------")
  })
})

describe("what must not be included", () => {
  it.each([
    ["a.md", '--8<-- "../../secret.txt"', "it is outside the source"],
    ["d/a.adoc", "include::../../x.adoc[]", "it is outside the source"],
    ["d/a.adoc", "include::/etc/passwd[]", "it is outside the source"],
    ["d/a.rst", ".. include:: ../../x.rst", "it is outside the source"],
    ["a.adoc", "include::https://example.org/x[]", "remote files are not supported"],
    ["a.adoc", "include::{nowhere}/x[]", "{nowhere} has no value"],
    ["a.rst", ".. include:: gone.rst", "the file does not exist"],
    ["a.md", '--8<-- "binary.bin"', "it is not a text file"],
    ["a.md", '--8<-- "a.md"', "it includes itself"],
    ["a.md", '--8<-- "b.md"', "it includes itself"],
    ["a.md", '--8<-- "b.md:nowhere"', "the file has no such section"],
  ])("in %s: %s", (path, text, reason) => {
    const { problems } = expanded(path, `Text.\n\n${text}`, {
      "secret.txt": "secret",
      "a.md": 'x\n--8<-- "b.md"',
      "b.md": '--8<-- "a.md"',
      "binary.bin": { refused: "it is not a text file" },
    })

    expect(problems.join("\n")).toContain(reason)
  })

  it("stops where files that include each other grow without end", () => {
    const bomb = Object.fromEntries(
      Array.from({ length: 14 }, (_, level) => [`f${level}.md`, `--8<-- "f${level + 1}.md"\n`.repeat(9)]),
    )
    const usedBefore = process.cpuUsage()

    const { text, problems } = expanded("a.md", '--8<-- "f0.md"', { ...bomb, "f14.md": "x".repeat(1000) })

    expect(text.length).toBeLessThan(8 * 1024 * 1024)
    expect(problems.join()).toMatch(/more than \d+ files|more text/)
    expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(10_000)
  })

  it("says at which line of the page", async () => {
    const { problems } = await parsePage(
      { format: "markdown", text: "# T\n\n{* gone.py *}\n", path: "a.md" },
      { read: () => undefined },
    )

    expect(problems).toMatchObject([{ line: 3, message: "gone.py could not be included: the file does not exist" }])
  })
})

describe("every page", () => {
  const parts = fc.constantFrom(
    '--8<-- "a.md"\n',
    '--8<-- "x:',
    "--8<--\n",
    "{* x.py ln[1:] *}\n",
    "{!x.py!}\n",
    "<<< @/x.py#r{1} [t]\n",
    "<!--@include: x.py-->\n",
    "import A from './a.md'\n",
    "<A />\n",
    "<A\n",
    ".. include:: a.md\n",
    "   :lines: 1-\n",
    ".. literalinclude:: x.py\n",
    "include::a.md[tag=*]\n",
    "include::x.py[lines=..]\n",
    "ifdef::a[]\n",
    "endif::[]\n",
    ":a: {a}\n",
    "```\n",
    "text\n",
    "\n",
    "    ",
    "[[a]]\n== b\n",
    "include-code::x[]\n",
  )
  const formats = fc.constantFrom<FormatName>("markdown", "mdx", "restructured-text", "asciidoc")

  it("has an origin in the page for each line, in order, whatever it includes", () => {
    fc.assert(
      fc.property(
        formats,
        fc.array(parts, { maxLength: 30 }),
        fc.array(parts, { maxLength: 10 }),
        (format, page, other) => {
          const text = page.join("")
          const made = expandIncludes(
            { format, text, path: "p.md" },
            reader({ "a.md": other.join(""), "x.py": "# region r\nx\n# endregion" }),
          )

          if (made === undefined) return
          const lines = made.text.split("\n")
          expect(made.origins).toHaveLength(lines.length)
          expect(made.origins.toSorted((a, b) => a - b)).toEqual(made.origins)
          expect(Math.max(...made.origins)).toBeLessThanOrEqual(text.split("\n").length)
          expect(made.problems.map(({ message }) => message).join()).not.toContain("could not be put in")
        },
      ),
      { numRuns: 500 },
    )
  })
})
