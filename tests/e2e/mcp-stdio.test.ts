import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer as createHttpServer, request as httpRequest, type Server } from "node:http"
import { createServer as createHttpsServer } from "node:https"
import { type AddressInfo, connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client as ClientV2, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio"
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { type McpApp, startMcpApp } from "../../packages/server/src/mcp/mcp-app.testing.ts"
import { type BuiltMcpPackage, buildMcpPackage } from "./built-mcp-package.ts"
import { CERTIFICATE, CERTIFICATE_KEY } from "./certificate.ts"

/** Nothing listens on this port of loopback. */
const NOBODY = "http://127.0.0.1:1"

let app: McpApp
let built: BuiltMcpPackage
const cleanUps: (() => unknown)[] = []

beforeAll(async () => {
  ;[app, built] = await Promise.all([startMcpApp({ LECTERN_ALLOWED_HOSTS: "lectern.example" }), buildMcpPackage()])
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})
afterAll(() => Promise.all([app.close(), built.remove()]))

/** Starts the program with a client of the newest protocol. */
async function aClient(environment: Record<string, string> = {}, argv: string[] = []): Promise<ClientV2> {
  const client = new ClientV2({ name: "test", version: "1" })
  await client.connect(new StdioV2(started(environment, argv)))
  cleanUps.push(() => client.close())
  return client
}

function started(environment: Record<string, string>, argv: string[] = []) {
  const env = { LECTERN_URL: app.url, PATH: process.env["PATH"] ?? "", ...environment }
  return { command: process.execPath, args: [built.program, ...argv], env, stderr: "pipe" as const }
}

async function aClientOverHttp(headers: Record<string, string>): Promise<ClientV2> {
  const client = new ClientV2({ name: "test", version: "1" })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { requestInit: { headers } }))
  cleanUps.push(() => client.close())
  return client
}

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text
const QUESTION = { libraryId: "/honojs/website", query: "validate query parameters" }
const ask = async (client: Pick<ClientV2, "callTool">) =>
  textOf(await client.callTool({ name: "query-docs", arguments: QUESTION }))

