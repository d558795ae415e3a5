import { readdir } from "node:fs/promises"
import { request as httpRequest } from "node:http"
import { join } from "node:path"
import { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import { setTimeout as delay } from "node:timers/promises"
import { ErrorBody, type Job, LibraryRecord } from "@lectern/contract"
import { Document, HeadingLevel, Packer, Paragraph } from "docx"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePdf, type TestPage } from "../../packages/parsers/src/formats/pdf/make-pdf.testing.ts"
import { startProgram, type Answer, type Program } from "./program.ts"

const MEBIBYTE = 2 ** 20
const PAGES: readonly TestPage[] = [
  {
    title: "Rocket handbook",
    text: "This handbook tells crews how a rocket is flown from the pad into orbit and back.",
  },
  { heading: "Ignition", text: "Before ignition the fuel valve is opened by hand. The pressure has to reach ten bar." },
  { heading: "Landing", text: "The parachute opens at three thousand feet, or by the red lever when it does not." },
]
const IGNITION = "how is the fuel valve opened before ignition"

describe("uploads of PDF and DOCX files", () => {
  let program: Program
  let pdf: Buffer
  beforeAll(async () => {
    program = await startProgram()
    pdf = await makePdf(PAGES)
  })
  afterAll(() => program.close())

  type Files = readonly (readonly [name: string, bytes: Uint8Array])[]
  function upload(files: Files, fields: Readonly<Record<string, string>> = {}, path = "file-upload"): Promise<Answer> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const field = path === "file-upload" ? "documentFiles" : "pdfFile"
    for (const [name, bytes] of files) form.append(field, new Blob([new Uint8Array(bytes)]), name)
    return program.call("POST", `/api/v2/add/${path}`, { key: program.key, form })
  }
  const record = async (id: string) =>
    LibraryRecord.parse((await program.call("GET", `/api/v2/libs${id}`, { key: program.key })).json)
  const ask = async (libraryId: string, query: string) =>
    (await program.call("GET", `/api/v2/context?${new URLSearchParams({ libraryId, query }).toString()}`)).text
  const refusal = (answer: Answer) => {
    expect(answer.status).toBe(400)
    const body = ErrorBody.parse(answer.json)
    expect(body.error).toBe("validation_error")
    return body.message
  }
  /** Everything on disk that an upload may leave: blobs, unfinished ones, temporary files. */
  const leftovers = async () => {
    const entries = await readdir(program.dataDir, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() && !/\.db(-wal|-shm)?$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
  }

  it("become a library that answers with the page", async () => {
    const docx = await Packer.toBuffer(
      new Document({
        sections: [
          {
            children: [
              new Paragraph({ text: "Crew rules", heading: HeadingLevel.HEADING_1 }),
              new Paragraph("Nobody wears a red helmet on the launch pad during countdown."),
            ],
          },
        ],
      }),
    )
    const relativePaths = JSON.stringify(["manuals/Größe.pdf", "rules.docx"])
    const answer = await upload(
      [
        ["a.pdf", pdf],
        ["b.docx", docx],
      ],
      { collectionName: "Crew Handbook", relativePaths },
    )

    expect(answer).toMatchObject({ status: 200, json: { libraryName: "/docs/crew-handbook" } })
    expect(await program.settle("/docs/crew-handbook")).toMatchObject({ state: "succeeded" })
    expect(await ask("/docs/crew-handbook", IGNITION)).toContain(
      "Source: upload://docs/crew-handbook/manuals/Gr%C3%B6%C3%9Fe.pdf#page=2\n",
    )
    expect(await ask("/docs/crew-handbook", "what colour of helmet does nobody wear")).toMatch(
      /^Source: upload:\/\/docs\/crew-handbook\/rules\.docx$/m,
    )
  })

  it("are indexed although others of them cannot be read, and the report says why", async () => {
    const encrypted = await makePdf(PAGES, { userPassword: "secret" })
    const scanned = await makePdf([{}, {}])
    await upload(
      [
        ["good.pdf", pdf],
        ["locked.pdf", encrypted],
        ["scan.pdf", scanned],
        ["cut.pdf", pdf.subarray(0, 900)],
      ],
      { projectTitle: "Mixed" },
    )

    expect(await program.settle("/docs/mixed")).toMatchObject({ state: "succeeded" })
    const { files } = await record("/docs/mixed")
    expect(files).toMatchObject({ indexedCount: 1, failedCount: 3 })
    const reasons = Object.fromEntries(files?.failed.map(({ path, reason }) => [path, reason]) ?? [])
    expect(reasons["locked.pdf"]).toContain("encrypted")
    expect(reasons["scan.pdf"]).toContain("no text on any of its 2 pages")
    expect(reasons["cut.pdf"]).toContain("damaged")
  })

  it("fail with the reason when nothing in them can be read", async () => {
    await upload([["locked.pdf", await makePdf(PAGES, { userPassword: "secret" })]])
    const job: Job = await program.settle("/docs/locked")

    expect(job).toMatchObject({ state: "failed" })
    expect(job.error?.message).toContain("encrypted")
  })

  it("of the same name are the same library: kept, and replaced when forced", async () => {
    const other = await makePdf([{ heading: "Docking", text: "Docking needs two green lamps and a steady hand." }])
    await upload([["guide.pdf", pdf]], {}, "pdf-upload")
    await program.settle("/docs/guide")

    const again = await upload([["guide.pdf", other]], {}, "pdf-upload")
    expect(again).toMatchObject({ status: 200, json: { libraryName: "/docs/guide" } })
    expect(await ask("/docs/guide", "docking")).not.toContain("green lamps")

    await upload([["guide.pdf", other]], { force: "true", description: "All about docking." }, "pdf-upload")
    await program.settle("/docs/guide")
    expect(await ask("/docs/guide", "docking")).toContain("green lamps")
    expect(await ask("/docs/guide", "docking")).not.toContain("parachute")
    expect((await record("/docs/guide")).description).toBe("All about docking.")
  })

  it("of another name get an identifier of their own, though it reads the same", async () => {
    const [first, second] = await Promise.all([
      upload([["a.pdf", pdf]], { projectTitle: "Sea guide" }),
      upload([["a.pdf", pdf]], { projectTitle: "Sea-Guide!" }),
    ])
    const names = [first, second].map(({ json }) => (json as { libraryName: string }).libraryName)

    expect(names.toSorted()).toEqual(["/docs/sea-guide", "/docs/sea-guide-2"])
    for (const name of names) expect(await program.settle(name)).toMatchObject({ state: "succeeded" })
  })

  it("sent many times at once become one library", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => upload([["a.pdf", pdf]], { projectTitle: "Crowd" })),
    )

    expect(
      new Set(answers.map(({ status, json }) => `${status} ${(json as { libraryName: string }).libraryName}`)),
    ).toEqual(new Set(["200 /docs/crowd"]))
    expect(await program.settle("/docs/crowd")).toMatchObject({ state: "succeeded" })
  })

  it("are not read again by a refresh, since they cannot have changed", async () => {
    await upload([["a.pdf", pdf]], { projectTitle: "Still" })
    await program.settle("/docs/still")
    const before = await record("/docs/still")
    const refreshed = await program.call("POST", "/api/v1/refresh", {
      key: program.key,
      json: { libraryName: "/docs/still" },
    })
    const job = await program.settle("/docs/still")

    expect(refreshed.status).toBe(200)
    expect(job.state).toBe("succeeded")
    expect((await record("/docs/still")).lastUpdateDate).toBe(before.lastUpdateDate)
  })

  describe("when refused", () => {
    it.each([
      ["no file", [], {}, /documentFiles: is required/],
      [
        "a picture named .pdf",
        [["x.pdf", Buffer.from("\x89PNG\r\n\x1a\n", "latin1")]],
        {},
        /x\.pdf: not a valid PDF file/,
      ],
      ["a PDF named .docx", [["x.docx", Buffer.from("%PDF-1.7")]], {}, /x\.docx: not a valid DOCX file/],
      ["an empty file", [["x.pdf", Buffer.alloc(0)]], {}, /x\.pdf: not a valid PDF file/],
      ["a text file", [["x.txt", Buffer.from("x")]], {}, /x\.txt has an unsupported/],
      ["force other than true", [["x.pdf", Buffer.from("%PDF-")]], { force: "false" }, /force/],
      [
        "paths that are no JSON",
        [["x.pdf", Buffer.from("%PDF-")]],
        { relativePaths: "a.pdf" },
        /relativePaths: must be a JSON array/,
      ],
      ["fewer paths than files", [["x.pdf", Buffer.from("%PDF-")]], { relativePaths: "[]" }, /0 paths for 1 files/],
      [
        "a path out of the library",
        [["x.pdf", Buffer.from("%PDF-")]],
        { relativePaths: '["../x.pdf"]' },
        /relativePaths: "\.\.\/x\.pdf" is not a path/,
      ],
      [
        "51 files",
        Array.from({ length: 51 }, (_, index) => [`f${index}.pdf`, Buffer.from("%PDF-")] as const),
        {},
        /too many files, starting with f50\.pdf\. Send at most 50/,
      ],
    ] as const)("for %s say so and leave nothing behind", async (_what, files, fields, message) => {
      const before = await leftovers()

      expect(refusal(await upload(files, fields))).toMatch(message)
      expect(await leftovers()).toEqual(before)
    })

    it("for a second file or a DOCX of pdf-upload, and for JSON", async () => {
      expect(
        refusal(
          await upload(
            [
              ["a.pdf", pdf],
              ["b.pdf", pdf],
            ],
            {},
            "pdf-upload",
          ),
        ),
      ).toMatch(/too many files, starting with b\.pdf/)
      expect(refusal(await upload([["a.docx", pdf]], {}, "pdf-upload"))).toMatch(/a\.docx has an unsupported/)
      const json = await program.call("POST", "/api/v2/add/file-upload", { key: program.key, json: {} })
      expect(json.status).toBe(400)
    })

    it("without a key before a byte is looked at", async () => {
      const answer = await program.call("POST", "/api/v2/add/file-upload", { form: new FormData() })

      expect(answer.status).toBe(401)
    })

    it.each([
      ["a file of more than 50 MB", "pdf-upload", "pdfFile", [51], "f0.pdf is larger than 50 MB"],
      ["a file of more than 50 MB", "file-upload", "documentFiles", [1, 51], "f1.pdf is larger than 50 MB"],
      [
        "more than 200 MB",
        "file-upload",
        "documentFiles",
        [50, 50, 50, 49, 2],
        "the files exceed 200 MB in total, starting with f4.pdf",
      ],
    ] as const)(
      "for %s by %s hold none of it in memory and leave nothing behind",
      async (_what, path, field, sizes, message) => {
        const before = await leftovers()
        const memoryBefore = process.memoryUsage.rss()
        const answer = await stream(`${program.url}/api/v2/add/${path}`, field, sizes)

        expect({ status: answer.status, message: ErrorBody.parse(JSON.parse(answer.text)).message }).toEqual({
          status: 400,
          message: `${field}: ${message}`,
        })
        expect(answer.peakBytes - memoryBefore).toBeLessThan(150 * MEBIBYTE)
        expect(await leftovers()).toEqual(before)
      },
    )

    it("because the sender goes away leave nothing behind", async () => {
      const before = await leftovers()
      await stream(`${program.url}/api/v2/add/file-upload`, "documentFiles", [20, 20], 25 * MEBIBYTE)
      const deadlineMs = performance.now() + 10_000
      while ((await leftovers()).length !== before.length && performance.now() < deadlineMs) await delay(20)

      expect(await leftovers()).toEqual(before)
    })
  })

  /** Sends files of given sizes (MB) piece by piece, and watches the memory of this process, which is also the server's. */
  function stream(url: string, field: string, sizes: readonly number[], stopAfterBytes = Infinity) {
    const boundary = "lectern-test"
    const headers = {
      authorization: `Bearer ${program.key}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
    }
    let peakBytes = 0
    function* pieces() {
      const chunk = Buffer.alloc(MEBIBYTE, "x")
      let sentBytes = 0
      for (const [index, size] of sizes.entries()) {
        const disposition = `form-data; name="${field}"; filename="f${index}.pdf"`
        yield Buffer.from(`\r\n--${boundary}\r\ncontent-disposition: ${disposition}\r\n\r\n%PDF-`)
        for (let written = 0; written < size; written++) {
          if ((sentBytes += MEBIBYTE) > stopAfterBytes) throw new Error("the sender goes away")
          peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
          yield written === 0 ? chunk.subarray("%PDF-".length) : chunk
        }
      }
      yield Buffer.from(`\r\n--${boundary}--\r\n`)
    }
    return new Promise<{ readonly status: number; readonly text: string; readonly peakBytes: number }>((resolve) => {
      const sent = httpRequest(url, { method: "POST", headers }, (response) => {
        void text(response).then((body) => {
          sent.destroy()
          resolve({ status: response.statusCode ?? 0, text: body, peakBytes })
        })
      })
      // The answer may come before the body has been taken: then the rest of it is not sent.
      pipeline(Readable.from(pieces()), sent).catch(() => resolve({ status: 0, text: "{}", peakBytes }))
    })
  }
})

describe("the upload of an OpenAPI description", () => {
  it("needs a teamspace: 404 team_not_found with the key of a hosted instance, which has none", async () => {
    const globalKey = "the-key-of-the-instance"
    const program = await startProgram({ LECTERN_EDITION: "hosted", LECTERN_API_KEY: globalKey })
    const form = new FormData()
    const description = { openapi: "3.1.0", info: { title: "Otters", version: "1" }, paths: {} }
    form.set("openapiFile", new Blob([JSON.stringify(description)]), "otters.json")

    const answer = await program.call("POST", "/api/v2/add/openapi-upload", { key: globalKey, form })
    await program.close()

    expect(answer.status).toBe(404)
    expect(ErrorBody.parse(answer.json).error).toBe("team_not_found")
  })
})
