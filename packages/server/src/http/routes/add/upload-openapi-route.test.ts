import { readdir, readFile } from "node:fs/promises"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { ContextResponse, Job, LibraryRecord } from "@lectern/contract"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

const FIXTURES = new URL("../../../../../parsers/src/formats/openapi/fixtures/", import.meta.url)
const refunds = await readFile(new URL("refunds.in.yaml", FIXTURES), "utf8")

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let program: TestProgram
let host: Server
let root: string
const answers = new Map<string, Answer>()
const requests: { path: string; ifNoneMatch: string | undefined }[] = []

beforeAll(async () => {
  program = await startTestProgram({ workerMode: "inline" })
  host = createServer((request, response) => {
    const path = request.url ?? ""
    requests.push({ path, ifNoneMatch: request.headers["if-none-match"] })
    const answer = answers.get(path)
    if (answer === undefined) response.writeHead(404).end()
    else answer(request, response)
  })
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve))
  root = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
})
afterEach(() => void requests.splice(0))
afterAll(async () => {
  await program.remove()
  await new Promise((resolve) => host.close(resolve))
})

const serve = (path: string, body: string, headers: Record<string, string> = {}) =>
  answers.set(path, (_request, response) => response.writeHead(200, headers).end(body))
const add = (payload: object) => program.call({ method: "POST", url: "/api/v2/add/openapi", headers: asAdmin, payload })
const refresh = (libraryName: string) =>
  program.call({ method: "POST", url: "/api/v1/refresh", headers: asAdmin, payload: { libraryName } })
const nameOf = (answer: { json: never }) => (answer.json as { libraryName: string }).libraryName
const record = async (id: string) => (await program.call({ url: `/api/v2/libs${id}` })).json as LibraryRecord
const lastJob = async (id: string) => (await record(id)).lastJob as Job
const ask = async (libraryId: string, query: string) =>
  (await program.call({ url: `/api/v2/context?${new URLSearchParams({ libraryId, query, type: "json" }).toString()}` }))
    .json as ContextResponse

