import { describe, expect, it } from "vitest"
import { sendJson } from "../../contract-server.testing.ts"
import { EXIT_CODES } from "../../terminal/exit-codes.ts"
import { aServer, run } from "../../run-command.testing.ts"

const webhook = {
  id: "w1",
  url: "https://ci.example.com/lectern",
  description: "",
  events: [],
  active: true,
  switchedOffBecause: null,
  failingSince: null,
  lastAttemptAt: null,
  createdAt: "2026-11-22T10:00:00.000Z",
}
const delivery = {
  id: "d1",
  eventId: "evt_1",
  type: "webhook.test",
  state: "failed",
  attempts: 1,
  createdAt: "2026-11-22T10:00:00.000Z",
  lastAttemptAt: "2026-11-22T10:00:00.000Z",
  nextAttemptAt: null,
  status: 500,
  durationMs: 3,
  response: "broken",
  error: "the receiver answered 500",
  body: "{}",
}

describe("lectern webhooks", () => {
  it("prints only the secret of a new webhook to stdout", async () => {
    const server = await aServer({ "POST /api/v2/webhooks": sendJson(200, { ...webhook, secret: "whsec_once" }) })

    const made = await run(["webhooks", "create", webhook.url, "--event", "library.failed", "--url", server.url])

    expect([made.exitCode, made.outText()]).toEqual([EXIT_CODES.ok, "whsec_once\n"])
  })

  it("lists webhooks, with the reason why one is disabled", async () => {
    const off = { ...webhook, active: false, switchedOffBecause: "nothing was accepted for 5 days" }
    const server = await aServer({ "GET /api/v2/webhooks": sendJson(200, { webhooks: [webhook, off] }) })

    const listed = await run(["webhooks", "list", "--url", server.url])

    expect(listed.outText()).toContain("all events  on")
    expect(listed.outText()).toContain("off: nothing was accepted for 5 days")
  })

  it("shows the result of a test, and fails if the test failed", async () => {
    const server = await aServer({ "POST /api/v2/webhooks/w1/test": sendJson(200, delivery) })

    const tested = await run(["webhooks", "test", "w1", "--url", server.url])

    expect([tested.exitCode, tested.outText()]).toEqual([
      EXIT_CODES.failure,
      expect.stringContaining("the receiver answered 500"),
    ])
  })

  it("lists deliveries, and sends one again", async () => {
    const server = await aServer({
      "GET /api/v2/webhooks/w1/deliveries": sendJson(200, { deliveries: [delivery], nextCursor: null }),
      "POST /api/v2/webhooks/w1/deliveries/d1/redeliver": sendJson(202, { ...delivery, state: "waiting" }),
    })

    const listed = await run(["webhooks", "deliveries", "w1", "--url", server.url])
    const again = await run(["webhooks", "redeliver", "w1", "d1", "--url", server.url, "--json"])

    expect(listed.outText()).toContain("d1")
    expect(JSON.parse(again.outText())).toMatchObject({ state: "waiting" })
  })

  it.each([
    ["change", "w1"],
    ["change", "w1", "--on", "--off"],
    ["change", "w1", "--every", "--event", "key.created"],
    ["create", "https://a.example/", "--event", "library.eaten"],
  ])("refuses webhooks %s %s %s %s before anything is sent", async (...argv) => {
    expect(await run(["webhooks", ...argv])).toMatchObject({ exitCode: EXIT_CODES.usage })
  })
})
