import { AlignmentType, Document as DocxDocument, Packer, Paragraph, TextRun } from "docx"
import type { HardeningRow } from "../corpus.ts"
import { type Document, type FormatName, parseBinary, parsePage } from "../product.ts"

export const name = "hidden text"

/** The hidden text, and the text beside it that must stay. */
const HIDDEN = "zebra secret order"
const SHOWN = "A pond needs shade."

/** Ways to hide text in HTML; most of them also work in the HTML of other formats. */
const HIDDEN_HTML: Readonly<Record<string, string>> = {
  "a comment": `<!-- ${HIDDEN} -->`,
  "the attribute hidden": `<p hidden>${HIDDEN}</p>`,
  "display:none": `<p style="display:none">${HIDDEN}</p>`,
  "display : NONE !important": `<p style="display : NONE !important">${HIDDEN}</p>`,
  "visibility:hidden": `<div style="visibility:hidden">${HIDDEN}</div>`,
  "opacity:0": `<div style="opacity:0">${HIDDEN}</div>`,
  "almost no opacity": `<div style="opacity: 0.01">${HIDDEN}</div>`,
  "font-size:0": `<p style="font-size:0">${HIDDEN}</p>`,
  "tiny letters": `<p style="font-size:1px">${HIDDEN}</p>`,
  "white on white": `<p style="color:#fff;background-color:white">${HIDDEN}</p>`,
  "a transparent colour": `<p style="color:transparent">${HIDDEN}</p>`,
  "a place beside the screen": `<div style="position:absolute;left:-9999px">${HIDDEN}</div>`,
  "an indent beside the screen": `<p style="text-indent:-9999px">${HIDDEN}</p>`,
  "a clip": `<div style="position:absolute;clip:rect(0,0,0,0)">${HIDDEN}</div>`,
  "one pixel": `<div style="width:1px;height:1px;overflow:hidden">${HIDDEN}</div>`,
  "no scale": `<div style="transform:scale(0)">${HIDDEN}</div>`,
  "a script": `<script>"${HIDDEN}"</script>`,
  "a style sheet": `<style>p::after { content: "${HIDDEN}" }</style>`,
  "a long alternative text": `<img src="a.png" alt="${"A fish in a pond. ".repeat(40)}${HIDDEN}">`,
  "an embedded file": `<img src="data:text/plain,${"x".repeat(2_000)}${HIDDEN.replaceAll(" ", "%20")}" alt="">`,
}

type Pages = Readonly<Record<string, string>>

function inMarkdown(html: Pages): Pages {
  return Object.fromEntries(Object.entries(html).map(([way, text]) => [way, `# Ponds\n\n${text}\n\n${SHOWN}\n`]))
}

const PAGES: Partial<Record<FormatName, Pages>> = {
  html: Object.fromEntries(
    Object.entries(HIDDEN_HTML).map(([way, text]) => [way, `<main><h1>Ponds</h1>${text}<p>${SHOWN}</p></main>`]),
  ),
  markdown: {
    ...inMarkdown(HIDDEN_HTML),
    "a link definition": `# Ponds\n\n[//]: # (${HIDDEN})\n\n${SHOWN}\n`,
    "a link target": `# Ponds\n\n[Fish](https://x.example/${HIDDEN.replaceAll(" ", "-")}) ${SHOWN}\n`,
    "a link title": `# Ponds\n\n[Fish](https://x.example "${HIDDEN}") ${SHOWN}\n`,
  },
  mdx: {
    "an expression comment": `# Ponds\n\n<Box />\n\n{/* ${HIDDEN} */}\n\n${SHOWN}\n`,
    "a style object": `# Ponds\n\n<Box />\n\n<p hidden>${HIDDEN}</p>\n\n${SHOWN}\n`,
    "an export": `export const order = "${HIDDEN}"\n\n# Ponds\n\n<Box />\n\n${SHOWN}\n`,
  },
  "restructured-text": {
    "a comment": `Ponds\n=====\n\n.. ${HIDDEN}\n\n${SHOWN}\n`,
    "a long comment": `Ponds\n=====\n\n..\n   ${HIDDEN}\n\n${SHOWN}\n`,
    metadata: `.. meta::\n   :description: ${HIDDEN}\n\nPonds\n=====\n\n${SHOWN}\n`,
    "an index entry": `Ponds\n=====\n\n.. index:: ${HIDDEN}\n\n${SHOWN}\n`,
    "raw HTML": `Ponds\n=====\n\n.. raw:: html\n\n   <p style="display:none">${HIDDEN}</p>\n\n${SHOWN}\n`,
  },
  asciidoc: {
    "a comment": `= Ponds\n\n// ${HIDDEN}\n\n${SHOWN}\n`,
    "a comment block": `= Ponds\n\n////\n${HIDDEN}\n////\n\n${SHOWN}\n`,
    "an index term": `= Ponds\n\n(((${HIDDEN})))${SHOWN}\n`,
    "raw HTML": `= Ponds\n\n++++\n<p style="display:none">${HIDDEN}</p>\n++++\n\n${SHOWN}\n`,
  },
  notebook: Object.fromEntries(
    Object.entries(inMarkdown(HIDDEN_HTML)).map(([way, source]) => [
      way,
      JSON.stringify({ nbformat: 4, metadata: {}, cells: [{ cell_type: "markdown", metadata: {}, source }] }),
    ]),
  ),
}

