import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type RequestListener } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { makeAddressGuard, type Resolver } from "./address-guard.ts"
import { AddressRefused, HostUnreachable } from "./errors.ts"
import { guardedFetch } from "./guarded-fetch.ts"
import { makeOutgoing, type OutgoingOptions } from "./outgoing.ts"
import { type Trust, trustAlso } from "./trusted-certificates.ts"
import { AUTHORITY, CERTIFICATE, CERTIFICATE_KEY } from "./certificates.testing.ts"
import { openTestProxy, type TestProxyOptions } from "./proxy-server.testing.ts"

const cleanUps: (() => unknown)[] = []
let folder = ""
let trust: Trust

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-authority-"))
  await writeFile(join(folder, "authority.pem"), AUTHORITY)
  trust = trustAlso(join(folder, "authority.pem"), {})
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})
afterAll(() => rm(folder, { recursive: true }))

const here: Resolver = async (name) => (name.endsWith(".example") ? [{ address: "127.0.0.1" }] : [])
const unreachable: Resolver = () => Promise.reject(new Error("no name server"))

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  cleanUps.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  return (server.address() as AddressInfo).port
}

const hello: RequestListener = (request, response) => void response.end(`hello from ${request.headers.host}`)
const aWebServer = (listener = hello) => listen(createServer(listener))
const aSecureServer = (listener = hello) =>
  listen(createSecureServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, listener))

async function aProxy(options: TestProxyOptions = {}) {
  const proxy = await openTestProxy(options)
  cleanUps.push(() => proxy.close())
  return proxy
}

interface Given extends OutgoingOptions {
  readonly resolver?: Resolver
  readonly privateNetworks?: readonly string[]
}

/** Fetches through a proxy that both protocols use. */
async function fetchThrough(proxyUrl: string, url: string, given: Given = {}) {
  const { resolver = here, privateNetworks = ["127.0.0.0/8"], ...rest } = given
  const outgoing = makeOutgoing({ http: proxyUrl, https: proxyUrl, trust, ...rest })
  const guard = makeAddressGuard({ privateNetworks, resolver, outgoing })
  const answer = await guardedFetch(url, { guard, signal: AbortSignal.timeout(20_000), retries: 0 })
  return Buffer.from(answer.bytes).toString()
}

describe("a request through a proxy", () => {
  it.each([
    ["http", aWebServer],
    ["https", aSecureServer],
  ] as const)("asks for the checked address and sends the name to the host, over %s", async (protocol, start) => {
    const port = await start()
    const proxy = await aProxy()

    const text = await fetchThrough(proxy.url, `${protocol}://docs.example:${port}/`)

    expect(text).toBe(`hello from docs.example:${port}`)
    expect(proxy.asked).toEqual([`127.0.0.1:${port}`])
  })

  it("goes through a proxy with TLS that requires a password", async () => {
    const port = await aSecureServer()
    const proxy = await aProxy({ isSecure: true, credentials: "otter:p@ss" })

    expect(await fetchThrough(proxy.url.replace("//", "//otter:p%40ss@"), `https://docs.example:${port}/`)).toMatch(
      /^hello/,
    )
    await expect(fetchThrough(proxy.url, `https://docs.example:${port}/`)).rejects.toThrow(
      /requires a user name and a password/,
    )
  })

  it("goes past the proxy where an exception says so", async () => {
    const port = await aWebServer()
    const proxy = await aProxy()

    await fetchThrough(proxy.url, `http://docs.example:${port}/`, { exceptions: [".example"] })

    expect(proxy.asked).toEqual([])
  })

  it("uses another connection and the same proxy for redirects", async () => {
    const to = await aWebServer()
    const from = await aWebServer(
      (_, response) => void response.writeHead(302, { location: `http://other.example:${to}/` }).end(),
    )
    const proxy = await aProxy()

    expect(await fetchThrough(proxy.url, `http://docs.example:${from}/`)).toBe(`hello from other.example:${to}`)
    expect(proxy.asked).toEqual([`127.0.0.1:${from}`, `127.0.0.1:${to}`])
  })

  it("tries another address when the proxy cannot reach the first", async () => {
    const port = await aWebServer()
    const proxy = await aProxy()
    const resolver: Resolver = async () => [{ address: "::1" }, { address: "127.77.0.1" }, { address: "127.0.0.1" }]
    const privateNetworks = ["127.0.0.0/8", "::1/128"]

    expect(await fetchThrough(proxy.url, `http://docs.example:${port}/`, { resolver, privateNetworks })).toMatch(
      /^hello/,
    )
    expect(proxy.asked).toEqual([`127.77.0.1:${port}`, `127.0.0.1:${port}`])
  })

  it.each([
    [403, /status 403\. If it allows host names only, set LECTERN_PROXY_DNS=proxy/],
    [502, /status 502/],
  ])("fails with the reason of the proxy: %i", async (status, reason) => {
    const proxy = await aProxy({ status })

    const failing = fetchThrough(proxy.url, "https://docs.example/")

    await expect(failing).rejects.toThrow(HostUnreachable)
    await expect(failing).rejects.toThrow(reason)
  })

  it("says so when there is no proxy at its address, without its password", async () => {
    const failing = fetchThrough("http://otter:secret@127.0.0.1:9", "https://docs.example/")

    await expect(failing).rejects.toThrow(
      "the outgoing proxy did not connect to docs.example: the proxy cannot be reached",
    )
  })

  it("hints at the setting when only the proxy may be able to resolve names", async () => {
    const proxy = await aProxy()

    await expect(fetchThrough(proxy.url, "https://docs.example/", { resolver: unreachable })).rejects.toThrow(
      /LECTERN_PROXY_DNS=proxy/,
    )
    expect(proxy.asked).toEqual([])
  })
})

