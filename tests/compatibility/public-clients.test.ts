import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Clock, systemClock } from "../../packages/server/src/base/clock.ts"
import { silentLog } from "../../packages/server/src/base/log.ts"
import { composeApp } from "../../packages/server/src/compose/compose-app.ts"
import { readSettings } from "../../packages/server/src/config/settings.ts"
import { type McpApp, startMcpApp } from "../../packages/server/src/mcp/mcp-app.testing.ts"
import { buildMcpPackage } from "../e2e/built-mcp-package.ts"
import { installPublicClients, type PublicClients } from "./public-clients.ts"

const KEY = "lectern_key_of_the_compatibility_test_0001"
const ID = "/honojs/website"
const QUESTION = "validate query parameters"

let clients: PublicClients
let app: McpApp
let closed: McpApp
let waiting: { url: string; close: () => Promise<void> }
let busy: { url: string; close: () => Promise<void> }
const cleanUps: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  clients = await installPublicClients()
  ;[app, closed, waiting, busy] = await Promise.all([
    startMcpApp(),
    startMcpApp({ LECTERN_API_KEY: KEY }),
    startWaitingApp(),
    startBusyApp(),
  ])
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})
afterAll(async () => {
  // When the installation failed, none of them is there.
  const servers: ({ close: () => Promise<unknown> } | undefined)[] = [app, closed, waiting, busy]
  for (const server of servers) await server?.close()
  await (clients as PublicClients | undefined)?.remove()
})

/** A Lectern without libraries and without a worker. */
async function startEmptyApp(environment: Record<string, string> = {}, clock: Clock = systemClock) {
  const folder = await mkdtemp(join(tmpdir(), "lectern-empty-"))
  const settings = readSettings({
    LECTERN_DATA_DIR: folder,
    LECTERN_SAMPLE: "off",
    LECTERN_ADMIN_PASSWORD: "long enough",
    ...environment,
  })
  const composed = await composeApp(settings, { clock, log: silentLog, workerMode: "none", systemKey: KEY })
  const url = await composed.app.listen({ host: "127.0.0.1", port: 0 })
  const close = async () => {
    await composed.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { url, composed, close }
}

/** A Lectern in which `/wait/ing` stays queued and `/mo/ved` has moved. */
async function startWaitingApp() {
  const { url, composed, close } = await startEmptyApp()
  for (const docsRepoUrl of ["https://github.com/wait/ing", "https://github.com/mo/ved"]) {
    const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" }
    const added = await fetch(`${url}/api/v2/add/repo/git`, {
      method: "POST",
      headers,
      body: JSON.stringify({ docsRepoUrl }),
    })
    expect(added.status).toBe(200)
  }
  const { libraries } = composed.context.catalogue
  const moved = await libraries.byId("/mo/ved")
  await libraries.update(moved?.key ?? "", { redirectTo: "/new/home" })
  return { url, close }
}

/** A Lectern whose only request a minute is used up, and where time stands still. */
async function startBusyApp() {
  const now = systemClock.now()
  const limits = { LECTERN_API_KEY: KEY, LECTERN_RATE_LIMITS: "on", LECTERN_RATE_API: "key=1" }
  const { url, close } = await startEmptyApp(limits, { ...systemClock, now: () => now })
  const headers = { authorization: `Bearer ${KEY}` }
  const first = await fetch(`${url}/api/v2/libs/search?libraryName=hono`, { headers })
  expect(first.status).toBe(200)
  return { url, close }
}

describe("the OpenAPI description", () => {
  it("follows all recommended rules of a public linter", async () => {
    const path = join(clients.folder, "openapi.json")
    await writeFile(path, await (await fetch(`${app.url}/api/openapi.json`)).text())

    const { code, out, err } = await clients.lintOpenApi(path)

    expect({ code, out }).toEqual({ code: 0, out: "" })
    expect(err).toContain("Your API description is valid.")
    expect(err).not.toMatch(/You have \d+ warning/)
  })
})

describe("@upstash/context7-mcp", () => {
  async function connect(root: string, environment: Record<string, string> = {}): Promise<Client> {
    const client = new Client({ name: "test", version: "1" })
    const args = [clients.file("@upstash/context7-mcp", "dist/index.js")]
    const env = { PATH: process.env["PATH"] ?? "", HOME: clients.home, CONTEXT7_API_URL: `${root}/api`, ...environment }
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }))
    cleanUps.push(() => client.close())
    return client
  }
  const call = async (client: Client, name: string, given: Record<string, string>) => {
    const { content } = await client.callTool({ name, arguments: given })
    return (content as { text: string }[])[0]?.text ?? ""
  }
  const ask = (client: Client, libraryId: string) => call(client, "query-docs", { libraryId, query: QUESTION })

  it("finds a library and reads its documentation", async () => {
    const client = await connect(app.url)

    const found = await call(client, "resolve-library-id", { libraryName: "hono", query: QUESTION })
    expect(found).toContain("Available Libraries:")
    expect(found).toContain(ID)
    expect(await ask(client, ID)).toContain('validator("query", schema)')
  })

  it("passes the server's words on for 401, 404, 301 and 429", async () => {
    const [open, shut, shutWithKey, gone, limited] = await Promise.all([
      connect(app.url),
      connect(closed.url),
      connect(closed.url, { CONTEXT7_API_KEY: KEY }),
      connect(waiting.url),
      connect(busy.url, { CONTEXT7_API_KEY: KEY }),
    ])

    expect(await ask(shut, ID)).toContain("API key required")
    expect(await ask(shutWithKey, ID)).toContain("validator")
    expect(await ask(open, "/no/such")).toContain("library /no/such does not exist")
    expect(await ask(gone, "/mo/ved")).toContain("has moved to /new/home")
    expect(await ask(gone, "/wait/ing")).toContain("is still being processed")
    expect(await ask(limited, ID)).toContain("too many requests: the limit of 1 is used up")
  })
})

