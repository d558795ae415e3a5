import { LIMITS, MetricsResponse } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { startProgram, type Program } from "./program.ts"

const QUESTION = encodeURIComponent("How are otters fed?")

let program: Program
beforeAll(async () => {
  program = await startProgram({ LECTERN_COUNTRY_HEADER: "X-Country" })
  await importLibrary(program, "/zoo/otters")
})
afterAll(() => program.close())

async function importLibrary({ call, key, settle }: Pick<Program, "call" | "key" | "settle">, project: string) {
  const snippet = { id: "https://a.example/page", title: "Feed", description: "Feeds the otter.", pageTitle: "Feeding" }
  const codeSnippets = [{ ...snippet, language: "js", codeList: [{ language: "js", code: "otter.feed()" }] }]
  const json = { libraries: [{ project, title: "Otter", description: "All about otters", codeSnippets }] }
  const { status } = await call("POST", "/api/v2/import-libraries", { key, json })
  expect(status).toBe(202)
  await settle(project)
}

async function metricsOf(url: string, libraryId: string) {
  const answer = await fetch(`${url}/api/v2/libs/metrics?libraryId=${encodeURIComponent(libraryId)}`)
  return MetricsResponse.parse(await answer.json())
}

function total({ total: counted }: MetricsResponse): number {
  return counted.page + counted.txt + counted.mcp + counted.cli
}

describe("usage", () => {
  it("counts reads of both searches and formats by surface, UTC day, topic and country, within five seconds", async () => {
    const context = `/api/v2/context?libraryId=/zoo/otters&query=${QUESTION}`
    const combined = `/api/v3/search?library=/zoo/otters&query=${QUESTION}`
    for (const [path, headers] of [
      [context, {}],
      [`${context}&type=json`, { "x-country": "CH" }],
      [combined, {}],
      [context, { "x-lectern-source": "cli" }],
      [combined, { "x-lectern-source": "mcp-server", "user-agent": "zed/1.0" }],
      [context, { "sec-fetch-site": "same-origin" }],
    ] as const) {
      expect((await program.call("GET", path, { headers })).status, path).toBe(200)
    }
    const askedAtMs = performance.now()
    await vi.waitFor(async () => expect(total(await metricsOf(program.url, "/zoo/otters"))).toBe(6), {
      timeout: LIMITS.metricsDelayMaxMs,
      interval: 50,
    })

    expect(performance.now() - askedAtMs).toBeLessThan(LIMITS.metricsDelayMaxMs)
    const date = new Date().toISOString().slice(0, 10)
    expect(await metricsOf(program.url, "/zoo/otters")).toEqual({
      total: { page: 1, txt: 3, mcp: 1, cli: 1 },
      daily: [{ date, page: 1, txt: 3, mcp: 1, cli: 1, total: 6 }],
      mcpClients: { dailyData: [{ date, uniqueUsersByClient: { zed: 1 }, totalUniqueUsers: 1 }] },
      topics: [],
      countries: [
        { country: "ZZ", count: 5 },
        { country: "CH", count: 1 },
      ],
    })
  })

  it("shows topics of many people, and only to who looks after the library", async () => {
    const behindProxy = await startProgram({ LECTERN_TRUSTED_PROXIES: "127.0.0.1" })
    await importLibrary(behindProxy, "/zoo/seals")
    for (let at = 1; at <= 30; at++) {
      const headers = { "x-forwarded-for": `198.51.100.${at}` }
      const path = `/api/v2/context?libraryId=/zoo/seals&query=${QUESTION}`
      expect((await behindProxy.call("GET", path, { headers })).status).toBe(200)
    }
    const path = "/api/v2/libs/metrics?libraryId=/zoo/seals"
    const topicsOf = async (key?: string) => {
      const answer = await behindProxy.call("GET", path, key === undefined ? {} : { key })
      return (answer.json as MetricsResponse).topics
    }

    await vi.waitFor(
      async () => expect(await topicsOf(behindProxy.key)).toEqual([{ topic: "fed otters", count: 30 }]),
      {
        timeout: LIMITS.metricsDelayMaxMs,
        interval: 50,
      },
    )
    expect(await topicsOf()).toEqual([])
    await behindProxy.close()
  })

  it("counts what the MCP server answers", async () => {
    await importLibrary(program, "/zoo/lynx")
    const rpc = { jsonrpc: "2.0", id: 1, method: "tools/call" }
    const params = { name: "query-docs", arguments: { libraryId: "/zoo/lynx", query: "otter feed" } }
    const headers = { accept: "application/json, text/event-stream", "user-agent": "otter-agent/2" }
    const answer = await program.call("POST", "/mcp", { json: { ...rpc, params }, headers })
    expect(answer.status).toBe(200)

    await vi.waitFor(async () => expect((await metricsOf(program.url, "/zoo/lynx")).total.mcp).toBe(1), {
      timeout: LIMITS.metricsDelayMaxMs,
      interval: 50,
    })
    const { mcpClients } = await metricsOf(program.url, "/zoo/lynx")
    expect(mcpClients.dailyData).toMatchObject([{ uniqueUsersByClient: { "otter-agent": 1 }, totalUniqueUsers: 1 }])
  })

  it.each([
    ["/nobody/nothing", 404, "library_not_found"],
    ["/zoo/otters@9", 404, "tag_not_found"],
    ["zoo", 400, "invalid_library_id"],
    ["", 400, "validation_error"],
  ])("answers %j with %i %s", async (libraryId, status, error) => {
    const parameter = libraryId === "" ? "" : `?libraryId=${encodeURIComponent(libraryId)}`
    const answer = await program.call("GET", `/api/v2/libs/metrics${parameter}`)

    expect([answer.status, (answer.json as { error: string }).error]).toEqual([status, error])
  })
})
