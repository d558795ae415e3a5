import { setImmediate as nextTurn } from "node:timers/promises"
import { afterEach, describe, expect, it } from "vitest"
import { asAdmin, startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"

const SEARCH = "/api/v2/libs/search?libraryName=otter&query=otter"
const MCP = {
  method: "POST",
  url: "/mcp",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
  payload: { jsonrpc: "2.0", id: 1, method: "tools/list" },
} as const

let program: TestProgram | undefined
afterEach(() => program?.remove())

describe("requests of many callers", () => {
  it("are answered in turn, however many one of them sends, and leave every place free", async () => {
    const started = (program = await startTestProgram({ environment: { LECTERN_CONCURRENT_REQUESTS: "2" } }))
    const ended: string[] = []
    const ask = async (who: string, remoteAddress: string) => {
      const { status } = await started.call({ url: SEARCH, remoteAddress })
      ended.push(`${who} ${status}`)
    }

    const { answers } = started.context.requestQueues
    const held = [answers.enter("one"), answers.enter("other")]
    const busy = Array.from({ length: 200 }, () => ask("busy", "198.51.100.1"))
    while (answers.waiting < 200) await nextTurn()
    const modest = [ask("modest", "203.0.113.1"), ask("modest", "203.0.113.1")]
    while (answers.waiting < 202) await nextTurn()
    for (const place of held) place.leave()
    await Promise.all([...busy, ...modest])

    expect(ended.every((one) => one.endsWith("200"))).toBe(true)
    expect(ended.lastIndexOf("modest 200")).toBeLessThan(20)
    expect(answers.running).toBe(0)
  })

  it("answer 429 with the time to try again when too many of one wait, over REST and MCP, and to nobody else", async () => {
    const started = (program = await startTestProgram({ environment: { LECTERN_CONCURRENT_REQUESTS: "2" } }))
    const held = started.context.requestQueues.answers.enter("anonymous at 127.0.0.1")
    const waiting = Array.from({ length: 256 }, () => started.call({ url: SEARCH }))
    while (started.context.requestQueues.answers.waiting < 256) await nextTurn()

    const refused = [await started.call({ url: SEARCH }), await started.call(MCP)]
    const other = await started.call({ url: SEARCH, headers: asAdmin })
    const health = await started.call({ url: "/api/health" })
    held.leave()
    const answers = await Promise.all(waiting)

    for (const { status, headers, text } of refused) {
      expect([status, headers["retry-after"], headers["ratelimit-remaining"]]).toEqual([429, "1", "0"])
      expect(text).toContain("Try again in 1 s")
    }
    expect([other.status, health.status]).toEqual([200, 200])
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(started.context.requestQueues.answers.running).toBe(0)
  })
})
