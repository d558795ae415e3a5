import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { ImportLibrariesResponse, LIMITS, type ErrorBody } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ZipFile } from "yazl"
import { ADMIN_KEY, aBundle, asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

let program: TestProgram
let url: string
beforeAll(async () => {
  program = await startTestProgram({ workerMode: "inline" })
  url = await program.app.listen({ host: "127.0.0.1", port: 0 })
})
afterAll(() => program.remove())

const importing = (payload: string | object) =>
  program.call({
    method: "POST",
    url: "/api/v2/import-libraries",
    headers: { ...asAdmin, "content-type": "application/json" },
    payload,
  })

async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function uploading(file: Buffer, fields: Readonly<Record<string, string>> = {}, fieldName = "bundleFile") {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(fieldName, new Blob([new Uint8Array(file)]), "otters.zip")
  const answer = await fetch(`${url}/api/v2/import-libraries`, { method: "POST", headers: asAdmin, body: form })
  return { status: answer.status, json: (await answer.json()) as ErrorBody & ImportLibrariesResponse }
}

const leftovers = async () => (await readdir(join(program.dataDir, "work")).catch(() => [])).length

describe("importing", () => {
  it("names what it takes and why it leaves the rest", async () => {
    const libraries = [
      aBundle("/otter/one"),
      aBundle("/OTTER/one"),
      aBundle("otter"),
      { title: "none" },
      aBundle("/o/v/1"),
    ]

    const { status, json } = await importing({ libraries })
    await program.settle()

    const { queued, skipped } = ImportLibrariesResponse.parse(json)
    expect([status, queued]).toEqual([202, ["/otter/one"]])
    expect(skipped.map(({ project }) => project)).toEqual(["/OTTER/one", "otter", "", "/o/v/1"])
    expect(skipped.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("duplicate entry"),
      expect.stringContaining("/owner/repo"),
      expect.stringContaining("project"),
      expect.stringContaining("version"),
    ])
  })

  it("answers 202 to a question until the content is there", async () => {
    const idle = await startTestProgram()
    await idle.call({
      method: "POST",
      url: "/api/v2/import-libraries",
      headers: { ...asAdmin, "content-type": "application/json" },
      payload: { libraries: [aBundle("/otter/late")] },
    })

    const waiting = await idle.call({ url: "/api/v2/context?libraryId=/otter/late&query=feed" })
    const [job] = await idle.context.catalogue.jobs.list({ offset: 0, limit: 1 })
    await idle.call({ method: "POST", url: `/api/v2/jobs/${job?.id ?? ""}/cancel`, headers: asAdmin })
    const cancelled = await idle.call({ url: "/api/v2/context?libraryId=/otter/late&query=feed" })

    expect([waiting.status, cancelled.status]).toEqual([202, 404])
    expect(cancelled.json).toMatchObject({ error: "no_snippets_found" })
    await idle.remove()
  })

  it.each([
    ["", /JSON object|is truncated/],
    ["[]", /JSON object/],
    ['{"libraries": [', /is truncated/],
    ['{"libraries": [{"project": "/a/b"}]', /is truncated/],
    ['{"libraries": [{"project": ]}', /brackets|JSON/],
    ['{"libraries": [nonsense]}', /not valid JSON/],
    ['{"libraries": 7}', /is not a list/],
    ['{"force": true}', /no list/],
    ['{"libraries": [], "force": "yes"}', /force/],
    ['{"libraries": []} and more', /JSON object/],
  ])("refuses the body %s and says why", async (body, message) => {
    const { status, json } = await importing(body)

    expect([status, json]).toMatchObject([400, { error: "validation_error", message: expect.stringMatching(message) }])
    await expect.poll(leftovers).toBe(0)
  })

  it("takes a zip, the switch after or before it, and finds a member that stands last", async () => {
    const zip = await zipOf({ "a.txt": "", "libraries.json": JSON.stringify({ libraries: [aBundle("/otter/zip")] }) })

    const first = await uploading(zip)
    await program.settle()
    const again = await uploading(zip)
    const forced = await uploading(zip, { force: "true" })
    await program.settle()

    expect([first, again, forced].map(({ status }) => status)).toEqual([202, 202, 202])
    expect([first, again, forced].map(({ json }) => json.queued)).toEqual([["/otter/zip"], [], ["/otter/zip"]])
    await expect.poll(leftovers).toBe(0)
  })

  it.each([
    ["a zip without a bundle", () => zipOf({ "b.json": "{}" }), /does not contain/],
    ["a cut zip", async () => (await zipOf({ "libraries.json": "{}" })).subarray(0, 60), /otters.zip is not a valid/],
    [
      "bytes that are no text",
      () => zipOf({ "libraries.json": Buffer.from([0x7b, 0xff, 0xfe]) }),
      /cannot read the bundle/,
    ],
  ])("refuses %s", async (_name, make, message) => {
    const { status, json } = await uploading(await make())

    expect([status, json.error]).toEqual([400, "validation_error"])
    expect(json.message).toMatch(message)
    await expect.poll(leftovers).toBe(0)
  })

  it("refuses a file under another name and a form without one", async () => {
    const zip = await zipOf({ "libraries.json": '{"libraries":[]}' })
    const answers = [await uploading(zip, {}, "documentFiles"), await uploading(zip, { force: "yes" })]

    expect(answers.map(({ status }) => status)).toEqual([400, 400])
    await expect.poll(leftovers).toBe(0)
  })

  it("stops reading where the limit is, and leaves nothing behind", async () => {
    let sentBytes = 0
    const chunk = Buffer.alloc(2 ** 20, " ")
    const endless = Readable.from(
      (function* () {
        yield '{"libraries":['
        for (let at = 0; at < 120; at++) {
          sentBytes += chunk.length
          yield chunk
        }
      })(),
    )
    const answer = await fetch(`${url}/api/v2/import-libraries`, {
      method: "POST",
      headers: { ...asAdmin, "content-type": "application/json" },
      body: Readable.toWeb(endless) as ReadableStream,
      duplex: "half",
    })

    expect([answer.status, ((await answer.json()) as ErrorBody).error]).toEqual([413, "payload_too_large"])
    expect(sentBytes).toBeLessThan(LIMITS.importBundleMaxBytes + 20 * 2 ** 20)
    await expect.poll(leftovers).toBe(0)
  })
})

describe("exporting", () => {
  it("needs a key, and a library that has something", async () => {
    const statuses = await Promise.all([
      program.call({ url: "/api/v2/libs/otter/one/export" }),
      program.call({ url: "/api/v2/libs/no/such/export", headers: asAdmin }),
    ])

    expect(statuses.map(({ status }) => status)).toEqual([401, 404])
  })

  it("lets go of the index when the reader goes away", async () => {
    const libraries = [
      aBundle("/otter/large", {
        infoSnippets: Array.from({ length: 5000 }, (_, at) => ({
          id: `https://a.example/${at}`,
          content: `Otter number ${at} ${"swims ".repeat(60)}`,
        })),
      }),
    ]
    await importing({ libraries, force: true })
    await program.settle()
    const leaving = new AbortController()
    const answer = await fetch(`${url}/api/v2/libs/otter/large/export`, {
      headers: { authorization: ADMIN_KEY },
      signal: leaving.signal,
    })
    const reader = answer.body?.getReader()
    await reader?.read()

    leaving.abort()
    await reader?.closed.catch(() => undefined)

    const whole = await fetch(`${url}/api/v2/libs/otter/large/export`, { headers: { authorization: ADMIN_KEY } })
    expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
  }, 60_000)
})
