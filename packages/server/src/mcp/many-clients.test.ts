import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Agent, fetch as agentFetch } from "undici"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type McpApp, startMcpApp } from "./mcp-app.testing.ts"

const CLIENT_COUNT = 100

let app: McpApp

beforeAll(async () => {
  app = await startMcpApp()
})
afterAll(() => app.close())

/** Open handles of this process by kind, for instance `TCPSocketWrap`; those of files come and go by themselves. */
function openHandles(): number {
  return process.getActiveResourcesInfo().filter((kind) => /TCPSocket|Timeout|Immediate/.test(kind)).length
}

describe("many clients at once", () => {
  it("are all answered and leave no open handle behind, also those that go away in the middle", async () => {
    const before = openHandles()
    const agent = new Agent({ connections: CLIENT_COUNT })
    const fetch = ((url: URL, init: RequestInit) =>
      agentFetch(url, { ...(init as object), dispatcher: agent })) as unknown as typeof globalThis.fetch

    const answers = await Promise.all(
      Array.from({ length: CLIENT_COUNT }, async (_, at) => {
        const modern = at % 2 === 0
        const client = new Client(
          { name: `client-${at}`, version: "1" },
          { versionNegotiation: { mode: modern ? { pin: "2026-07-28" } : "legacy" } },
        )
        await client.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { fetch }))
        const question = { name: "query-docs", arguments: { libraryId: "/honojs/website", query: `part ${at}` } }
        const leaving = new AbortController()
        const left = client.callTool(question, { signal: leaving.signal }).catch(() => "left")
        leaving.abort()
        const { isError = false } = await client.callTool(question)
        await left
        await client.close()
        return isError
      }),
    )
    await agent.close()

    expect(answers).toEqual(Array(CLIENT_COUNT).fill(false))
    await vi.waitFor(() => expect(openHandles()).toBeLessThanOrEqual(before), { timeout: 20_000, interval: 100 })
  })
})