/** Listens on a free port of loopback until the test ends. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  cleanUps.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

describe("lectern-mcp", () => {
  it("takes less than two megabytes and names no dependency", () => {
    expect(built.totalBytes).toBeLessThan(2_000_000)
  })

  it.each([
    [
      "a client of SDK v1",
      async () => {
        const client = new ClientV1({ name: "test", version: "1" })
        await client.connect(new StdioV1(started({})))
        return client
      },
    ],
    [
      "a client of SDK v2 with the 2025 protocol",
      async () => {
        const client = new ClientV2({ name: "test", version: "1" }, { versionNegotiation: { mode: "legacy" } })
        await client.connect(new StdioV2(started({})))
        return client
      },
    ],
    [
      "a client of SDK v2 with the 2026-07-28 protocol",
      async () => {
        const client = new ClientV2(
          { name: "test", version: "1" },
          { versionNegotiation: { mode: { pin: "2026-07-28" } } },
        )
        await client.connect(new StdioV2(started({})))
        return client
      },
    ],
  ] as const)("serves %s over stdio", async (_name, open) => {
    const client = await open()
    cleanUps.push(() => client.close())

    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "resolve-library-id",
      "query-docs",
      "search-docs",
    ])
    expect((await client.listPrompts()).prompts).toEqual([])
    expect((await client.listResources()).resources).toEqual([])
    expect(await ask(client as Pick<ClientV2, "callTool">)).toContain('validator("query", schema)')
  })

  it("has the tools and texts of /mcp, for those with a key and those without", async () => {
    const calls = [
      ["resolve-library-id", { libraryName: "hono", query: "middleware" }],
      ["resolve-library-id", { libraryName: "zzzzqqqq" }],
      ["resolve-library-id", {}],
      ["query-docs", { context7CompatibleLibraryID: "/honojs/website", question: "middleware" }],
      ["query-docs", { libraryId: "hono", query: "q" }],
      ["query-docs", { libraryId: "/no/such", query: "q" }],
      ["query-docs", { libraryId: "/honojs/website/v9", query: "q" }],
      ["search-docs", { query: "validate query parameters", libraries: ["hono", "/honojs/website"], tokens: 600 }],
      ["search-docs", { query: "q", tokens: 5 }],
      ["job-status", { libraryId: "/honojs/website" }],
      ["refresh-library", { libraryId: "/honojs/website" }],
      ["add-library", { url: "http://127.0.0.1/x.git" }],
    ] as const

    for (const key of [undefined, app.key]) {
      const overStdio = await aClient(key === undefined ? {} : { LECTERN_API_KEY: key })
      const overHttp = await aClientOverHttp(key === undefined ? {} : { LECTERN_API_KEY: key })
      expect((await overStdio.listTools()).tools).toEqual((await overHttp.listTools()).tools)
      expect(overStdio.getInstructions()).toBe(overHttp.getInstructions())
      for (const [name, given] of calls) {
        const [stdio, http] = await Promise.all(
          [overStdio, overHttp].map((client) => client.callTool({ name, arguments: given })),
        )
        if (key === undefined && /job|refresh|add/.test(name)) {
          expect(textOf(stdio)).toContain("API key required")
        } else {
          expect([name, given, textOf(stdio), stdio!["isError"]]).toEqual([name, given, textOf(http), http!["isError"]])
        }
      }
    }
  })

  it("takes the key and the address from its arguments before the environment", async () => {
    const client = await aClient({ LECTERN_URL: NOBODY, LECTERN_API_KEY: "lectern_wrong" }, [
      "--url",
      `${app.url}/mcp`,
      "--api-key",
      app.key,
    ])

    expect(await ask(client)).toContain("validator")
  })

  it("tells the agent of a wrong key and of a server that is not there", async () => {
    const [wrongKey, nobody] = await Promise.all([
      aClient({ LECTERN_API_KEY: "lectern_wrong" }),
      aClient({ LECTERN_URL: NOBODY }),
    ])

    expect(await ask(wrongKey)).toContain("check LECTERN_API_KEY of this MCP server")
    expect(await ask(nobody)).toMatch(/^no server responds at http:\/\/127\.0\.0\.1:1: .*LECTERN_URL/s)
  })

  it("refuses a wrong command line with exit code 2 and says why on standard error", async () => {
    const child = spawn(process.execPath, [built.program, "--url", "docs.corp"])
    const problems: string[] = []
    child.stderr.on("data", (chunk) => problems.push(String(chunk)))
    const [code] = (await once(child, "close")) as [number]

    expect(code).toBe(2)
    expect(problems.join("")).toContain('"docs.corp" is not the URL of a server')
  })
})

describe("the way to the server", () => {
  /** A proxy that leads every name to the app. */
  async function aProxy(): Promise<{ url: string; asked: string[] }> {
    const asked: string[] = []
    const proxy = createHttpServer()
    proxy.on("connect", (request, socket) => {
      asked.push(request.url ?? "")
      const upstream = connect(Number(new URL(app.url).port), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n")
        upstream.pipe(socket).pipe(upstream)
      })
      socket.on("error", () => upstream.destroy())
    })
    return { url: `http://127.0.0.1:${await listening(proxy)}`, asked }
  }

  it("leads through the proxy of the environment, except where NO_PROXY says otherwise", async () => {
    const proxy = await aProxy()
    const through = await aClient({ LECTERN_URL: "http://lectern.example:8080", HTTP_PROXY: proxy.url })
    expect(await ask(through)).toContain("validator")
    expect(proxy.asked).toEqual(["lectern.example:8080"])

    const past = await aClient({ HTTP_PROXY: proxy.url, NO_PROXY: "127.0.0.1" })
    expect(await ask(past)).toContain("validator")
    expect(proxy.asked).toHaveLength(1)
  })

  it("trusts the certificates of NODE_EXTRA_CA_CERTS and no others of its own", async () => {
    const server = createHttpsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (request, response) => {
      const { method, headers, url } = request
      const upstream = httpRequest(`${app.url}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      request.pipe(upstream)
    })
    const url = `https://127.0.0.1:${await listening(server)}`
    const folder = await mkdtemp(join(tmpdir(), "lectern-ca-"))
    cleanUps.push(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, "ca.pem"), CERTIFICATE)

    const [trusting, wary] = await Promise.all([
      aClient({ LECTERN_URL: url, NODE_EXTRA_CA_CERTS: join(folder, "ca.pem") }),
      aClient({ LECTERN_URL: url }),
    ])

    expect(await ask(trusting)).toContain("validator")
    expect(await ask(wary)).toContain("self-signed certificate")
  })
})

describe("the end", () => {
  const isAlive = (processId: number) => {
    try {
      process.kill(processId, 0)
      return true
    } catch {
      return false
    }
  }

  it("comes with the end of standard input, also with a kept connection to the server", async () => {
    const { command, args, env } = started({})
    const child = spawn(command, args, { env })
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "query-docs", arguments: QUESTION } }
    child.stdin.write(`${JSON.stringify(message)}\n`)
    await once(child.stdout, "data")
    child.stdin.end()

    expect(await once(child, "close")).toEqual([0, null])
  })

  it("comes with the end of the parent although somebody else keeps standard input open", async () => {
    const { command, args, env } = started({})
    const parent = `
      const child = require("node:child_process").spawn(process.argv[1], process.argv.slice(2), { stdio: ["inherit", "pipe", "inherit"] })
      child.stdout.once("data", () => { process.stdout.write(String(child.pid)); setImmediate(() => process.kill(process.pid, "SIGKILL")) })`
    const child = spawn(process.execPath, ["-e", parent, command, ...args], { env })
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })}\n`)
    const [processId] = (await once(child.stdout, "data")) as [Buffer]
    cleanUps.push(() => child.stdin.end())

    await vi.waitFor(() => expect(isAlive(Number(String(processId)))).toBe(false), { timeout: 20_000, interval: 100 })
    expect(child.stdin.writableEnded).toBe(false)
  })
})
