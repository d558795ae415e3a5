import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { silentLog } from "../../../base/log.ts"
import { aLibrary } from "../../../catalogue/catalogue.contract.testing.ts"
import { enginesUnderTest, type EngineUnderTest } from "../../../catalogue/engines-under-test.testing.ts"
import type { Catalogue } from "../../../catalogue/catalogue.ts"
import { EVERY_LIBRARY, EVERY_VERSION, TOPIC_MIN_PEOPLE } from "../../../catalogue/usage/records.ts"
import { describeUsage } from "../read-metrics.ts"
import { type CountedRead, createUsageMeter, dayOf, type TopicRule } from "./usage-meter.ts"
import type { Visitor } from "./visitor.ts"
import { DAY_MS } from "../../../base/durations.ts"

/** So many people that more than enough groups of them ask. */
const crowd = Array.from({ length: 30 }, (_, at) => `person ${at}`)

describe.each(enginesUnderTest())("usage on %s", (_, start) => {
  let engine: EngineUnderTest
  let catalogue: Catalogue
  let libraryKey: string
  beforeEach(async () => {
    engine = await start()
    catalogue = await engine.open()
    await catalogue.migrate()
    libraryKey = (await catalogue.libraries.add(aLibrary()))?.key ?? ""
  })
  afterEach(() => engine.close())

  const meterOn = (store: Pick<Catalogue, "usage">, topics: TopicRule = "public", isOn = true) =>
    createUsageMeter({ usage: store.usage, clock: engine.clock, log: silentLog, isOn, topics })
  const read = (visitor: Partial<Visitor> = {}, more: Partial<CountedRead["served"][number]> = {}): CountedRead => ({
    served: [{ libraryKey, versionTag: "", isPrivate: false, ...more }],
    question: "How do I feed otters?",
    visitor: {
      surface: "txt",
      client: undefined,
      identity: "192.0.2.7 x",
      person: "192.0.2.7",
      country: "ZZ",
      ...visitor,
    },
  })
  const metrics = async (scope = EVERY_VERSION, fromDay = "2000-01-01") =>
    describeUsage(await catalogue.usage.read({ libraryKey, scope }, { fromDay, mostNames: 250 }))

  it("adds up what several processes count", async () => {
    const [one, other] = [meterOn(catalogue), meterOn(await engine.open())]

    for (let at = 0; at < 5; at++) one.note(read({ person: `one ${at}` }))
    for (let at = 0; at < 7; at++) other.note(read({ surface: "cli", person: `other ${at}` }))
    await Promise.all([one.flush(), other.flush()])
    one.note(read({ surface: "page", country: "CH" }))
    await one.stop()

    expect(await metrics()).toMatchObject({
      total: { page: 1, txt: 5, mcp: 0, cli: 7 },
      daily: [{ date: dayOf(engine.clock.now()), page: 1, txt: 5, mcp: 0, cli: 7, total: 13 }],
      topics: [{ topic: "feed otters", count: 13 }],
      countries: [
        { country: "ZZ", count: 12 },
        { country: "CH", count: 1 },
      ],
    })
  })

  it("tells versions apart and takes them in where none is named", async () => {
    const meter = meterOn(catalogue)
    meter.note(read())
    meter.note(read({}, { versionTag: "v1" }))
    await meter.flush()

    expect([await metrics(), await metrics(""), await metrics("v1")].map(({ total }) => total.txt)).toEqual([2, 1, 1])
  })

  it("counts people once a day and client, and once whatever clients they use, also when the day is over", async () => {
    const meter = meterOn(catalogue)
    for (const identity of ["a", "b", "b"]) meter.note(read({ surface: "mcp", client: "cursor", identity }))
    meter.note(read({ surface: "mcp", client: "zed", identity: "b" }))
    await meter.flush()
    const expected = [
      { date: dayOf(engine.clock.now()), uniqueUsersByClient: { cursor: 2, zed: 1 }, totalUniqueUsers: 2 },
    ]
    const before = await metrics()
    const today = dayOf(engine.clock.now() + DAY_MS)

    await catalogue.usage.prune({ today, keptFromDay: "2000-01-01", mostTopics: 10, mostPages: 10 })
    await catalogue.usage.prune({ today, keptFromDay: "2000-01-01", mostTopics: 10, mostPages: 10 })

    expect(before.mcpClients.dailyData).toEqual(expected)
    expect((await metrics()).mcpClients.dailyData).toEqual(expected)
  })

  it("keeps hashes with one salt a day for every process, and no address", async () => {
    const day = dayOf(engine.clock.now())
    const salts = await Promise.all([catalogue.usage.saltOf(day), (await engine.open()).usage.saltOf(day)])

    expect(salts[0]).toBe(salts[1])
    expect(await catalogue.usage.saltOf("2020-01-01")).not.toBe(salts[0])
  })

  it("keeps questions to private libraries to itself unless told otherwise", async () => {
    const [silent, told] = [meterOn(catalogue), meterOn(catalogue, "all")]
    silent.note(read({}, { isPrivate: true }))
    await silent.flush()
    const before = await metrics()
    crowd.forEach((person) => told.note(read({ person }, { isPrivate: true })))
    await told.flush()

    expect([before.total.txt, before.topics]).toEqual([1, []])
    expect((await metrics()).topics).toEqual([{ topic: "feed otters", count: crowd.length }])
  })

  it("leaves no topic in public libraries when private ones were searched for the same question", async () => {
    const meter = meterOn(catalogue, "all")
    const own = { libraryKey: "own", versionTag: "", isPrivate: true }
    for (const person of crowd) {
      const { served, ...rest } = read({ person })
      meter.note({ ...rest, served: [...served, own] })
      meter.note(read({ person }, { isBesidePrivate: true }))
    }
    await meter.flush()

    expect(await metrics()).toMatchObject({ total: { txt: 2 * crowd.length }, topics: [] })
  })

  it("shows a topic only when many different people have asked about it, whatever their clients", async () => {
    const meter = meterOn(catalogue)
    const topics = async () => {
      await meter.flush()
      return (await metrics()).topics
    }
    for (let at = 0; at < 100; at++) meter.note(read({ identity: `192.0.2.7 agent ${at}` }))
    const ofOne = await topics()
    for (const person of crowd.slice(0, TOPIC_MIN_PEOPLE - 2)) meter.note(read({ person }))
    const ofFew = await topics()
    for (const person of crowd) meter.note(read({ person }))

    expect([ofOne, ofFew]).toEqual([[], []])
    expect(await topics()).toEqual([{ topic: "feed otters", count: 100 + TOPIC_MIN_PEOPLE - 2 + crowd.length }])
  })

  const ofInstance = async () =>
    describeUsage(
      await catalogue.usage.read(
        { libraryKey: EVERY_LIBRARY, scope: EVERY_VERSION },
        { fromDay: "2000-01-01", mostNames: 250 },
      ),
    )

  it("counts an answer from several libraries once for the instance, and once for each library", async () => {
    const meter = meterOn(catalogue)
    const other = (await catalogue.libraries.add(aLibrary({ id: "/other/docs" })))?.key ?? ""
    const visitor = { surface: "mcp", client: "zed", identity: "a" } as const
    const { served, ...rest } = read(visitor)
    meter.note({ ...rest, served: [...served, { libraryKey: other, versionTag: "v1", isPrivate: false }] })
    meter.note(read(visitor))
    await meter.flush()

    const today = dayOf(engine.clock.now())
    expect(await ofInstance()).toMatchObject({
      total: { mcp: 2 },
      daily: [{ date: today, mcp: 2, total: 2 }],
      mcpClients: { dailyData: [{ date: today, uniqueUsersByClient: { zed: 1 }, totalUniqueUsers: 1 }] },
      countries: [{ country: "ZZ", count: 2 }],
    })
    expect(await catalogue.usage.readLibraries({ fromDay: today, limit: 1 })).toEqual({
      total: 3,
      libraries: [{ libraryKey, count: 2 }],
    })
    await catalogue.libraries.remove(libraryKey)
    expect(await catalogue.usage.readLibraries({ fromDay: today, limit: 10 })).toEqual({
      total: 1,
      libraries: [{ libraryKey: other, count: 1 }],
    })
    const tomorrow = dayOf(engine.clock.now() + DAY_MS)
    expect(await catalogue.usage.readLibraries({ fromDay: tomorrow, limit: 10 })).toEqual({ total: 0, libraries: [] })
  })

  it("shows topics of the instance when enough people asked public libraries, and never those of private ones", async () => {
    const meter = meterOn(catalogue, "all")
    for (const person of crowd) meter.note({ ...read({ person }, { isPrivate: true }), question: "secret plans" })
    for (const person of crowd) meter.note({ ...read({ person }), question: "otter food" })
    for (let at = 0; at < 100; at++) meter.note({ ...read(), question: "one person" })
    await meter.flush()

    expect((await ofInstance()).topics).toEqual([{ topic: "food otter", count: crowd.length }])
  })

  it("counts nothing when it is off", async () => {
    const meter = meterOn(catalogue, "all", false)
    meter.note(read())
    await meter.stop()

    expect((await metrics()).total.txt).toBe(0)
  })

  it("keeps what the store did not take, and writes it when it does", async () => {
    let isDown = true
    const usage = {
      ...catalogue.usage,
      add: (...batch: Parameters<Catalogue["usage"]["add"]>) =>
        isDown ? Promise.reject(new Error("down")) : catalogue.usage.add(...batch),
    }
    const meter = meterOn({ usage })
    meter.note(read())
    await meter.flush()
    meter.note(read())
    isDown = false
    await meter.flush()

    expect((await metrics()).total.txt).toBe(2)
  })

  it("counts the pages of answers by version, and forgets the rarest ones of large versions", async () => {
    const meter = meterOn(catalogue)
    meter.note(read({}, { pages: ["a.md", "b.md"], isPrivate: true }))
    meter.note(read({}, { pages: ["a.md"] }))
    meter.note(read({}, { pages: ["c.md"], versionTag: "v1" }))
    await meter.flush()
    const pagesOf = (versionTag: string) => catalogue.usage.readPages({ libraryKey, versionTag })
    const today = dayOf(engine.clock.now())

    expect([await pagesOf(""), await pagesOf("v1"), await pagesOf("v2")]).toEqual([
      { answerCount: 2, countByPath: new Map(Object.entries({ "a.md": 2, "b.md": 1 })) },
      { answerCount: 1, countByPath: new Map(Object.entries({ "c.md": 1 })) },
      { answerCount: 0, countByPath: new Map() },
    ])
    await catalogue.usage.prune({ today, keptFromDay: today, mostTopics: 10, mostPages: 1 })
    expect([...(await pagesOf("")).countByPath.keys()]).toEqual(["a.md"])
  })

  it("forgets old days, rare topics and deleted libraries, and keeps the totals of the others", async () => {
    const meter = meterOn(catalogue)
    crowd.forEach((person) => meter.note(read({ person })))
    meter.note({ ...read(), question: "grooming" })
    await meter.flush()
    const today = dayOf(engine.clock.now() + 2 * DAY_MS)

    await catalogue.usage.prune({ today, keptFromDay: today, mostTopics: 1, mostPages: 10 })
    const kept = await metrics()
    await catalogue.libraries.remove(libraryKey)
    await catalogue.usage.prune({ today, keptFromDay: today, mostTopics: 1, mostPages: 10 })

    expect(kept).toMatchObject({
      total: { txt: crowd.length + 1 },
      daily: [],
      topics: [{ topic: "feed otters", count: crowd.length }],
    })
    expect(await metrics()).toMatchObject({ total: { txt: 0 }, topics: [], countries: [] })
  })

  it("costs less than .05 ms of the processor for a read", async () => {
    const meter = meterOn(catalogue)
    const reads = Array.from({ length: 2_000 }, (_entry, at) =>
      read({ surface: "mcp", client: "zed", identity: `${at % 50}` }),
    )
    const costsMs = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage()
      for (const one of reads) meter.note(one)
      return process.cpuUsage(before).user / 1_000 / reads.length
    })
    await meter.flush()

    expect(Math.min(...costsMs)).toBeLessThan(0.05)
  })
})