const BLOCKED = [
  "http://169.254.169.254/latest/meta-data/",
  "https://169.254.169.254/",
  "http://10.0.0.1/",
  "https://[fd00:ec2::254]/",
  "http://0x7f.1/",
  "http://2130706433/",
  "http://localhost/",
  "https://private.example/",
  "http://private.example/",
]

describe.each(["server", "proxy"] as const)("blocked addresses when the %s resolves names", (dns) => {
  const resolver: Resolver = async (name) => [{ address: name === "private.example" ? "10.0.0.1" : "127.53.0.1" }]
  const given = { dns, resolver, privateNetworks: ["127.53.0.1/32"] }

  it.each(BLOCKED)("%s is refused before the proxy is asked", async (url) => {
    const proxy = await aProxy()

    await expect(fetchThrough(proxy.url, url, given)).rejects.toThrow(AddressRefused)
    expect(proxy.asked).toEqual([])
  })

  it.each(BLOCKED)("a redirect to %s is refused", async (location) => {
    const server = createServer((_, response) => void response.writeHead(302, { location }).end())
    await new Promise<void>((resolve) => server.listen(0, "127.53.0.1", resolve))
    cleanUps.push(
      () => server.close(),
      () => server.closeAllConnections(),
    )
    const { port } = server.address() as AddressInfo
    // The proxy reaches names at 127.0.0.1, so it needs the address where it is asked for names.
    const host = dns === "server" ? "public.example" : "127.53.0.1"
    const proxy = await aProxy()
    const outgoing = { ...given, exceptions: dns === "server" ? [] : ["127.53.0.1"] }

    await expect(fetchThrough(proxy.url, `http://${host}:${port}/`, outgoing)).rejects.toThrow(AddressRefused)
    expect(proxy.asked).toEqual(dns === "server" ? [`127.53.0.1:${port}`] : [])
  })
})

describe("a proxy that resolves names", () => {
  it("is asked for the name: with a tunnel for https, with the whole URL for http", async () => {
    const [secure, plain] = [await aSecureServer(), await aWebServer()]
    const proxy = await aProxy({ credentials: "otter:secret" })
    const proxyUrl = proxy.url.replace("//", "//otter:secret@")
    const given: Given = { dns: "proxy", resolver: unreachable }

    expect(await fetchThrough(proxyUrl, `https://docs.example:${secure}/`, given)).toMatch(/^hello/)
    expect(await fetchThrough(proxyUrl, `http://docs.example:${plain}/a?b`, given)).toMatch(/^hello/)

    expect(proxy.asked).toEqual([`docs.example:${secure}`, `GET http://docs.example:${plain}/a?b`])
  })

  it("is asked for a tunnel for http as well if it uses TLS", async () => {
    const port = await aWebServer()
    const proxy = await aProxy({ isSecure: true })

    await fetchThrough(proxy.url, `http://docs.example:${port}/`, { dns: "proxy", resolver: unreachable })

    expect(proxy.asked).toEqual([`docs.example:${port}`])
  })

  it("does not wait for a name server that does not respond", async () => {
    const port = await aSecureServer()
    const proxy = await aProxy()
    const resolver: Resolver = () => new Promise(() => undefined)

    expect(await fetchThrough(proxy.url, `https://docs.example:${port}/`, { dns: "proxy", resolver })).toMatch(/^hello/)
  })

  it.each(["http://intranet/", "https://metadata.google.internal/", "https://wiki.corp/", "http://printer.local./"])(
    "is not asked for a name of a private network: %s",
    async (url) => {
      const proxy = await aProxy()

      await expect(fetchThrough(proxy.url, url, { dns: "proxy", resolver: unreachable })).rejects.toThrow(
        AddressRefused,
      )
      expect(proxy.asked).toEqual([])
    },
  )
})

describe("additional certificate authorities", () => {
  it("are trusted in addition to the standard ones", () => {
    expect(trust.pem).toContain(AUTHORITY.trim())
    expect(trust.pem.match(/BEGIN CERTIFICATE/g)?.length).toBeGreaterThan(50)
  })

  it("are needed for a host that they have certified", async () => {
    const port = await aSecureServer()
    const guard = (trusted: Trust | undefined) =>
      makeAddressGuard({ privateNetworks: ["127.0.0.0/8"], resolver: here, outgoing: makeOutgoing({ trust: trusted }) })
    const fetchWith = (trusted: Trust | undefined) =>
      guardedFetch(`https://docs.example:${port}/`, { guard: guard(trusted), signal: AbortSignal.timeout(20_000) })

    expect((await fetchWith(trust)).status).toBe(200)
    await expect(fetchWith(undefined)).rejects.toThrow(/unknown certificate authority\. .*LECTERN_CA_FILE/)
  })

  it("are refused if the file is missing, has no certificate or a damaged one", async () => {
    const write = async (name: string, text: string) => {
      await writeFile(join(folder, name), text)
      return join(folder, name)
    }
    const text = await write("text.pem", "hello")
    const damaged = await write("damaged.pem", AUTHORITY.replace(/\n.{20}/, "\nAAAAAAAAAAAAAAAAAAAA"))

    for (const path of [join(folder, "missing.pem"), text, damaged]) {
      expect(() => trustAlso(path, {})).toThrow(/cannot read/)
    }
  })
})