describe("ctx7", () => {
  const ctx7 = (root: string, argv: string[], environment?: Record<string, string>) =>
    clients.ctx7(["--base-url", root, ...argv], environment)

  it("finds libraries, for people and as JSON", async () => {
    const [text, json] = await Promise.all([
      ctx7(app.url, ["library", "hono", QUESTION]),
      ctx7(app.url, ["library", "hono", "--json"]),
    ])

    expect(text.out).toContain(ID)
    expect(JSON.parse(json.out)).toEqual(expect.arrayContaining([expect.objectContaining({ id: ID })]))
  })

  it("reads documentation, as text and as JSON", async () => {
    const [text, json] = await Promise.all([
      ctx7(app.url, ["docs", ID, QUESTION]),
      ctx7(app.url, ["docs", ID, QUESTION, "--json"]),
    ])

    expect(text.out).toContain('validator("query", schema)')
    expect(JSON.parse(json.out)).toMatchObject({
      codeSnippets: expect.arrayContaining([expect.objectContaining({ codeLanguage: "ts" })]),
    })
  })

  it("says what is wrong for 401, 404, 301 and 429", async () => {
    const asked = (root: string, id: string, environment?: Record<string, string>) =>
      ctx7(root, ["docs", id, QUESTION], environment).then(({ code, out, err }) => `${code} ${out}${err}`)

    const [shut, missing, moved, limited, withKey] = await Promise.all([
      asked(closed.url, ID),
      asked(app.url, "/no/such"),
      asked(waiting.url, "/mo/ved"),
      asked(busy.url, ID, { CONTEXT7_API_KEY: KEY }),
      asked(closed.url, ID, { CONTEXT7_API_KEY: KEY }),
    ])
    expect(shut).toContain("API key required")
    expect(missing).toContain("library /no/such does not exist")
    expect(moved).toContain("/new/home")
    expect(limited).toContain("too many requests")
    expect(withKey).toContain("validator")
  })

  it("sets an editor up on an open instance, and on a closed one with a key", async () => {
    const open = await ctx7(app.url, ["setup", "--mcp", "--cursor", "--yes"])
    expect(open.code).toBe(0)
    const config = await readFile(join(clients.home, ".cursor", "mcp.json"), "utf8")
    expect(config).toContain(`${app.url}/mcp`)

    const withKey = await ctx7(closed.url, ["setup", "--mcp", "--cursor", "--yes", "--api-key", KEY])
    expect(withKey.code).toBe(0)
    const closedConfig = await readFile(join(clients.home, ".cursor", "mcp.json"), "utf8")
    expect(closedConfig).toContain(`${closed.url}/mcp`)
    expect(closedConfig).toContain(KEY)

    const withoutKey = await ctx7(closed.url, ["setup", "--mcp", "--cursor", "--yes"])
    expect([withoutKey.code, withoutKey.out + withoutKey.err]).toEqual([1, expect.stringContaining("Pass --api-key")])
  })
})

