import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { once } from "node:events"
import { createServer, request as httpRequest } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { silentLog } from "../../base/log.ts"
import { makeAddressGuard, type Resolver } from "../../net/address-guard.ts"
import { AddressRefused } from "../../net/errors.ts"
import { makeOutgoing, type OutgoingOptions } from "../../net/outgoing.ts"
import { AUTHORITY, CERTIFICATE, CERTIFICATE_KEY } from "../../net/certificates.testing.ts"
import { openLocalProxy } from "../../net/local-proxy.ts"
import { openTestProxy, type TestProxy } from "../../net/proxy-server.testing.ts"
import { type Trust, trustAlso } from "../../net/trusted-certificates.ts"
import { SourceUnreachable } from "../base/errors.ts"
import type { SourceEnvironment } from "../kind/source-environment.ts"
import { type GitHost, openGitHost } from "./git-host.testing.ts"
import { openGitSource } from "./git-source.ts"

const anySignal = new AbortController().signal
const here: Resolver = async () => [{ address: "127.0.0.1" }]
const unreachable: Resolver = () => Promise.reject(new Error("no name server"))
let secureHost: GitHost
let plainHost: GitHost
let trust: Trust
let proxy: TestProxy
let workDirectory: string

beforeAll(async () => {
  secureHost = await openGitHost({ cert: CERTIFICATE, key: CERTIFICATE_KEY })
  plainHost = await openGitHost()
  const branches = { main: [{ path: "docs/guide.md", content: "# Guide\n" }] }
  await Promise.all([secureHost.add("handbook", { branches }), plainHost.add("handbook", { branches })])
  const folder = await mkdtemp(join(tmpdir(), "lectern-authority-"))
  await writeFile(join(folder, "authority.pem"), AUTHORITY)
  trust = trustAlso(join(folder, "authority.pem"), {})
  await rm(folder, { recursive: true })
})
afterAll(() => Promise.all([secureHost.close(), plainHost.close()]))
beforeEach(async () => {
  workDirectory = await mkdtemp(join(tmpdir(), "lectern-git-proxy-"))
  proxy = await openTestProxy({ credentials: "otter:secret" })
})
afterEach(async () => {
  expect(await readdir(workDirectory)).toEqual([])
  await rm(workDirectory, { recursive: true })
  await proxy.close()
})

interface Given extends OutgoingOptions {
  readonly resolver?: Resolver
}

function environmentOf({ resolver = here, ...given }: Given): SourceEnvironment {
  const outgoing = makeOutgoing({ trust, ...given })
  return {
    guard: makeAddressGuard({ privateNetworks: ["127.0.0.0/8"], resolver, outgoing }),
    workDirectory,
    knownHosts: { path: join(workDirectory, "known_hosts"), isPinned: false },
    log: silentLog,
  }
}

/** Reads the paths of a repository at git.example. */
async function read(host: GitHost, given: Given, name = "handbook", token?: string): Promise<readonly string[]> {
  const url = `${new URL(host.url).protocol}//git.example:${host.port}/${name}`
  const snapshot = await openGitSource({ url, token }, environmentOf(given), anySignal)
  try {
    const paths: string[] = []
    for await (const item of snapshot.items(anySignal)) if (item.kind === "file") paths.push(item.file.path)
    return paths
  } finally {
    await snapshot.close()
  }
}

const bothThrough = (): Given => {
  const url = proxy.url.replace("//", "//otter:secret@")
  return { http: url, https: url }
}

