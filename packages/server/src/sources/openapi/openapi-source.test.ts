import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { apiParser } from "@lectern/parsers/openapi"
import { makeAddressGuard } from "../../net/address-guard.ts"
import type { SourceItem, SourceSnapshot } from "../base/source-file.ts"
import { openOpenApiSource } from "./openapi-source.ts"

const { signal } = new AbortController()
const guard = makeAddressGuard({ privateNetworks: ["127.0.0.0/8"] })
const upload = { libraryId: "/openapi/raft", url: "", file: { path: "raft api.json", hash: "a" } }

const openText = (description: object) =>
  openOpenApiSource(
    upload,
    {
      guard,
      reader: apiParser,
      readBlob: async () => Buffer.from(JSON.stringify({ openapi: "3.1.0", ...description })),
    },
    signal,
  )

async function itemsOf(snapshot: SourceSnapshot): Promise<readonly SourceItem[]> {
  const items: SourceItem[] = []
  for await (const item of snapshot.items(signal)) items.push(item)
  return items
}

describe("an uploaded description", () => {
  it("has pages with addresses of the upload, its title as manifest, and notes of files it cannot have", async () => {
    const schema = { $ref: "./otter.yaml#/Otter" }
    const snapshot = await openText({ info: { title: "Raft" }, components: { schemas: { Raft: schema } } })

    expect(snapshot.manifestText).toBe('{"projectTitle":"Raft"}')
    expect(snapshot.notes).toEqual([expect.stringContaining("an upload is a single file")])
    const urls = (await itemsOf(snapshot)).map((item) => item.kind === "file" && item.file.url)
    expect(urls).toEqual([
      "upload://openapi/raft/raft%20api.json",
      "upload://openapi/raft/raft%20api.json#/components/schemas/Raft",
    ])
  })

  it("has a failed page where one takes too long to write, and all others", async () => {
    const links = Object.fromEntries(
      Array.from({ length: 18 }, (_, at) => [`L${at}`, { $ref: `#/components/schemas/L${at + 1}` }]),
    )
    const deep = (depth: number): object =>
      depth === 0 ? { $ref: "#/components/schemas/L0" } : { oneOf: Array.from({ length: 6 }, () => deep(depth - 1)) }
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}`, deep(4)]))
    const schemas = { A: { properties }, ...links, L18: { title: "Otter", type: "string" } }
    const items = await itemsOf(await openText({ components: { schemas } }))

    expect(items.flatMap((item) => (item.kind === "failed" ? [item] : []))).toEqual([
      { kind: "failed", path: "schemas/A", reason: expect.stringContaining("writing the page was stopped") },
    ])
    expect(items.filter(({ kind }) => kind === "file")).toHaveLength(20)
  }, 60_000)

  it("is bounded where names, servers and alternatives repeat long texts", async () => {
    const name = "N".repeat(5_000)
    const items = await itemsOf(
      await openText({
        servers: [{ url: "{a}".repeat(100_000), variables: { a: { default: "x".repeat(10_000) } } }],
        security: Array.from({ length: 5_000 }, (_, at) => ({ [`s${at}`]: [] })),
        paths: { "/a": { get: {} } },
        components: {
          schemas: {
            [name]: { type: "object" },
            A: { oneOf: Array.from({ length: 6 }, () => ({ $ref: `#/components/schemas/${name}` })) },
          },
        },
      }),
    )

    expect(items.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => "file"))
    expect(Math.max(...items.map((item) => (item.kind === "file" ? item.file.bytes.byteLength : 0)))).toBeLessThan(
      2_000_000,
    )
  })

  it(
    "ends after as many pages as a library can have, and says how many are left out",
    { timeout: 120_000 },
    async () => {
      const schemas = Object.fromEntries(
        Array.from({ length: 20_100 }, (_, index) => [`S${index}`, { type: "string" }]),
      )
      const items = await itemsOf(await openText({ components: { schemas } }))

      expect(items.filter(({ kind }) => kind === "file")).toHaveLength(20_000)
      expect(items.at(-1)).toEqual({
        kind: "left-out",
        path: "*",
        reason: "too_many_files",
        detail: "101 more operations and schemas",
        fileCount: 101,
      })
    },
  )
})

describe("a description that refers to many files", () => {
  let host: Server
  let url: string
  let requestCount = 0
  beforeAll(async () => {
    host = createServer((request, response) => {
      requestCount++
      if (request.url?.startsWith("/many")) {
        const refs = Array.from({ length: 80 }, (_, index) => ({ $ref: `./missing-${index}.json` }))
        response.end(JSON.stringify({ openapi: "3.1.0", refs }))
        return
      }
      if (request.url?.startsWith("/missing")) {
        response.writeHead(404).end()
        return
      }
      const number = Number(/\d+/.exec(request.url ?? "")?.[0])
      response.end(JSON.stringify({ openapi: "3.1.0", $ref: `./${number + 1}.json` }))
    })
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve))
    url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/0.json`
  })
  afterAll(() => new Promise((resolve) => host.close(resolve)))

  it("has fifty of them read", async () => {
    const environment = { guard, reader: apiParser, readBlob: () => Promise.reject(new Error("nothing was uploaded")) }
    const snapshot = await openOpenApiSource({ libraryId: "/openapi/0", url }, environment, signal)

    expect(requestCount).toBe(51)
    expect(snapshot.notes).toEqual([
      expect.stringContaining("51.json is not read: a description can refer to at most 50 files"),
    ])
  })

  it("has no more than fifty asked for when they are missing", async () => {
    requestCount = 0
    const environment = { guard, reader: apiParser, readBlob: () => Promise.reject(new Error("nothing was uploaded")) }
    const many = new URL("/many.json", url).href
    const snapshot = await openOpenApiSource({ libraryId: "/openapi/many", url: many }, environment, signal)

    expect(requestCount).toBe(51)
    expect(snapshot.notes?.at(0)).toContain("the host responded with status 404")
    expect(snapshot.notes?.at(-1)).toBe("60 more files were skipped")
  })
})