describe("@upstash/context7-sdk", () => {
  interface Sdk {
    searchLibrary(query: string, name: string, options?: { type: string }): Promise<unknown>
    getContext(query: string, libraryId: string, options?: { type: string }): Promise<unknown>
  }

  /** Makes a client and leads it to our server, which its documented way of use has no option for. */
  async function sdk(root: string, apiKey = KEY): Promise<Sdk> {
    const path = clients.file("@upstash/context7-sdk", "dist/client.js")
    const { Context7 } = (await import(pathToFileURL(path).href)) as {
      Context7: new (config: { apiKey: string }) => Sdk & { httpClient: { baseUrl: string } }
    }
    const client = new Context7({ apiKey })
    client.httpClient.baseUrl = `${root}/api`
    return client
  }

  it("finds libraries and reads documentation as objects and as text", async () => {
    const client = await sdk(closed.url)

    expect(await client.searchLibrary(QUESTION, "hono")).toEqual([
      expect.objectContaining({ id: ID, name: "Hono", totalSnippets: 201 }),
    ])
    expect(await client.searchLibrary(QUESTION, "hono", { type: "txt" })).toContain(ID)
    expect(await client.getContext(QUESTION, ID)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          source: expect.stringContaining("honojs"),
          content: expect.stringContaining("validator"),
        }),
      ]),
    )
    expect(await client.getContext(QUESTION, ID, { type: "txt" })).toContain("### Validate query parameters")
  })

  it("throws the server's code for 401, 404, 301 and 429, and stumbles over 202", async () => {
    await expect((await sdk(closed.url, "wrong")).getContext(QUESTION, ID)).rejects.toThrow("invalid_api_key")
    await expect((await sdk(closed.url)).getContext(QUESTION, "/no/such")).rejects.toThrow("library_not_found")
    await expect((await sdk(waiting.url)).getContext(QUESTION, "/mo/ved")).rejects.toThrow("library_redirected")
    await expect((await sdk(busy.url)).getContext(QUESTION, ID)).rejects.toThrow("rate_limit_exceeded")
    // A status 202 is no error to it, so it looks for passages in the body that says to wait.
    await expect((await sdk(waiting.url)).getContext(QUESTION, "/wait/ing")).rejects.toThrow(/undefined/)
  })
})

describe("lectern-mcp on the oldest Node it promises", () => {
  it("starts, lists its tools and answers", async () => {
    const built = await buildMcpPackage()
    cleanUps.push(built.remove)
    const version = spawn(clients.oldNode, ["--version"])
    const shown = await new Promise((resolve) => version.stdout.once("data", (chunk) => resolve(String(chunk).trim())))
    const client = new Client({ name: "test", version: "1" })
    const env = { LECTERN_URL: app.url }
    await client.connect(new StdioClientTransport({ command: clients.oldNode, args: [built.program], env }))
    cleanUps.push(() => client.close())

    expect(shown).toBe("v18.17.1")
    expect((await client.listTools()).tools).toHaveLength(3)
    const answer = await client.callTool({ name: "query-docs", arguments: { libraryId: ID, query: QUESTION } })
    expect(JSON.stringify(answer.content)).toContain("validator")
  })
})
