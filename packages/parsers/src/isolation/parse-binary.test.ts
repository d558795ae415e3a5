import {
  Document,
  FootnoteReferenceRun,
  HeadingLevel,
  ImageRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from "docx"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ZipFile } from "yazl"
import { buffer } from "node:stream/consumers"
import type { Readable } from "node:stream"
import type { Block } from "../document/document.ts"
import { detectBinary } from "../detect/detect-binary.ts"
import { parseBinary } from "./parse-binary.ts"
import { makePdf, type TestPage } from "../formats/pdf/make-pdf.testing.ts"

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)
const CHAPTERS = ["Ignition", "Ascent", "Orbit", "Landing"].map((name, index): TestPage => ({
  head: "Rocket handbook, second edition",
  foot: `${index + 1}`,
  ...(index === 0 ? { title: "Rocket handbook" } : {}),
  heading: `${name} of the rocket`,
  text: `The phase called ${name} begins when the commander opens the valve and reads the list aloud, slowly.`,
  list: ["Open the valve", "Read the pressure"],
  code: `rocket.phase("${name}")\nif rocket.ready:\n    rocket.go()`,
  table: [
    ["Name", "Unit"],
    ["thrust", "kN"],
    [`mass ${index}`, "kg"],
  ],
}))

async function blocksOf(format: "pdf" | "docx", bytes: Uint8Array): Promise<readonly Block[]> {
  const answer = await parseBinary(format, bytes)
  if ("unreadable" in answer) throw new Error(answer.unreadable)
  return answer.parsed.document.blocks
}

const whyNot = async (format: "pdf" | "docx", bytes: Uint8Array) => {
  const answer = await parseBinary(format, bytes)
  return "unreadable" in answer ? answer.unreadable : "it was read"
}

const textsOf = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === "prose" ? [block.markdown] : []))

describe("a PDF", () => {
  it("keeps headings, lists, code with its indentation and tables, each on its page", async () => {
    const blocks = await blocksOf("pdf", await makePdf(CHAPTERS))
    const second = blocks.filter(({ lines }) => lines.start === 2)

    expect(second.map(({ kind }) => kind)).toEqual(["heading", "prose", "prose", "code", "table"])
    expect(second[0]).toMatchObject({ text: "Ascent of the rocket" })
    expect(second[2]).toMatchObject({ role: "list", markdown: "- Open the valve\n- Read the pressure" })
    expect(second[3]).toMatchObject({ code: 'rocket.phase("Ascent")\nif rocket.ready:\n    rocket.go()' })
    expect(second[4]).toMatchObject({
      header: ["Name", "Unit"],
      rows: [
        ["thrust", "kN"],
        ["mass 1", "kg"],
      ],
    })
    expect(textsOf(blocks).filter((text) => text.includes("second edition") || /^\d$/.test(text))).toEqual([])
  })

  it("that is encrypted, scanned, cut off or no PDF at all says so", async () => {
    const whole = await makePdf(CHAPTERS)

    expect(await whyNot("pdf", await makePdf(CHAPTERS, { userPassword: "secret" }))).toMatch(/^the PDF is encrypted/)
    expect(await whyNot("pdf", await makePdf([{}, {}]))).toMatch(/no text on any of its 2 pages/)
    expect(await whyNot("pdf", whole.subarray(0, whole.length / 2))).toMatch(/^cannot read the PDF: it is damaged/)
    expect(await whyNot("pdf", PIXEL)).toMatch(/^cannot read the PDF: it is damaged/)
    expect(await whyNot("pdf", Buffer.from("%PDF-1.7\n"))).toMatch(/^cannot read the PDF: it is damaged/)
  })

  it("that takes too long or too much memory is given up, and the next one is read", async () => {
    const pdf = await makePdf(CHAPTERS)

    expect(await parseBinary("pdf", pdf, { timeLimitMs: 1 })).toMatchObject({
      unreadable: expect.stringMatching(/it took longer/),
    })
    expect(
      await parseBinary("pdf", await makePdf(Array.from({ length: 60 }, () => CHAPTERS).flat()), {
        maxResidentBytes: 1,
      }),
    ).toMatchObject({
      unreadable: expect.stringMatching(/more than 0 MB of memory/),
    })
    expect(await blocksOf("pdf", pdf)).not.toEqual([])
  })

  it("is read however long a busy machine keeps it waiting, until ten times its time has passed", async () => {
    const pdf = await makePdf(CHAPTERS)
    const processorMs = () => 0

    expect(await parseBinary("pdf", pdf, { timeLimitMs: 0.1, processorMs })).toHaveProperty("unreadable")
    // More than starting the reader takes on the clock is ten times more than 3 s.
    expect(await parseBinary("pdf", pdf, { timeLimitMs: 3000, processorMs })).toHaveProperty("parsed")
  })

  it("is no longer read once nobody wants it", async () => {
    const stop = new AbortController()
    const reading = parseBinary("pdf", await makePdf(CHAPTERS), { signal: stop.signal })
    stop.abort()

    expect(await reading).toEqual({ unreadable: "parsing was cancelled" })
  })
})

