import { buffer } from "node:stream/consumers"
import type { Readable } from "node:stream"
import { deflateSync } from "node:zlib"
import { ZipFile } from "yazl"
import type { HardeningOptions, HardeningRow } from "../corpus.ts"
import { apiParser, parseBinary, parsePage } from "../product.ts"

export const name = "bombs"

const MEGABYTE = 2 ** 20
/** Every input must be rejected or parsed within this CPU time. */
const LIMIT_MS = 20_000
const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'

type Bomb = () => Promise<string>

/** Tests archives, XML, YAML and PDF that unpack or expand to far more than their size. */
export async function run({ isShort }: HardeningOptions): Promise<readonly HardeningRow[]> {
  const bombs: Readonly<Record<string, Readonly<Record<string, Bomb>>>> = {
    DOCX: {
      "200 MB of spaces": () => docx({ "word/document.xml": Buffer.alloc(200 * MEGABYTE, " ") }),
      "entities that expand": () => docx({ "word/document.xml": Buffer.from(billionLaughs()) }),
      "100,000 nested paragraphs": () => docx({ "word/document.xml": Buffer.from("<w:p>".repeat(100_000)) }),
      "100,000 files": () =>
        docx(
          Object.fromEntries(
            Array.from({ length: isShort ? 5_000 : 60_000 }, (_, at) => [`${at}.xml`, Buffer.from("<a/>")]),
          ),
        ),
    },
    PDF: {
      "a stream of 300 MB": () => pdf(deflateSync(Buffer.alloc((isShort ? 50 : 300) * MEGABYTE, " "))),
      "operators without end": () =>
        pdf(deflateSync(Buffer.from("BT (a) Tj ET ".repeat(isShort ? 200_000 : 2_000_000)))),
      "nested arrays": () => pdf(deflateSync(Buffer.from("[".repeat(1_000_000)))),
      "nested dictionaries": () => unreadableOf("pdf", Buffer.from(`%PDF-1.7\n1 0 obj ${"<<".repeat(500_000)}`)),
    },
    YAML: {
      "aliases that expand": () => description(`openapi: 3.0.0\ninfo:\n  title: a\n${yamlAliases()}`),
      "nested lists": () => description(`openapi: 3.0.0\na: ${"[".repeat(100_000)}`),
      "keys that are nested mappings": () => description(`openapi: 3.0.0\na: ${nestedKeys()}`),
      "keys in front matter that are nested mappings": () =>
        text("markdown", `---\na: ${nestedKeys()}\n---\n# A\n\ntext`, "a.md"),
      "aliases in front matter": () => text("markdown", `---\n${yamlAliases()}\n---\n# A\n\ntext`, "a.md"),
    },
    XML: {
      "entities that expand": () => text("wiki-storage", billionLaughs(), "a.storage"),
      "nested elements": () => text("wiki-storage", "<p>".repeat(1_000_000), "a.storage"),
      "nested elements of HTML": () => text("html", "<div><span>".repeat(500_000), "a.html"),
    },
    JSON: {
      "nested arrays": () => text("notebook", `{"cells":${"[".repeat(1_000_000)}`, "a.ipynb"),
      "nested objects of a description": () => description(`{"openapi":"3.0.0","paths":${'{"a":'.repeat(500_000)}`),
      "nested blocks": () => text("notes-blocks", `{"blocks":${'[{"children":'.repeat(100_000)}`, "a.json"),
    },
  }
  const rows: HardeningRow[] = []
  for (const [target, attacks] of Object.entries(bombs)) rows.push(await throwAll(target, attacks))
  return rows
}

/** The library that parses YAML needs 9 s to turn these keys into text. */
const nestedKeys = () => `${"{".repeat(400)}a${"}".repeat(400)}`

async function throwAll(target: string, attacks: Readonly<Record<string, Bomb>>): Promise<HardeningRow> {
  const letThrough: string[] = []
  let stopped = 0
  for (const [attack, bomb] of Object.entries(attacks)) {
    const before = process.cpuUsage()
    const outcome = await bomb().catch((error: Error) => `threw ${error.message}`)
    const { user, system } = process.cpuUsage(before)
    if (outcome.startsWith("threw")) letThrough.push(`${attack}: ${outcome}`)
    else if ((user + system) / 1000 > LIMIT_MS)
      letThrough.push(`${attack} took ${Math.round((user + system) / 1000)} ms`)
    else if (outcome !== "read") stopped++
  }
  return { target, tried: Object.keys(attacks).length, stopped, letThrough }
}

async function unreadableOf(format: "pdf" | "docx", bytes: Uint8Array): Promise<string> {
  const result = await parseBinary(format, bytes)
  return "unreadable" in result ? result.unreadable : "read"
}

async function text(format: Parameters<typeof parsePage>[0]["format"], content: string, path: string): Promise<string> {
  const { problems } = await parsePage({ format, text: content, path })
  return problems[0]?.message ?? "read"
}

/** Parses an OpenAPI description in a thread. */
async function description(content: string): Promise<string> {
  const read = await apiParser.parseFile({ text: content, isMain: true }, new AbortController().signal)
  return "failure" in read ? read.failure : "read"
}

async function docx(files: Readonly<Record<string, Buffer>>): Promise<string> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(TYPES), "[Content_Types].xml")
  // Running all compressions at once takes 256 kB.
  for (const [path, bytes] of Object.entries(files)) zip.addBuffer(bytes, path, { compress: bytes.length > MEGABYTE })
  zip.end()
  return unreadableOf("docx", await buffer(zip.outputStream as Readable))
}

/** Creates a PDF with one page that has this compressed content. */
function pdf(content: Buffer): Promise<string> {
  const objects = [
    "1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n",
    "2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n",
    "3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>> endobj\n",
    `4 0 obj <</Length ${content.length}/Filter/FlateDecode>> stream\n`,
  ]
  const head = Buffer.from(`%PDF-1.7\n${objects.join("")}`)
  const tail = Buffer.from("\nendstream endobj\ntrailer <</Root 1 0 R/Size 5>>\n%%EOF\n")
  return unreadableOf("pdf", Buffer.concat([head, content, tail]))
}

function billionLaughs(): string {
  const entities = Array.from({ length: 12 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`)
  return `<!DOCTYPE a [<!ENTITY a0 "ha">${entities.join("")}]><p>&a12;</p>`
}

function yamlAliases(): string {
  const rows = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`)
  return `a0: &a0 [ha]\n${rows.join("\n")}`
}
