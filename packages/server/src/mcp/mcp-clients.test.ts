import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client"
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type McpApp, startMcpApp } from "./mcp-app.testing.ts"

let app: McpApp

beforeAll(async () => {
  app = await startMcpApp()
})
afterAll(() => app.close())

interface TextResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[]
  readonly isError?: boolean
}

const textOf = (result: unknown) => (result as TextResult).content[0]?.text ?? ""

/** Opens a client of one SDK and protocol; all three have the same methods. */
const OPENERS = {
  "SDK v1": async (headers: Record<string, string>) => {
    const client = new ClientV1({ name: "test", version: "1" })
    await client.connect(new TransportV1(new URL(`${app.url}/mcp`), { requestInit: { headers } }))
    return { client, version: "2025-11-25" }
  },
  "SDK v2 with the 2025 protocol": async (headers: Record<string, string>) => {
    const client = new ClientV2({ name: "test", version: "1" }, { versionNegotiation: { mode: "legacy" } })
    await client.connect(new TransportV2(new URL(`${app.url}/mcp`), { requestInit: { headers } }))
    return { client, version: client.getNegotiatedProtocolVersion() }
  },
  "SDK v2 with the 2026-07-28 protocol": async (headers: Record<string, string>) => {
    const client = new ClientV2({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } })
    await client.connect(new TransportV2(new URL(`${app.url}/mcp`), { requestInit: { headers } }))
    return { client, version: client.getNegotiatedProtocolVersion() }
  },
} as const

describe.each(Object.entries(OPENERS))("a client of %s", (name, open) => {
  it("connects in its own protocol and lists the tools for readers and nothing else", async () => {
    const { client, version } = await open({})

    expect(version).toBe(name.includes("2026") ? "2026-07-28" : "2025-11-25")
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual([
      "resolve-library-id",
      "query-docs",
      "search-docs",
    ])
    expect((await client.listPrompts()).prompts).toEqual([])
    expect((await client.listResources()).resources).toEqual([])
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([])
    await client.close()
  })

  it("finds a library and asks it", async () => {
    const { client } = await open({})

    const found = await client.callTool({
      name: "resolve-library-id",
      arguments: { query: "validate a query", libraryName: "hono" },
    })
    const libraryId = /- Library ID: (\S+)/.exec(textOf(found))?.[1]
    const answer = await client.callTool({
      name: "query-docs",
      arguments: { libraryId, query: "validate query parameters" },
    })

    expect(textOf(found)).toMatch(/^Available Libraries:\n\n- Title: Hono\n- Library ID: \/honojs\/website\n/)
    expect(textOf(answer)).toContain('validator("query", schema)')
    expect(textOf(answer)).toContain("Source: https://github.com/honojs/website/blob/main/docs/validation-")
    expect(countTokens(textOf(answer))).toBeLessThanOrEqual(5000)
    await client.close()
  })

  it("searches all libraries at once within its token bound", async () => {
    const { client } = await open({})

    for (const tokens of [500, 2000]) {
      const answer = await client.callTool({
        name: "search-docs",
        arguments: { query: "validate query parameters", tokens },
      })
      expect(textOf(answer)).toMatch(/^Library: \/honojs\/website\n\n### /)
      expect(countTokens(textOf(answer))).toBeLessThanOrEqual(tokens)
    }
    await client.close()
  })

  it("sees and uses the tools of an admin with a key only", async () => {
    const [{ client: anonymous }, { client: admin }] = await Promise.all([open({}), open({ "X-API-Key": app.key })])
    const callWith = async (client: typeof admin, name: string, given: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: given })
      return [result.isError === true, textOf(result)]
    }
    const library = { libraryId: "/honojs/website" }

    const { tools } = await admin.listTools()
    expect(tools.map((tool) => tool.name).slice(3)).toEqual(["add-library", "refresh-library", "job-status"])
    expect(countTokens(JSON.stringify({ tools }))).toBeLessThanOrEqual(900)
    expect(await callWith(admin, "job-status", library)).toEqual([
      false,
      expect.stringMatching(/^\/honojs\/website: succeeded in /),
    ])
    expect(await callWith(admin, "refresh-library", library)).toEqual([true, expect.stringContaining("import")])
    expect(await callWith(admin, "add-library", { url: "http://127.0.0.1/x.git" })).toEqual([
      true,
      expect.stringContaining("127.0.0.1"),
    ])
    for (const [name, given] of [
      ["job-status", library],
      ["refresh-library", library],
      ["add-library", { url: "https://github.com/a/b" }],
    ] as const) {
      expect(await callWith(anonymous, name, given)).toEqual([true, expect.stringContaining("API key required")])
    }
    await Promise.all([anonymous.close(), admin.close()])
  })

  it("gets mistakes as results that say what to do", async () => {
    const { client } = await open({})
    const call = async (tool: string, given: Record<string, unknown>) => {
      const result = await client.callTool({ name: tool, arguments: given })
      return [result.isError === true, textOf(result)]
    }

    expect(await call("query-docs", { query: "q" })).toEqual([true, "libraryId: is required"])
    expect(await call("query-docs", { libraryId: "hono", query: "q" })).toEqual([
      true,
      expect.stringContaining("/owner/repo"),
    ])
    expect(await call("query-docs", { libraryId: "/no/such", query: "q" })).toEqual([
      true,
      expect.stringContaining("library /no/such does not exist"),
    ])
    expect(await call("query-docs", { libraryId: "/honojs/website/v9", query: "q" })).toEqual([
      true,
      expect.stringContaining("v9"),
    ])
    expect(await call("resolve-library-id", { query: "q" })).toEqual([true, "libraryName: is required"])
    expect(await call("resolve-library-id", { libraryName: "zzzzqqqq" })).toEqual([
      false,
      expect.stringContaining('No library matches "zzzzqqqq"'),
    ])
    await client.close()
  })

  it("may use the older names of arguments", async () => {
    const { client } = await open({})

    const found = await client.callTool({ name: "resolve-library-id", arguments: { libraryName: "hono" } })
    const answer = await client.callTool({
      name: "query-docs",
      arguments: { context7CompatibleLibraryID: "/honojs/website", question: "validate query parameters" },
    })

    expect(textOf(found)).toContain("/honojs/website")
    expect(textOf(answer)).toContain("validator")
    await client.close()
  })

  it("is refused with a wrong key", async () => {
    await expect(open({ LECTERN_API_KEY: "lectern_wrong" })).rejects.toThrow(/invalid_api_key|401/)
  })
})
