import { type FinishDeviceResponse, StartDeviceResponse } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { manualClock } from "../../../base/manual-clock.testing.ts"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"
import { MINUTE_MS } from "../../../base/durations.ts"

const clock = manualClock()
let program: TestProgram
beforeAll(async () => {
  program = await startTestProgram({ clock })
})
afterAll(() => program.remove())

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  program.call({ method: "POST", url: `/api/auth/device${path}`, headers, payload })
const start = async () => StartDeviceResponse.parse((await post("", { name: "lectern on laptop" })).json)
const finish = (deviceCode: string) => post("/finish", { deviceCode })

describe("signing in a program without a browser", () => {
  it("gives it a key of the person who confirms, once", async () => {
    const { deviceCode, userCode, path } = await start()
    const before = await finish(deviceCode)
    const approved = await post("/approve", { userCode: userCode.toLowerCase().replace("-", "") }, asAdmin)
    const finished: FinishDeviceResponse = (await finish(deviceCode)).json
    const again = await finish(deviceCode)

    expect(path).toBe(`/account/device?code=${userCode}`)
    expect(before.json).toEqual({ state: "pending", key: null, keyId: null, userName: null })
    expect([approved.status, finished.userName, again.status]).toEqual([200, "admin", 404])
    const keys = await program.call({ url: "/api/v2/keys", headers: { authorization: `Bearer ${finished.key}` } })
    expect(keys.json).toMatchObject({
      keys: expect.arrayContaining([expect.objectContaining({ name: "lectern on laptop" })]),
    })
  })

  it("is confirmed once, and only by someone who is signed in", async () => {
    const { userCode } = await start()

    const answers = [
      await post("/approve", { userCode }),
      await post("/approve", { userCode }, asAdmin),
      await post("/approve", { userCode }, asAdmin),
      await post("/approve", { userCode: "BBBB-BBBB" }, asAdmin),
    ]

    expect(answers.map(({ status }) => status)).toEqual([401, 200, 404, 404])
  })

  it("expires after ten minutes", async () => {
    const early = await start()
    clock.advance(10 * MINUTE_MS + 1)

    expect((await post("/approve", { userCode: early.userCode }, asAdmin)).status).toBe(404)
    expect((await finish(early.deviceCode)).status).toBe(404)
  })
})