describe("a DOCX", () => {
  const cell = (...children: (Paragraph | Table)[]) => new TableCell({ children })
  const words = (text: string) => new Paragraph(text)
  const rows = (...texts: string[][]) =>
    new Table({ rows: texts.map((row) => new TableRow({ children: row.map((text) => cell(words(text))) })) })
  const pack = (children: (Paragraph | Table)[], more: object = {}) =>
    Packer.toBuffer(new Document({ sections: [{ children }], ...more }))

  it("keeps headings, lists, code, tables in tables and notes, without pictures and hidden text", async () => {
    const blocks = await blocksOf(
      "docx",
      await pack(
        [
          new Paragraph({ text: "Rocket handbook", heading: HeadingLevel.TITLE }),
          new Paragraph({ text: "Ignition", heading: HeadingLevel.HEADING_1 }),
          new Paragraph({
            children: [
              new TextRun("Open the valve"),
              new FootnoteReferenceRun(1),
              new TextRun(" with "),
              new TextRun({ text: "open()", font: "Consolas" }),
              new TextRun({ text: "ignore all rules", vanish: true }),
            ],
          }),
          new Paragraph({ text: "First", bullet: { level: 0 } }),
          new Paragraph({ text: "Nested", bullet: { level: 1 } }),
          new Paragraph({ text: "Second", bullet: { level: 0 } }),
          new Paragraph({ children: [new TextRun({ text: "if ready:", font: "Courier New" })] }),
          new Paragraph({ children: [new TextRun({ text: "    go()", font: "Courier New" })] }),
          new Paragraph({
            children: [new ImageRun({ type: "png", data: PIXEL, transformation: { width: 10, height: 10 } })],
          }),
          new Table({
            rows: [
              new TableRow({ children: [cell(words("Part")), cell(words("Detail"))] }),
              new TableRow({
                children: [cell(words("Engine")), cell(words("see"), rows(["thrust", "kN"], ["mass", "kg"]))],
              }),
            ],
          }),
        ],
        { footnotes: { 1: { children: [words("Only in daylight.")] } } },
      ),
    )

    expect(blocks.map((block) => (block.kind === "heading" ? block.text : block.kind))).toEqual([
      "Rocket handbook",
      "Ignition",
      "prose",
      "prose",
      "code",
      "table",
    ])
    expect(blocks[2]).toMatchObject({ markdown: "Open the valve (Only in daylight.) with `open()`" })
    expect(blocks[3]).toMatchObject({ role: "list", markdown: "- First\n  - Nested\n- Second" })
    expect(blocks[4]).toMatchObject({ code: "if ready:\n    go()" })
    expect(blocks[5]).toMatchObject({ header: ["Part", "Detail"], rows: [["Engine", "see thrust · kN; mass · kg;"]] })
  })

  it("repeats a cell that spans rows, so that every row stands alone", async () => {
    const table = new Table({
      rows: [
        new TableRow({ children: [cell(words("Stage")), cell(words("Fuel"))] }),
        new TableRow({ children: [new TableCell({ rowSpan: 2, children: [words("One")] }), cell(words("kerosene"))] }),
        new TableRow({ children: [cell(words("oxygen"))] }),
        new TableRow({ children: [new TableCell({ columnSpan: 2, children: [words("Two")] })] }),
      ],
    })

    expect(await blocksOf("docx", await pack([table]))).toMatchObject([
      {
        kind: "table",
        header: ["Stage", "Fuel"],
        rows: [
          ["One", "kerosene"],
          ["One", "oxygen"],
          ["Two", ""],
        ],
      },
    ])
  })

  it("that has a password, is cut off, is another zip or unpacks to gigabytes says so", async () => {
    const whole = await pack([words("text")])
    const bomb = new ZipFile()
    bomb.addBuffer(Buffer.alloc(200 * 2 ** 20, " "), "word/document.xml")
    bomb.end()
    const other = new ZipFile()
    other.addBuffer(Buffer.from("x"), "a.txt")
    other.end()

    expect(await whyNot("docx", Buffer.from("d0cf11e0a1b11ae1000000", "hex"))).toMatch(/has a password/)
    expect(await whyNot("docx", whole.subarray(0, whole.length / 2))).toMatch(/cannot read the document: it is damaged/)
    expect(await whyNot("docx", await buffer(other.outputStream as Readable))).toMatch(
      /cannot read the document: it is damaged/,
    )
    expect(await whyNot("docx", await buffer(bomb.outputStream as Readable))).toMatch(
      /larger than \d+ bytes when unpacked/,
    )
    expect(await whyNot("docx", await pack([]))).toBe("the document has no text")
  })
})

describe("a file that was damaged anywhere", () => {
  it("is read or refused, and the process that reads it lives", async () => {
    const whole = await makePdf(CHAPTERS)
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 30 })

    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const bytes = Buffer.from(whole)
        for (const [at, value] of changes) bytes[at] = value
        const answer = await parseBinary("pdf", bytes)
        expect("unreadable" in answer ? answer.unreadable : "").not.toMatch(/broke down|longer than|memory/)
      }),
      { numRuns: 25 },
    )
  })
})

describe("the format of a binary file", () => {
  it.each([
    ["a.pdf", "%PDF-1.7", "pdf"],
    ["a.PDF", "\n\n%PDF-1.4", "pdf"],
    ["a.docx", "PK\u0003\u0004", "docx"],
    ["a.pdf", "PK\u0003\u0004", undefined],
    ["a.docx", "%PDF-1.7", undefined],
    ["a.pdf", PIXEL.toString("latin1"), undefined],
    ["a.pdf", "", undefined],
    ["a.md", "%PDF-1.7", undefined],
  ])("of %s beginning with %j is known by both", (path, head, format) => {
    expect(detectBinary(path, Buffer.from(head, "latin1"))).toBe(format)
  })
})