describe("git through a proxy", () => {
  it.each(["https", "http"])("asks the proxy for the checked address of an %s repository", async (protocol) => {
    const host = protocol === "https" ? secureHost : plainHost

    expect(await read(host, bothThrough())).toEqual(["docs/guide.md"])

    expect(new Set(proxy.asked)).toEqual(new Set([`127.0.0.1:${host.port}`]))
  })

  it("asks for the name where the proxy resolves names", async () => {
    const given: Given = { ...bothThrough(), dns: "proxy", resolver: unreachable }

    expect(await read(secureHost, given)).toEqual(["docs/guide.md"])
    expect(await read(plainHost, given)).toEqual(["docs/guide.md"])

    const { port } = plainHost
    expect(proxy.asked).toContain(`git.example:${secureHost.port}`)
    expect(proxy.asked).toContain(`POST http://git.example:${port}/handbook/git-upload-pack`)
    expect(proxy.asked.filter((line) => !line.includes("git.example:"))).toEqual([])
  })

  it("sends the token of the repository to the host", async () => {
    expect(await read(secureHost, bothThrough(), "private/otter-key/handbook", "otter-key")).toEqual(["docs/guide.md"])
  })

  it("goes past the proxy where an exception says so", async () => {
    await read(secureHost, { ...bothThrough(), exceptions: ["git.example"] })

    expect(proxy.asked).toEqual([])
  })

  it("is refused when the address changes to a blocked one after the first request", async () => {
    let count = 0
    const resolver: Resolver = async () => [{ address: count++ === 0 ? "127.0.0.1" : "10.0.0.1" }]

    await expect(read(secureHost, { ...bothThrough(), resolver })).rejects.toThrow(SourceUnreachable)

    expect(proxy.asked).toEqual([`127.0.0.1:${secureHost.port}`])
  })

  it("follows no redirect to a blocked address", async () => {
    const name = `to/${encodeURIComponent("https://169.254.169.254")}/handbook`

    await expect(read(secureHost, bothThrough(), name)).rejects.toThrow(AddressRefused)

    expect(proxy.asked.filter((line) => !line.startsWith("127.0.0.1:"))).toEqual([])
  })
})

it("trusts an additional certificate authority without a proxy", async () => {
  expect(await read(secureHost, {})).toEqual(["docs/guide.md"])
  await expect(read(secureHost, { trust: undefined })).rejects.toThrow(/LECTERN_CA_FILE/)
})

describe("the proxy in front of git", () => {
  it("closes the tunnel of a client that disconnects while it is opened", async () => {
    const upstream = createServer().listen(0, "127.0.0.1")
    await once(upstream, "listening")
    onTestFinished(() => void upstream.close())
    const outgoing = { http: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` }
    const { guard } = environmentOf(outgoing)
    const url = new URL("http://git.example:80/")
    const local = await openLocalProxy(url, guard.outgoing.proxyFor(url)!, guard)
    onTestFinished(() => local.close())
    const { port, username, password } = new URL(local.proxyUrl)
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`
    const client = connect(Number(port), "127.0.0.1")

    client.write(
      `CONNECT git.example:80 HTTP/1.1\r\nHost: git.example\r\nProxy-Authorization: ${authorization}\r\n\r\n`,
    )
    const [, tunnel] = (await once(upstream, "connect")) as [unknown, Socket]
    client.destroy()
    await delay(50)
    tunnel.write("HTTP/1.1 200 OK\r\n\r\n")

    tunnel.resume()
    await once(tunnel, "end")
  })

  it("connects nobody else, and nowhere else", async () => {
    const { guard } = environmentOf(bothThrough())
    const url = new URL(`http://git.example:${plainHost.port}/`)
    const server = guard.outgoing.proxyFor(url)
    if (server === undefined) throw new Error("a proxy is expected")
    const local = await openLocalProxy(url, server, guard)
    const { port, username, password } = new URL(local.proxyUrl)
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`
    const ask = (method: string, path: string, proxyAuthorization = authorization) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { "proxy-authorization": proxyAuthorization }
        const request = httpRequest({ port, host: "127.0.0.1", method, path, headers, agent: false })
        request.once("connect", (response, socket) => resolve((socket.destroy(), response.statusCode)))
        request.once("response", (response) => resolve((response.resume(), response.statusCode)))
        request.once("error", reject).end()
      })

    expect(await ask("CONNECT", `git.example:${plainHost.port}`)).toBe(200)
    expect(await ask("GET", `${url.origin}/handbook.git/info/refs?service=git-upload-pack`)).toBe(200)
    expect(await ask("CONNECT", `git.example:${plainHost.port}`, "Basic b3R0ZXI6d3Jvbmc=")).toBe(403)
    expect(await ask("GET", `${url.origin}/`, "Basic b3R0ZXI6d3Jvbmc=")).toBe(403)
    expect(await ask("CONNECT", "git.example:22")).toBe(403)
    expect(await ask("CONNECT", `127.0.0.1:${plainHost.port}`)).toBe(403)
    expect(await ask("GET", `http://other.example:${plainHost.port}/`)).toBe(403)
    expect(await ask("GET", "/etc/passwd")).toBe(403)
    local.close()
  })
})