/** Encodings of a text in invisible characters; the text must no longer be readable. */
const INVISIBLE: Readonly<Record<string, (text: string) => string>> = {
  "tag characters": (text) => [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(""),
  "variation selectors": (text) =>
    `😀${[...text].map((letter) => String.fromCodePoint(0xe0100 + letter.charCodeAt(0) - 32)).join("")}`,
  "zero-width bits": (text) => bits(text, "\u200b", "\u200c"),
  joiners: (text) => `میخ${bits(text, "\u200c", "\u200d")}خ`,
  "emoji selectors": (text) => `❤${bits(text, "\ufe0e", "\ufe0f")}`,
  "bidirectional marks": (text) => bits(text, "\u202e", "\u2066"),
  "control characters": (text) => bits(text, "\u0001", "\u009b"),
  "soft hyphens": (text) => bits(text, "\u00ad", "\u2060"),
}
/** Several consecutive invisible characters could encode something; a single one that is part of an emoji or a word could not. */
const READABLE =
  /[\p{Cf}\ufe00-\ufe0f\u{e0000}-\u{e0fff}]{2}|[\u200b\u202a-\u202e\u2060-\u2069\u00ad\u{e0000}-\u{e0fff}]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u

function bits(text: string, zero: string, one: string): string {
  const digits = [...text].map((letter) => letter.charCodeAt(0).toString(2).padStart(8, "0")).join("")
  return [...digits].map((digit) => (digit === "0" ? zero : one)).join("")
}

function textOf({ title = "", description = "", blocks }: Document): string {
  return [title, description, ...blocks.map((block) => Object.values(block).flat(3).join("\n"))].join("\n")
}

async function hiddenIn(format: FormatName, pages: Pages): Promise<HardeningRow> {
  const letThrough: string[] = []
  for (const [way, text] of Object.entries(pages)) {
    const { document } = await parsePage({ format, text, path: `page.${format}` })
    const shown = textOf(document)
    if (shown.includes(HIDDEN)) letThrough.push(`${way}: the hidden text is in the document`)
    if (!shown.includes(SHOWN)) letThrough.push(`${way}: the text beside it is lost`)
  }
  return rowOf(format, Object.keys(pages).length, letThrough)
}

async function invisibleCharacters(): Promise<HardeningRow> {
  const letThrough: string[] = []
  let tried = 0
  for (const [way, encode] of Object.entries(INVISIBLE)) {
    const hidden = encode(HIDDEN)
    const entities = [...hidden].map((character) => `&#${character.codePointAt(0)};`).join("")
    const pages: readonly (readonly [FormatName, string])[] = [
      [
        "markdown",
        `---\ntitle: A ${hidden}\n---\n\n# B ${hidden}\n\nC ${hidden} ${entities}\n\n\`\`\`js\nd${hidden}\n\`\`\`\n`,
      ],
      ["html", `<main><h1>B ${hidden}</h1><p>C ${entities}</p><pre>d${hidden}</pre></main>`],
      [
        "restructured-text",
        `B ${hidden}\n${"=".repeat(hidden.length + 2)}\n\nC ${hidden}\n\n.. code-block:: js\n\n   d${hidden}\n`,
      ],
      ["asciidoc", `= B ${hidden}\n\nC ${hidden}\n\n----\nd${hidden}\n----\n`],
      ["plain-text", `B ${hidden}\n\nC ${hidden}\n`],
    ]
    for (const [format, text] of pages) {
      tried++
      const { document } = await parsePage({ format, text, path: "page" })
      if (READABLE.test(textOf(document))) letThrough.push(`${way} in ${format}`)
    }
  }
  return rowOf("invisible characters", tried, letThrough)
}

async function docx(): Promise<HardeningRow> {
  const run = (style: object) => new TextRun({ text: HIDDEN, ...style })
  const ways: Readonly<Record<string, TextRun>> = {
    "hidden text": run({ vanish: true }),
    "tiny letters": run({ size: 2 }),
    "the colour of its shading": run({ color: "FFFFFF", shading: { fill: "FFFFFF" } }),
  }
  const letThrough: string[] = []
  for (const [way, child] of Object.entries(ways)) {
    const children = [
      new Paragraph({ children: [child], alignment: AlignmentType.LEFT }),
      new Paragraph({ children: [new TextRun(SHOWN)] }),
    ]
    const answer = await parseBinary("docx", await Packer.toBuffer(new DocxDocument({ sections: [{ children }] })))
    const shown = "unreadable" in answer ? answer.unreadable : textOf(answer.parsed.document)
    if (shown.includes(HIDDEN)) letThrough.push(`${way}: the hidden text is in the document`)
    if (!shown.includes(SHOWN)) letThrough.push(`${way}: the text beside it is lost`)
  }
  return rowOf("docx", Object.keys(ways).length, letThrough)
}

function rowOf(target: string, tried: number, letThrough: readonly string[]): HardeningRow {
  return { target, tried, stopped: tried - letThrough.length, letThrough }
}

/** Tests text that a page does not show, in every format, and text that is encoded in invisible characters. */
export async function run(): Promise<readonly HardeningRow[]> {
  const rows: HardeningRow[] = []
  for (const [format, pages] of Object.entries(PAGES)) rows.push(await hiddenIn(format as FormatName, pages))
  return [...rows, await invisibleCharacters(), await docx()]
}
