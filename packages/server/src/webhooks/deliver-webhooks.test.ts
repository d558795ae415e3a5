import type { WebhookEvent } from "@lectern/contract"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { silentLog } from "../base/log.ts"
import { enginesUnderTest, type EngineUnderTest } from "../catalogue/engines-under-test.testing.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { WebhookRecord } from "../catalogue/webhooks/records.ts"
import { createWakeSignal } from "../base/wake-signal.ts"
import { makeAddressGuard } from "../net/address-guard.ts"
import { silentNotices } from "../catalogue/change-notices.ts"
import { createDeliverer, type Deliverer } from "./deliver-webhooks.ts"
import { startReceiver, type Receiver } from "./receiver.testing.ts"
import { signDelivery } from "./sign-delivery.ts"
import { DAY_MS, MINUTE_MS } from "../base/durations.ts"

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const never = new AbortController().signal
const event: WebhookEvent = {
  type: "library.deleted",
  timestamp: "2026-11-22T10:00:00.000Z",
  data: { libraryId: "/otter/docs", title: "Otter", private: false, deletedBy: "admin" },
}

describe.each(enginesUnderTest())("the deliverer on %s", (_name, start) => {
  let engine: EngineUnderTest
  let catalogue: Catalogue
  let deliverer: Deliverer
  let receivers: Receiver[]

  beforeEach(async () => {
    engine = await start()
    catalogue = await engine.open()
    await catalogue.migrate()
    deliverer = delivererOf(catalogue)
    receivers = []
  })
  afterEach(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()))
    await engine.close()
  })

  function delivererOf({ webhooks }: Catalogue, privateNetworks = ["127.0.0.0/8"]): Deliverer {
    return createDeliverer({
      webhooks,
      notices: silentNotices,
      guard: makeAddressGuard({ privateNetworks }),
      unseal: (sealed) => sealed,
      clock: engine.clock,
      log: silentLog,
      wakeSignal: createWakeSignal(),
      version: "1.2.3",
      retentionDays: 30,
      switchOffDays: 5,
    })
  }
  async function aReceiver(...parameters: Parameters<typeof startReceiver>): Promise<Receiver> {
    const receiver = await startReceiver(...parameters)
    receivers.push(receiver)
    return receiver
  }
  const subscribe = (url: string): Promise<WebhookRecord> =>
    catalogue.webhooks.add({ teamspaceKey: "main", url, description: "", eventTypes: [], sealedSecret: SECRET })
  const log = ({ key }: WebhookRecord) => catalogue.webhooks.deliveries({ webhookKey: key, limit: 100 })
  const stored = async ({ key }: WebhookRecord) => (await catalogue.webhooks.find("main", key))!

  it("causes no warning about listeners when many deliveries are in flight", async () => {
    const warnings: string[] = []
    const record = ({ name }: Error) => void warnings.push(name)
    process.on("warning", record)
    const answers: (() => void)[] = []
    const receiver = await aReceiver((response) => void answers.push(() => response.writeHead(204).end()))
    await Promise.all(Array.from({ length: 14 }, () => subscribe(receiver.url)))
    await catalogue.webhooks.announce("main", event)
    const stopping = new AbortController()

    const running = deliverer.run(stopping.signal)
    await receiver.received(14)
    for (const answer of answers) answer()
    stopping.abort()
    await running
    process.off("warning", record)

    expect(warnings).toEqual([])
  })

  it("sends a signed event once, and writes down the beginning of the answer", async () => {
    const receiver = await aReceiver((response) => response.writeHead(200).end(`thanks${"!".repeat(100_000)}`))
    const webhook = await subscribe(receiver.url)
    await catalogue.webhooks.announce("main", event)

    expect([await deliverer.deliverNext(never), await deliverer.deliverNext(never)]).toEqual([true, false])

    const [post] = receiver.posts
    const [delivery] = await log(webhook)
    expect(JSON.parse(post!.body)).toEqual(event)
    expect(post!.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Lectern/1.2.3 (webhooks)",
      ...signDelivery(SECRET, { eventId: delivery!.eventId, atMs: engine.clock.now(), body: post!.body }),
    })
    expect(delivery).toMatchObject({ state: "delivered", attempts: 1, lastAttempt: { status: 200, error: null } })
    expect(delivery!.lastAttempt!.response!.length).toBe(500)
  })

  it("tries again later under the same id, with a signature of the new time, until it is accepted", async () => {
    let isUp = false
    const receiver = await aReceiver((response) => response.writeHead(isUp ? 204 : 503).end())
    const webhook = await subscribe(receiver.url)
    await catalogue.webhooks.announce("main", event)

    await deliverer.deliverNext(never)
    expect(await deliverer.deliverNext(never)).toBe(false)
    engine.clock.advance(MINUTE_MS)
    isUp = true
    await deliverer.deliverNext(never)

    const [first, second] = receiver.posts.map(({ headers }) => headers)
    expect(second!["webhook-id"]).toBe(first!["webhook-id"])
    expect(second!["webhook-timestamp"]).not.toBe(first!["webhook-timestamp"])
    expect((await log(webhook))[0]).toMatchObject({ state: "delivered", attempts: 2 })
    expect((await stored(webhook)).failingSinceMs).toBeNull()
  })

  it("gives an event up after eight attempts, and the webhook after five days without a success", async () => {
    const receiver = await aReceiver((response) => response.writeHead(500).end("broken"))
    const webhook = await subscribe(receiver.url)
    await catalogue.webhooks.announce("main", event)
    for (let tries = 0; tries < 40; tries++) {
      await deliverer.deliverNext(never)
      engine.clock.advance(60 * MINUTE_MS)
    }
    expect((await log(webhook))[0]).toMatchObject({ state: "failed", attempts: 8, lastAttempt: { response: "broken" } })
    expect((await stored(webhook)).isActive).toBe(true)

    engine.clock.advance(4 * DAY_MS)
    await catalogue.webhooks.announce("main", event)
    await catalogue.webhooks.announce("main", event)
    await deliverer.deliverNext(never)

    expect(await stored(webhook)).toMatchObject({
      isActive: false,
      switchedOffBecause: "the receiver accepted nothing for 5 days; last error: the receiver returned 500",
    })
    expect((await log(webhook)).map(({ state }) => state)).toEqual(["failed", "failed", "failed"])
    expect(await catalogue.webhooks.announce("main", event)).toBe(0)
  })

  it("follows no redirect", async () => {
    const target = await aReceiver()
    const receiver = await aReceiver((response) => response.writeHead(307, { location: target.url }).end())
    const webhook = await subscribe(receiver.url)
    await catalogue.webhooks.announce("main", event)

    await deliverer.deliverNext(never)

    expect(target.posts).toEqual([])
    expect((await log(webhook))[0]!.lastAttempt!.error).toContain("redirects are not followed")
  })

  it("reaches no private address unless the settings allow its network", async () => {
    const receiver = await aReceiver()
    const webhook = await subscribe(receiver.url)
    await catalogue.webhooks.announce("main", event)

    await delivererOf(catalogue, []).deliverNext(never)

    expect(receiver.posts).toEqual([])
    expect((await log(webhook))[0]!.lastAttempt!.error).toContain("LECTERN_PRIVATE_NETWORKS")
  })

  it("writes down a receiver that breaks off", async () => {
    const receiver = await aReceiver((response) => response.destroy())
    const webhook = await subscribe(receiver.url)
    await catalogue.webhooks.announce("main", event)

    await deliverer.deliverNext(never)

    expect((await log(webhook))[0]).toMatchObject({ state: "waiting", attempts: 1, lastAttempt: { status: null } })
  })

  it("does not let a receiver that never answers hold up another one, and gives back what is on its way at the end", async () => {
    const silent = await aReceiver(() => undefined)
    const lively = await aReceiver()
    const slow = await subscribe(silent.url)
    const quick = await subscribe(lively.url)
    for (let count = 0; count < 30; count++) await catalogue.webhooks.announce("main", event)
    const stopping = new AbortController()

    const running = deliverer.run(stopping.signal)
    await Promise.all([lively.received(30), silent.received(1)])
    // An answer that has been sent is not yet one that has been read.
    await vi.waitFor(async () => expect((await log(quick)).every(({ state }) => state === "delivered")).toBe(true), {
      timeout: 10_000,
    })
    stopping.abort()
    await running

    expect(silent.posts).toHaveLength(1)
    expect((await log(slow)).every(({ attempts, state }) => attempts === 0 && state === "waiting")).toBe(true)
    expect(await catalogue.webhooks.claim("another", 1000)).toMatchObject({ webhook: { key: slow.key } })
  })

  it("sends each of many events once from several processes at a time, in their order", async () => {
    const receiver = await aReceiver()
    await subscribe(receiver.url)
    for (let number = 0; number < 40; number++) {
      await catalogue.webhooks.announce("main", { ...event, data: { ...event.data, title: String(number) } })
    }
    const stopping = new AbortController()
    const others = await Promise.all([engine.open(), engine.open()])
    const runs = [catalogue, ...others].map((one) => delivererOf(one).run(stopping.signal))

    await receiver.received(40)
    // What would be sent twice comes before the claims are free again.
    while ((await catalogue.webhooks.claim("the test", 1)) !== undefined);
    stopping.abort()
    await Promise.all(runs)

    expect(receiver.events().map(({ data }) => data["title"])).toEqual(
      Array.from({ length: 40 }, (_, at) => String(at)),
    )
  })

  it("sends an event again whose process died on the way", async () => {
    const receiver = await aReceiver()
    const webhook = await subscribe(receiver.url)
    await catalogue.webhooks.announce("main", event)
    const lost = await catalogue.webhooks.claim("a process that dies", 30_000)

    expect(await deliverer.deliverNext(never)).toBe(false)
    engine.clock.advance(30_001)
    expect(await deliverer.deliverNext(never)).toBe(true)

    expect(receiver.posts).toHaveLength(1)
    const late = { isAccepted: false, atMs: 1, durationMs: 1, status: 500, response: "", error: "late" }
    expect(await catalogue.webhooks.finish(lost!, late, { nextAttemptAtMs: null, restsUntilMs: 0 })).toBe(false)
    expect((await log(webhook))[0]).toMatchObject({ state: "delivered", attempts: 1 })
  })

  it("forgets old deliveries, and none that waits", async () => {
    const receiver = await aReceiver()
    const webhook = await subscribe(receiver.url)
    await catalogue.webhooks.announce("main", event)
    await deliverer.deliverNext(never)
    await catalogue.webhooks.announce("main", event)
    engine.clock.advance(31 * DAY_MS)

    expect(await deliverer.prune()).toBe(1)
    expect((await log(webhook)).map(({ state }) => state)).toEqual(["waiting"])
  })

  it("says on the delivery that a secret cannot be read, and goes on", async () => {
    const receiver = await aReceiver()
    const webhook = await subscribe(receiver.url)
    await catalogue.webhooks.announce("main", event)
    const { InternalFailure } = await import("../base/errors.ts")
    const keyless = createDeliverer({
      webhooks: catalogue.webhooks,
      notices: silentNotices,
      guard: makeAddressGuard({ privateNetworks: ["127.0.0.0/8"] }),
      unseal: () => {
        throw new InternalFailure("a stored secret cannot be read: LECTERN_ENCRYPTION_KEY is another")
      },
      clock: engine.clock,
      log: silentLog,
      wakeSignal: createWakeSignal(),
      version: "1",
      retentionDays: 30,
      switchOffDays: 5,
    })

    await keyless.deliverNext(never)

    expect(receiver.posts).toEqual([])
    expect((await log(webhook))[0]!.lastAttempt!.error).toContain("LECTERN_ENCRYPTION_KEY")
  })
})
