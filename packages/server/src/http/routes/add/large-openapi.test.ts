import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import type { LibraryRecord } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LARGEST, makeLargeDescription } from "@lectern/parsers/testing"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

const MEBIBYTE = 2 ** 20

let program: TestProgram
let host: Server
beforeAll(async () => {
  program = await startTestProgram({ workerMode: "inline" })
  const text = JSON.stringify(makeLargeDescription(LARGEST))
  expect(text.length).toBeGreaterThan(8 * MEBIBYTE)
  host = createServer((_request, response) => response.end(text))
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve))
})
afterAll(async () => {
  await program.remove()
  await new Promise((resolve) => host.close(resolve))
})

describe("an OpenAPI description as large as the largest public ones", () => {
  it(
    "is finalized with two minutes of CPU time and a gigabyte at most, while the process goes on answering",
    { timeout: 300_000 },
    async () => {
      const openApiUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}/largest.json`
      const usedBefore = process.cpuUsage()
      await program.call({ method: "POST", url: "/api/v2/add/openapi", headers: asAdmin, payload: { openApiUrl } })

      let peakBytes = 0
      let longestStretchMs = 0
      let state = ""
      while (state !== "finalized" && state !== "error") {
        const askedAtMs = performance.now()
        await delay(50)
        longestStretchMs = Math.max(longestStretchMs, performance.now() - askedAtMs)
        peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
        state = ((await program.call({ url: "/api/v2/libs/openapi/largest" })).json as LibraryRecord).state
      }

      expect(state).toBe("finalized")
      const used = process.cpuUsage(usedBefore)
      // 34 s on a quiet machine with two processors. Other tests run at the same time, which doubles it.
      expect((used.user + used.system) / 1000).toBeLessThan(120_000)
      expect(peakBytes).toBeLessThan(1024 * MEBIBYTE)
      // A heartbeat must get through every few seconds.
      expect(longestStretchMs).toBeLessThan(3000)
    },
  )
})
