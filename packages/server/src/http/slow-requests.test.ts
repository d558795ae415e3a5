import { afterEach, expect, it } from "vitest"
import { startTestProgram, type TestProgram } from "./program.testing.ts"

let program: TestProgram
afterEach(() => program.remove())

it("logs slow requests with their route, and without the question", async () => {
  const lines: string[] = []
  const warn = (fields: object, event: string) => void lines.push(JSON.stringify({ event, ...fields }))
  const log = { debug() {}, info() {}, warn, error() {} }
  program = await startTestProgram({ environment: { LECTERN_SLOW_REQUEST_MS: "1" }, log })
  program.app.addHook("onRequest", async () => void (await new Promise((resolve) => setTimeout(resolve, 5))))

  await program.call({ url: "/api/v2/context?libraryId=/a/b&query=what+is+my+secret" })

  const [line = "{}"] = lines
  expect(JSON.parse(line)).toMatchObject({ event: "slow request", method: "GET", path: "/api/v2/context", status: 404 })
  expect(JSON.parse(line)).toHaveProperty("requestId")
  expect(lines.join("\n")).not.toContain("secret")
})