async function upload(content: string | Buffer<ArrayBuffer>, name: string, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set("openapiFile", new Blob([content]), name)
  const sent = new Request("http://lectern.example/", { method: "POST", body: form })
  const contentType = sent.headers.get("content-type") ?? ""
  const payload = Buffer.from(await sent.arrayBuffer())
  const headers = { ...asAdmin, "content-type": contentType }
  return program.call({ method: "POST", url: "/api/v2/add/openapi-upload", headers, payload })
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(program.dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe("adding an OpenAPI description by its address", () => {
  it("answers questions about operations with their address, as APIDOC", async () => {
    serve("/specs/refunds.yaml", refunds)

    const added = await add({ openApiUrl: `${root}/specs/refunds.yaml` })
    expect([added.status, nameOf(added)]).toEqual([200, "/openapi/refunds"])
    expect(requests).toEqual([])
    await program.settle()

    expect(await record("/openapi/refunds")).toMatchObject({
      state: "finalized",
      title: "Otter Payments",
      description: "Take payments from otters.",
      source: { kind: "openapi", url: `${root}/specs/refunds.yaml` },
    })
    const { codeSnippets } = await ask("/openapi/refunds", "how do I create a refund with an idempotency key")
    expect(codeSnippets[0]).toMatchObject({
      codeLanguage: "APIDOC",
      codeId: `${root}/specs/refunds.yaml#createRefund`,
      pageTitle: "Refunds: Create a refund",
    })
    const languages = codeSnippets.flatMap(({ codeList }) => codeList.map(({ language }) => language))
    expect(languages).toEqual(expect.arrayContaining(["APIDOC", "bash", "typescript", "python"]))
  })

  it("asks with the ETag at a refresh and finds out what has changed", async () => {
    let etag = '"one"'
    let body = refunds
    answers.set("/etag.yaml", (request, response) => {
      if (request.headers["if-none-match"] === etag) response.writeHead(304).end()
      else response.writeHead(200, { etag }).end(body)
    })
    const id = nameOf(await add({ openApiUrl: `${root}/etag.yaml` }))
    await program.settle()
    const before = await record(id)

    await refresh(id)
    await program.settle()
    expect(requests.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([undefined, '"one"'])
    etag = '"two"'
    await refresh(id)
    await program.settle()
    expect((await record(id)).lastUpdateDate).toBe(before.lastUpdateDate)

    etag = '"three"'
    body = refunds.replace("Create a refund", "Give back the clams")
    await refresh(id)
    await program.settle()
    expect(JSON.stringify(await ask(id, "give back the clams"))).toContain("Give back the clams")
  })

  it("takes files that references name from the same origin, and notes the others", async () => {
    const body = (ref: string) => ({ content: { "application/json": { schema: { $ref: ref } } } })
    const description = {
      openapi: "3.1.0",
      info: { title: "Spread", version: "1" },
      paths: {
        "/seals": { post: { operationId: "addSeal", requestBody: body("./parts/seal.yaml#/Seal") } },
        "/walrus": { post: { operationId: "addWalrus", requestBody: body("http://127.0.0.2:1/walrus.yaml#/Walrus") } },
        "/moved": { post: { operationId: "move", requestBody: body("/away.yaml") } },
      },
    }
    serve("/spread/api.json", JSON.stringify(description))
    serve("/spread/parts/seal.yaml", "Seal:\n  type: object\n  properties:\n    whiskers: { $ref: 'whiskers.json' }\n")
    serve("/spread/parts/whiskers.json", '{"type": "integer", "description": "How many whiskers"}')
    answers.set("/away.yaml", (_request, response) => response.writeHead(302, { location: "http://10.0.0.1/x" }).end())

    const id = nameOf(await add({ openApiUrl: `${root}/spread/api.json` }))
    await program.settle()

    expect(await record(id)).toMatchObject({ state: "finalized", title: "Spread" })
    expect(JSON.stringify(await ask(id, "addSeal whiskers"))).toContain("How many whiskers")
    expect(requests.map(({ path }) => path)).not.toContain("/walrus.yaml")
    expect(JSON.stringify(await ask(id, "addWalrus body"))).toContain("walrus.yaml")
  })

  it("ends with circular schemas", async () => {
    const node = {
      type: "object",
      properties: { next: { $ref: "#/components/schemas/Node" }, name: { type: "string" } },
    }
    const circle = { $ref: "#/components/schemas/Circle" }
    const paths = { "/nodes": { put: { requestBody: { content: { "application/json": { schema: circle } } } } } }
    const components = { schemas: { Node: node, Circle: { allOf: [circle, { $ref: "#/components/schemas/Node" }] } } }
    serve(
      "/circle.json",
      JSON.stringify({ openapi: "3.0.0", info: { title: "Circle", version: "1" }, paths, components }),
    )

    const id = nameOf(await add({ openApiUrl: `${root}/circle.json` }))
    await program.settle()

    expect((await record(id)).state).toBe("finalized")
  })

  it("fails with the line of a broken document, and keeps serving what was there", async () => {
    serve("/broken.yaml", "openapi: 3.1.0\ninfo:\n  title: Broken\n  version: [1\npaths: {}\n")
    const id = nameOf(await add({ openApiUrl: `${root}/broken.yaml` }))
    await program.settle()
    expect((await lastJob(id)).error?.message).toMatch(/^broken\.yaml line [45]: /)

    serve("/page.yaml", "<!doctype html>\n<p>No description</p>")
    const page = nameOf(await add({ openApiUrl: `${root}/page.yaml` }))
    await program.settle()
    expect((await lastJob(page)).error).toMatchObject({ code: "validation_error" })

    const missing = nameOf(await add({ openApiUrl: `${root}/missing.yaml` }))
    await program.settle()
    expect((await lastJob(missing)).error?.message).toContain("responded with status 404")

    serve("/refunds-2.yaml", refunds)
    const good = nameOf(await add({ openApiUrl: `${root}/refunds-2.yaml` }))
    await program.settle()
    serve("/refunds-2.yaml", "{")
    await refresh(good)
    await program.settle()
    expect([(await record(good)).state, (await lastJob(good)).state]).toEqual(["finalized", "failed"])
  })

  it("refuses addresses that may not be fetched, and gives the same source its identifier again", async () => {
    expect((await add({ openApiUrl: "http://10.0.0.1/openapi.json" })).status).toBe(400)
    expect((await add({ openApiUrl: "ftp://a.example/openapi.json" })).status).toBe(400)
    serve("/a/openapi.json", "{")
    serve("/b/openapi.json", "{")

    const ids = [
      nameOf(await add({ openApiUrl: `${root}/a/openapi.json` })),
      nameOf(await add({ openApiUrl: `${root}/b/openapi.json` })),
    ]
    await program.settle()

    expect(ids).toEqual(["/openapi/openapi", "/openapi/openapi-2"])
    expect(nameOf(await add({ openApiUrl: `${root}/b/openapi.json#there`, force: true }))).toBe("/openapi/openapi-2")
    await program.settle()
  })

  it("needs a key", async () => {
    const answer = await program.call({
      method: "POST",
      url: "/api/v2/add/openapi",
      payload: { openApiUrl: `${root}/specs/refunds.yaml` },
    })
    expect(answer.status).toBe(401)
  })
})

describe("uploading an OpenAPI description", () => {
  it("becomes a library under its title, with addresses of uploads", async () => {
    const added = await upload(refunds, "v2/api.yaml")
    expect([added.status, nameOf(added)]).toEqual([200, "/openapi/otter-payments"])
    await program.settle()

    const { codeSnippets } = await ask("/openapi/otter-payments", "create a refund")
    expect(codeSnippets[0]?.codeId).toBe("upload://openapi/otter-payments/api.yaml#createRefund")
    const refused = await refresh("/openapi/otter-payments")
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("upload the file again with force")])
  })

  it("keeps the title and description that were given, and takes a new file by force only", async () => {
    const fields = { libraryTitle: "Raft Money", description: "Money on the raft" }
    const id = nameOf(await upload(refunds, "raft.yaml", fields))
    await program.settle()
    expect(await record(id)).toMatchObject({
      id: "/openapi/raft-money",
      title: "Raft Money",
      description: "Money on the raft",
    })

    const changed = refunds.replace("Create a refund", "Give back the clams")
    expect((await upload(changed, "raft.yaml", fields)).text).toContain("already exists")
    await upload(changed, "raft.yaml", { ...fields, force: "true" })
    await program.settle()
    expect(JSON.stringify(await ask(id, "give back the clams"))).toContain("Give back the clams")
    expect(nameOf(await upload(`${refunds}\n`, "other.yaml", fields))).toBe("/openapi/raft-money-2")
    await program.settle()
  })

  it("refuses a file above the limit by name, and leaves nothing behind", async () => {
    const before = await filesBelow("blobs")
    const answer = await upload(Buffer.alloc(10 * 2 ** 20 + 1, "a: b\n"), "huge.yaml")

    expect([answer.status, answer.json]).toEqual([
      400,
      { error: "validation_error", message: "openapiFile: huge.yaml is larger than 10 MB" },
    ])
    expect(await filesBelow("blobs")).toEqual(before)
    expect(await filesBelow("work")).toEqual([])
    expect((await program.call({ url: "/api/v2/libs/openapi/huge" })).status).toBe(404)
  })

  it.each([
    ["a PDF", "%PDF-1.7\n%\u00e2\u00e3\n1 0 obj", {}, "neither JSON nor YAML"],
    ["a page", "<!doctype html><p>x", {}, "neither JSON nor YAML"],
    ["nothing", "", {}, "neither JSON nor YAML"],
    ["a force other than true", refunds, { force: "false" }, "force"],
  ])("refuses %s", async (_name, content, fields, message) => {
    const answer = await upload(content, "x.yaml", fields)
    expect([answer.status, answer.json]).toEqual([
      400,
      { error: "validation_error", message: expect.stringContaining(message) },
    ])
  })

  it("names the line of a broken file on the job", async () => {
    const id = nameOf(await upload('{\n  "openapi": "3.1.0",\n  "info": {"title": "Cut off"', "cut.json"))
    await program.settle()
    expect([id, (await lastJob(id)).error?.message]).toEqual([
      "/openapi/cut-off",
      expect.stringMatching(/^cut\.json line 3: /),
    ])
  })
})
