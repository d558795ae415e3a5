import { execFileSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from "docx"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePdf, type TestPage } from "../../packages/parsers/src/formats/pdf/make-pdf.testing.ts"
import { freshInstance, startLectern, waitFor, type RunningLectern } from "./running-lectern.ts"

const PAGE_COUNT = 500
const MAX_SECONDS = 60
const MAX_BYTES = 2 ** 30
const MEBIBYTE = 2 ** 20

const pageOf = (number: number): TestPage => ({
  head: "Specification of the interplanetary protocol",
  foot: `${number}`,
  heading: `Message ${number}`,
  text: `Message ${number} is sent by station ${number * 7} when the beam is lost. ${"It is repeated until it is acknowledged. ".repeat(25)}`,
  list: [`Fill register ${number}`, "Wait for the echo", "Clear the line"],
  code: `send(${number})\nwhile waiting:\n    listen(${number})`,
  table: [
    ["Field", "Bits"],
    ["type", "8"],
    [`station ${number}`, "24"],
  ],
})

describe("uploads to running processes", () => {
  const instance = freshInstance()
  let lectern: RunningLectern
  beforeAll(async () => {
    lectern = await startLectern(instance)
  })
  afterAll(async () => {
    await lectern.stop()
    instance.remove()
  })

  it(`finalize a PDF of ${PAGE_COUNT} pages within ${MAX_SECONDS} s and 1 GB`, { timeout: 120_000 }, async () => {
    const pdf = await makePdf(Array.from({ length: PAGE_COUNT }, (_, index) => pageOf(index + 1)))
    const startedAtMs = performance.now()
    await lectern.client.uploadFiles([{ path: "specification.pdf", content: new Blob([new Uint8Array(pdf)]) }])
    let peakBytes = 0
    await waitFor(
      "the library to be finalized",
      async () => {
        peakBytes = Math.max(peakBytes, memoryOf(lectern.processIds()[0] ?? 0))
        return (await lectern.client.getLibrary("/docs/specification")).state === "finalized" ? true : undefined
      },
      MAX_SECONDS * 1000,
    )
    const seconds = (performance.now() - startedAtMs) / 1000

    expect(seconds).toBeLessThan(MAX_SECONDS)
    expect(peakBytes).toBeGreaterThan(0)
    expect(peakBytes).toBeLessThan(MAX_BYTES)
    expect(
      await lectern.client.readContextText({
        libraryId: "/docs/specification",
        query: "station 2989 beam lost message 427",
      }),
    ).toContain("upload://docs/specification/specification.pdf#page=427\n")
  })

  it("read a DOCX with tables in tables, and export it as a zip", { timeout: 60_000 }, async () => {
    const cell = (child: Paragraph | Table) => new TableCell({ children: [child] })
    const row = (name: string, child: Paragraph | Table) =>
      new TableRow({ children: [cell(new Paragraph(name)), cell(child)] })
    const inner = new Table({ rows: [row("berth", new Paragraph("of the otter"))] })
    const heading = new Paragraph({ text: "Harbour", heading: HeadingLevel.HEADING_1 })
    const document = new Document({ sections: [{ children: [heading, new Table({ rows: [row("quay", inner)] })] }] })
    await lectern.client.uploadFiles([{ path: "harbour.docx", content: await Packer.toBlob(document) }])
    await waitFor("the library to be finalized", async () =>
      (await lectern.client.getLibrary("/docs/harbour")).state === "finalized" ? true : undefined,
    )

    const text = await lectern.client.readContextText({ libraryId: "/docs/harbour", query: "berth of the otter" })
    const { body } = await lectern.client.exportLibrary("/docs/harbour")

    expect(text).toContain("of the otter")
    expect(
      Buffer.from(await new Response(body).arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK")
  })

  it("that are cut off by the death of the server leave nothing behind", { timeout: 60_000 }, async () => {
    const before = filesOf(instance.dataDir)
    await sendPart(lectern.url, instance.key, 20 * MEBIBYTE)
    const isArriving = () => (filesOf(instance.dataDir).length > before.length ? true : undefined)
    await waitFor("the upload to arrive", () => Promise.resolve(isArriving()))
    await lectern.kill()
    lectern = await startLectern(instance)
    await waitFor("the rest to be swept", () =>
      Promise.resolve(filesOf(instance.dataDir).length <= before.length ? true : undefined),
    )

    expect(filesOf(instance.dataDir).filter((path) => !before.includes(path))).toEqual([])
    await expect(lectern.client.getLibrary("/docs/never-whole")).rejects.toThrow(/does not exist/)
  })
})

/** Everything on disk but the database. */
function filesOf(dataDir: string): string[] {
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.db(-wal|-shm)?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** Sends the beginning of an upload and waits until it is written. */
function sendPart(url: string, key: string, byteCount: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "multipart/form-data; boundary=b" }
  const sent = request(`${url}/api/v2/add/file-upload`, { method: "POST", headers })
  sent.on("error", () => undefined)
  sent.write(
    '--b\r\ncontent-disposition: form-data; name="documentFiles"; filename="never-whole.pdf"\r\n\r\n%PDF-1.7\n',
  )
  return new Promise((resolve) => sent.write(Buffer.alloc(byteCount, "x"), () => resolve()))
}

/** Resident memory of a process and of everything that it has started, in bytes. */
function memoryOf(rootId: number): number {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss="], { encoding: "utf8" })
  const rows = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
  const parents = new Map(rows.map(([id = 0, parent = 0]) => [id, parent]))
  const isBelow = (id: number): boolean => id === rootId || (id > 1 && isBelow(parents.get(id) ?? 0))
  return rows.reduce((sum, [id = 0, , kibibytes = 0]) => sum + (isBelow(id) ? kibibytes * 1024 : 0), 0)
}
