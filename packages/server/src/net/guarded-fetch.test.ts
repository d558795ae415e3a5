import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { MockAgent } from "undici"
import { afterEach, describe, expect, it } from "vitest"
import { makeAddressGuard } from "./address-guard.ts"
import { AddressRefused, FetchTimeout, HostUnreachable, ResponseTooLarge, TooManyRedirects } from "./errors.ts"
import { guardedFetch, mayCarryCredentials, type GuardedFetchOptions } from "./guarded-fetch.ts"

const servers: Server[] = []
const local = makeAddressGuard({ privateNetworks: ["127.0.0.0/8"] })
const options = (more: Partial<GuardedFetchOptions> = {}): GuardedFetchOptions => ({
  guard: local,
  signal: new AbortController().signal,
  ...more,
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

describe("guarded fetch", () => {
  it("gives status, headers and decompressed body", async () => {
    const url = await serve((_, response) => {
      response.writeHead(404, { "content-encoding": "gzip", "x-word": "yes" }).end(gzipSync("nothing here"))
    })

    const response = await guardedFetch(`${url}/page`, options())

    expect([
      response.status,
      response.headers.get("x-word"),
      Buffer.from(response.bytes).toString(),
      response.url,
    ]).toEqual([404, "yes", "nothing here", `${url}/page`])
  })

  it("refuses an address before connecting, and a name when it is connected", async () => {
    const url = await serve((_, response) => void response.end("secret"))
    const rebinding = makeAddressGuard({ resolver: async () => [{ address: "127.0.0.1" }] })

    await expect(guardedFetch(url, options({ guard: makeAddressGuard() }))).rejects.toThrow(AddressRefused)
    await expect(guardedFetch(url.replace("127.0.0.1", "docs.example"), options({ guard: rebinding }))).rejects.toThrow(
      AddressRefused,
    )
  })

  it("connects to the address that the guard resolved", async () => {
    const url = await serve((request, response) => void response.end(request.headers.host))
    const guard = makeAddressGuard({
      privateNetworks: ["127.0.0.0/8"],
      resolver: async () => [{ address: "127.0.0.1" }],
    })

    const response = await guardedFetch(url.replace("127.0.0.1", "docs.example"), options({ guard }))

    expect(Buffer.from(response.bytes).toString()).toMatch(/^docs\.example:/)
  })

  it("connects to the next address if a host does not respond at the first", async () => {
    const url = await serve((_, response) => void response.end("here"))
    const guard = makeAddressGuard({
      privateNetworks: ["127.0.0.0/8", "::1/128"],
      resolver: async () => [{ address: "::1" }, { address: "127.0.0.1" }],
    })

    const response = await guardedFetch(url.replace("127.0.0.1", "docs.example"), options({ guard, retries: 0 }))

    expect(Buffer.from(response.bytes).toString()).toBe("here")
  })

  it("refuses a redirect to a private address", async () => {
    const url = await serve(
      (_, response) => void response.writeHead(302, { location: "http://169.254.169.254/latest/" }).end(),
    )

    await expect(guardedFetch(url, options())).rejects.toThrow(AddressRefused)
  })

  it.each([
    [[301, 308], true],
    [[301, 302], undefined],
    [[307], undefined],
    [[], undefined],
  ])("says of the redirects %j that the address has moved for good: %s", async (statuses, hasMoved) => {
    const url = await serve((request, response) => {
      const place = Number(request.url?.slice(1))
      const status = statuses[place]
      if (status === undefined) response.end("here")
      else response.writeHead(status, { location: `/${place + 1}` }).end()
    })

    expect((await guardedFetch(`${url}/0`, options())).hasMoved).toBe(hasMoved)
  })

  it("follows a redirect and leaves the credentials behind when the origin changes", async () => {
    const seen: (string | undefined)[] = []
    const target = await serve((request, response) => {
      seen.push(request.headers.authorization, request.headers["x-plain"] as string)
      response.end("there")
    })
    const url = await serve((_, response) => void response.writeHead(301, { location: `${target}/new` }).end())

    const response = await guardedFetch(url, options({ headers: { Authorization: "Bearer s", "x-plain": "1" } }))

    expect([response.url, ...seen]).toEqual([`${target}/new`, undefined, "1"])
  })

  it.each([
    ["https://a.example/x", "https://a.example/y", true],
    ["http://a.example/", "https://a.example/", true],
    ["https://a.example/", "http://a.example/", false],
    ["http://a.example:8080/", "https://a.example/", false],
    ["http://a.example/", "https://a.example:8443/", false],
    ["http://a.example/", "https://b.example/", false],
    ["https://a.example/", "https://a.example.evil/", false],
  ])("knows whether credentials for %s may go to %s", (from, to, expected) => {
    expect(mayCarryCredentials(new URL(from), new URL(to))).toBe(expected)
  })

  it("gives up on circles", async () => {
    const url = await serve((_, response) => void response.writeHead(302, { location: "/again" }).end())

    await expect(guardedFetch(url, options())).rejects.toThrow(TooManyRedirects)
  })

  it("stops reading a body that unpacks to more than allowed", async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    const url = await serve((_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb))

    await expect(guardedFetch(url, options({ maxBytes: 100_000 }))).rejects.toThrow(ResponseTooLarge)
  })

  it("stops waiting for a host that sends a header and then nothing", async () => {
    const url = await serve((_, response) => void response.write("begin"))

    const failing = guardedFetch(url, options({ timeoutMs: 50 }))
    await expect(failing).rejects.toThrow(FetchTimeout)
    await expect(failing).rejects.toThrow("127.0.0.1 did not respond within 0.05 seconds")
  })

  it("stops with the caller's reason", async () => {
    const cancel = new AbortController()
    const url = await serve(() => cancel.abort(new Error("cancelled by the user")))

    await expect(guardedFetch(url, options({ signal: cancel.signal }))).rejects.toThrow("cancelled by the user")
  })

  it("reports a host that refuses the connection as unreachable and worth another try", async () => {
    const url = await serve(() => {})
    servers.pop()?.close()

    await expect(guardedFetch(url, options())).rejects.toThrow(HostUnreachable)
    await expect(guardedFetch(url, options())).rejects.toMatchObject({ retryable: true })
  })

  it("returns a response that asks for more time than is left", async () => {
    const url = await serve((_, response) => void response.writeHead(429, { "retry-after": "2" }).end("slow down"))

    const { status, bytes } = await guardedFetch(url, options({ timeoutMs: 1_500 }))

    expect([status, Buffer.from(bytes).toString()]).toEqual([429, "slow down"])
  })

  it("repeats after 429 and 5xx as the host asks, and hands on what it still answers then", async () => {
    const agent = new MockAgent()
    agent.disableNetConnect()
    const pool = agent.get("https://docs.example")
    pool.intercept({ path: "/once" }).reply(429, "", { headers: { "retry-after": "0" } })
    pool.intercept({ path: "/once" }).reply(200, "now")
    pool.intercept({ path: "/date" }).reply(503, "", { headers: { "retry-after": new Date(0).toUTCString() } })
    pool.intercept({ path: "/date" }).reply(200, "now")
    pool
      .intercept({ path: "/down" })
      .reply(503, "", { headers: { "retry-after": "0" } })
      .times(3)
    pool.intercept({ path: "/later" }).reply(503, "", { headers: { "retry-after": "3600" } })

    const statuses = await Promise.all(
      ["once", "date", "down", "later"].map(
        async (path) => (await guardedFetch(`https://docs.example/${path}`, options({ dispatcher: agent }))).status,
      ),
    )

    expect(statuses).toEqual([200, 200, 503, 503])
    agent.assertNoPendingInterceptors()
  })
})
