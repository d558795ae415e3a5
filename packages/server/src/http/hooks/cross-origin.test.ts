import { SEARCH_HEADERS } from "@lectern/contract"
import { afterEach, describe, expect, it } from "vitest"
import { asAdmin, startTestProgram, type TestProgram } from "../program.testing.ts"

const FOREIGN = { origin: "http://evil.example" }
const SEARCH = "/api/v2/libs/search?libraryName=otter"
const add = { method: "POST", url: "/api/v2/add/website", payload: { websiteUrl: "https://a.example/" } } as const

let program: TestProgram
afterEach(() => program.remove())

async function start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  program = await startTestProgram({ environment })
  await program.context.live.changeAnonymous({ parse: true, delete: true })
}
const status = async (options: Parameters<TestProgram["call"]>[0]) => (await program.call(options)).status
const allowedOrigin = async (headers: Readonly<Record<string, string>>) =>
  (await program.call({ url: SEARCH, headers })).headers["access-control-allow-origin"]

describe("a page of another site", () => {
  it("reads the headers of a combined search where it may read answers", async () => {
    await start({ LECTERN_ALLOWED_ORIGINS: "https://app.example" })

    const { headers } = await program.call({ url: SEARCH, headers: { origin: "https://app.example" } })

    const exposed = String(headers["access-control-expose-headers"]).split(", ")
    expect(exposed).toEqual(expect.arrayContaining(Object.values(SEARCH_HEADERS)))
  })

  it("cannot read an instance on a loopback address", async () => {
    await start()

    expect(await allowedOrigin(FOREIGN)).toBeUndefined()
    expect(await allowedOrigin({ origin: "null" })).toBeUndefined()
  })

  it("cannot change an instance on a loopback address, with a key or without one", async () => {
    await start()

    expect(await status({ ...add, headers: FOREIGN })).toBe(403)
    expect(await status({ ...add, headers: { origin: "null" } })).toBe(403)
    expect(await status({ ...add, headers: { ...FOREIGN, ...asAdmin } })).toBe(403)
    expect(await status({ ...add, headers: { origin: "http://localhost:80", host: "localhost:80" } })).toBe(200)
    expect(await status(add)).toBe(200)
  })

  it("cannot use an instance on a loopback address under a name of its own", async () => {
    await start({ LECTERN_ALLOWED_HOSTS: "docs.internal" })
    const hosts = ["evil.example:3000", "evil.example", "localhost.evil.example"]
    const statuses = await Promise.all(
      [SEARCH, "/"].flatMap((url) => hosts.map((host) => status({ url, headers: { host } }))),
    )
    const own = ["localhost:3000", "127.0.0.1", "[::1]:3000", "docs.internal", "app.localhost"]

    expect(new Set(statuses)).toEqual(new Set([403]))
    expect(await Promise.all(own.map((host) => status({ url: SEARCH, headers: { host } })))).toEqual(own.map(() => 200))
    expect(await status({ url: "/api/health", headers: { host: "evil.example" } })).toBe(200)
  })

  it("reads and changes what the settings allow it to", async () => {
    await start({ LECTERN_ALLOWED_ORIGINS: "https://app.example" })

    expect(await allowedOrigin({ origin: "https://app.example" })).toBe("https://app.example")
    expect(await allowedOrigin(FOREIGN)).toBeUndefined()
    expect(await status({ ...add, headers: { origin: "https://app.example" } })).toBe(200)
    expect(await status({ ...add, headers: FOREIGN })).toBe(403)
  })

  it("reads an instance on another address, and changes it only with a key", async () => {
    await start({ LECTERN_HOST: "0.0.0.0" })

    expect(await allowedOrigin(FOREIGN)).toBe("*")
    expect(await status({ ...add, headers: FOREIGN })).toBe(403)
    expect(await status({ ...add, headers: { ...FOREIGN, ...asAdmin } })).toBe(200)
    expect(await status({ url: SEARCH, headers: { host: "docs.example" } })).toBe(200)
  })
})
