// Measures large sources: a site of thousands of files, and single documents of the largest usual size.
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { AlignmentType, Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from "docx"
import { root } from "../scripts/prepare.mjs"
import { makeSite } from "./make-site.mjs"
import { Writer } from "./make-documentation.mjs"
import { addLibrary, MEGABYTE, waitForLibrary, withDataDir, withLectern } from "./measures.mjs"
import { atMost, noGoal, row } from "./rows.mjs"

/** With translations, samples and images, about 7,500 files. */
const SITE_PAGES = 1_600
const PDF_PAGES = 500
const DOCX_SECTIONS = 400
const GOAL = { seconds: 60, megabytes: 1_000 }

/**
 * Measures a site as large as the largest public ones, fetched with git: time, CPU time, memory, and whether every file
 * is accounted for.
 */
export async function measureSite(host) {
  const files = makeSite({ seed: 7, pages: SITE_PAGES })
  host.add("bench/site", files)
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
  return withDataDir((dataDir) =>
    withLectern({ dataDir }, async (lectern) => {
      const library = await addLibrary(lectern, `${host.url}/bench/site.git`)
      const { files: report } = await lectern.ask(`/v2/libs${library.id}`)
      const accounted = report.indexedCount + report.leftOutCount + report.failedCount
      const size = `${files.length.toLocaleString("en")} files, ${(bytes / MEGABYTE).toFixed(1)} MB, ${library.snippets.toLocaleString("en")} snippets`
      const [firstNote = ""] = report.notes
      return [
        row("website with translations, from request to finalized", library.seconds, "s", noGoal, size),
        row("CPU time of the worker", library.cpuSeconds, "s", noGoal),
        row("peak memory of the worker", library.peakBytes / MEGABYTE, "MB", noGoal),
        row("files missing from the file report", files.length - accounted, "files", atMost(0), firstNote),
      ]
    }),
  )
}

/**
 * Measures a PDF with 500 pages, a DOCX with hundreds of pages and nested tables, and an OpenAPI description of more
 * than 8 MB, from upload to finalized.
 */
export async function measureDocuments() {
  const rows = []
  for (const { name, path, field, fileName, content } of await makeDocuments()) {
    const form = new FormData()
    form.append(field, new File([content], fileName))
    const taken = await withDataDir((dataDir) => withLectern({ dataDir }, (lectern) => upload(lectern, path, form)))
    const size = `${(content.length / MEGABYTE).toFixed(1)} MB, ${taken.snippets.toLocaleString("en")} snippets`
    rows.push(row(`${name}, from upload to finalized`, taken.seconds, "s", atMost(GOAL.seconds), size))
    const memory = taken.allPeaksBytes / MEGABYTE
    rows.push(row("CPU time of the parsing processes", taken.cpuSeconds, "s", noGoal))
    rows.push(row("peak memory of all processes", memory, "MB", atMost(GOAL.megabytes), "sum of the peaks"))
  }
  return rows
}

async function upload(lectern, path, form) {
  const watch = lectern.watchChildren()
  const started = performance.now()
  const { headers } = lectern
  const response = await fetch(`${lectern.url}/api/v2/add/${path}`, { method: "POST", headers, body: form })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  const { libraryName } = await response.json()
  await waitForLibrary(lectern, libraryName)
  const seconds = (performance.now() - started) / 1000
  const { peaksBytes, cpuSeconds } = watch.end()
  const { totalSnippets } = await lectern.ask(`/v2/libs${libraryName}`)
  return { seconds, cpuSeconds, snippets: totalSnippets, allPeaksBytes: peaksBytes + lectern.memory() }
}

async function makeDocuments() {
  return [
    {
      name: `PDF of ${PDF_PAGES} pages`,
      path: "pdf-upload",
      field: "pdfFile",
      fileName: "large.pdf",
      content: await makePdf(),
    },
    {
      name: `DOCX of ${DOCX_SECTIONS} sections with nested tables`,
      path: "file-upload",
      field: "documentFiles",
      fileName: "large.docx",
      content: await makeDocx(),
    },
    {
      name: "OpenAPI description with 1,100 operations",
      path: "openapi-upload",
      field: "openapiFile",
      fileName: "large.json",
      content: await makeDescription(),
    },
  ]
}

const testing = (path) => import(pathToFileURL(join(root, "packages", path)).href)

async function makePdf() {
  const { makePdf: draw } = await testing("parsers/dist/formats/pdf/make-pdf.testing.js")
  const writer = new Writer(11)
  const pages = Array.from({ length: PDF_PAGES }, (_, at) => ({
    head: "A specification",
    foot: `Page ${at + 1}`,
    heading: `${at + 1}. ${writer.title()}`,
    text: `${writer.paragraph()}\n\n${writer.paragraph()}`,
    list: writer.times(2, 4, () => writer.title()),
    ...(at % 5 === 0 ? { table: writer.times(3, 5, () => [writer.word(), writer.word(), writer.word()]) } : {}),
  }))
  return draw(pages)
}

async function makeDescription() {
  const { LARGEST, makeLargeDescription } = await testing("parsers/dist/formats/openapi/large-description.testing.js")
  return Buffer.from(JSON.stringify(makeLargeDescription(LARGEST)))
}

async function makeDocx() {
  const writer = new Writer(13)
  const cell = (children) => new TableCell({ children })
  const text = (words) => new Paragraph({ text: words, alignment: AlignmentType.LEFT })
  const table = (depth) =>
    new Table({
      rows: writer.times(3, 4, () => {
        const inner = depth === 0 ? text(writer.title()) : table(depth - 1)
        return new TableRow({ children: [cell([text(writer.word())]), cell([inner]), cell([text(writer.sentence())])] })
      }),
    })
  const children = Array.from({ length: DOCX_SECTIONS }, (_, at) => [
    new Paragraph({ text: writer.title(), heading: at % 4 === 0 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2 }),
    ...writer.times(3, 6, () => text(writer.paragraph())),
    table(at % 3),
  ])
  return Packer.toBuffer(new Document({ sections: [{ children: children.flat() }] }))
}
