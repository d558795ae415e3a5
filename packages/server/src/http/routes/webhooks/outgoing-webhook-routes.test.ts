import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type {
  ListDeliveriesResponse,
  ListWebhooksResponse,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from "@lectern/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { startReceiver, type Receiver } from "../../../webhooks/receiver.testing.ts"
import { signDelivery } from "../../../webhooks/sign-delivery.ts"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

describe("webhooks", () => {
  let program: TestProgram
  let receiver: Receiver
  let status: number

  beforeEach(async () => {
    status = 200
    receiver = await startReceiver((response) => response.writeHead(status).end("heard"))
    program = await startTestProgram()
  })
  afterEach(async () => {
    await program.remove()
    await receiver.close()
  })

  const call = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, payload?: object) =>
    program.call({ method, url: `/api/v2/webhooks${path}`, headers: asAdmin, ...(payload && { payload }) })
  const make = async (payload: object = { url: receiver.url }) =>
    (await call("POST", "", payload)).json as WebhookWithSecret
  const list = async () => ((await call("GET", "")).json as ListWebhooksResponse).webhooks
  const deliveries = async (id: string, query = "") =>
    (await call("GET", `/${id}/deliveries${query}`)).json as ListDeliveriesResponse

  it("show their secret once, are listed, changed and deleted", async () => {
    const made = await make({ url: receiver.url, description: "build server", events: ["library.failed"] })
    const { secret, ...webhook } = made

    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toMatchObject({ description: "build server", events: ["library.failed"], active: true })
    expect(await list()).toEqual([webhook])
    const changed = (await call("PATCH", `/${made.id}`, { events: [], active: false })).json as Webhook
    expect(changed).toEqual({ ...webhook, events: [], active: false })
    expect((await call("DELETE", `/${made.id}`)).status).toBe(200)
    expect(await list()).toEqual([])
    expect((await call("DELETE", `/${made.id}`)).status).toBe(404)
  })

  it("are tried out at once, also while they are off, with a signature of their secret", async () => {
    const { id, secret } = await make()
    await call("PATCH", `/${id}`, { active: false })

    const tested = (await call("POST", `/${id}/test`)).json as WebhookDelivery
    status = 500
    const refused = (await call("POST", `/${id}/test`)).json as WebhookDelivery

    expect(tested).toMatchObject({ type: "webhook.test", state: "delivered", status: 200, response: "heard" })
    expect(refused).toMatchObject({ state: "failed", attempts: 1, error: "the receiver returned 500" })
    const [post] = receiver.posts
    const atMs = Number(post!.headers["webhook-timestamp"]) * 1000
    expect(post!.headers).toMatchObject(signDelivery(secret, { eventId: tested.eventId, atMs, body: post!.body }))
    expect((await deliveries(id)).deliveries.map(({ id: delivery }) => delivery)).toEqual([refused.id, tested.id])
  })

  it("sign with another secret once it is renewed, and leave neither readable in the database", async () => {
    const first = await make()
    const second = (await call("POST", `/${first.id}/secret`)).json as WebhookWithSecret
    await call("POST", `/${first.id}/test`)

    const [post] = receiver.posts
    const signed = (secret: string) => {
      const atMs = Number(post!.headers["webhook-timestamp"]) * 1000
      const eventId = String(post!.headers["webhook-id"])
      return signDelivery(secret, { eventId, atMs, body: post!.body })["webhook-signature"]
    }
    expect(second.secret).not.toBe(first.secret)
    expect(post!.headers["webhook-signature"]).toBe(signed(second.secret))
    const files = await Promise.all(
      ["lectern.db", "lectern.db-wal"].map((name) =>
        readFile(join(program.dataDir, name)).catch(() => Buffer.alloc(0)),
      ),
    )
    const stored = Buffer.concat(files)
    expect(stored.includes(receiver.url)).toBe(true)
    for (const secret of [first.secret, second.secret]) expect(stored.includes(secret.slice(6))).toBe(false)
  })

  it("page through their deliveries, by state too", async () => {
    const { id } = await make()
    for (let count = 0; count < 3; count++) await call("POST", `/${id}/test`)
    status = 404
    await call("POST", `/${id}/test`)

    const first = await deliveries(id, "?limit=3")
    const rest = await deliveries(id, `?limit=3&cursor=${first.nextCursor}`)

    expect(first.deliveries.map(({ state }) => state)).toEqual(["failed", "delivered", "delivered"])
    expect([rest.deliveries.length, rest.nextCursor]).toEqual([1, null])
    expect((await deliveries(id, "?state=failed")).deliveries).toHaveLength(1)
    expect((await call("GET", `/${id}/deliveries?cursor=x`)).status).toBe(400)
  })

  it("deliver an event again under its own id, unless they are off", async () => {
    const { id } = await make()
    const tested = (await call("POST", `/${id}/test`)).json as WebhookDelivery

    const again = await call("POST", `/${id}/deliveries/${tested.id}/redeliver`)
    const missing = await call("POST", `/${id}/deliveries/none/redeliver`)
    await call("PATCH", `/${id}`, { active: false })
    const off = await call("POST", `/${id}/deliveries/${tested.id}/redeliver`)

    expect([again.status, again.json]).toEqual([
      202,
      expect.objectContaining({ state: "waiting", eventId: tested.eventId, body: tested.body }),
    ])
    expect([missing.status, off.status]).toEqual([404, 400])
    expect((await deliveries(id, "?state=waiting")).deliveries).toEqual([])
  })

  it.each([
    [{ url: "http://10.0.0.1/hook" }, "LECTERN_PRIVATE_NETWORKS"],
    [{ url: "ftp://a.example/hook" }, "scheme"],
    [{ url: "https://user:password@a.example/hook" }, "password"],
    [{ url: "https://a.example/hook", events: ["library.eaten"] }, "events"],
    [{}, "url"],
  ])("are refused for %j", async (payload, word) => {
    const refused = await call("POST", "", payload)

    expect([refused.status, (refused.json as { error: string }).error]).toEqual([400, "validation_error"])
    expect(refused.text).toContain(word)
  })

  it("are at most twenty", async () => {
    for (let count = 0; count < 20; count++) await make()

    const refused = await call("POST", "", { url: receiver.url })

    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("already 20, the maximum")])
  })

  it("are shown to nobody without a key of an admin", async () => {
    expect((await program.call({ url: "/api/v2/webhooks" })).status).toBe(401)
  })
})
