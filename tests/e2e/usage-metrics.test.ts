import { setTimeout as delay } from "node:timers/promises"
import { METRIC_SURFACES, MetricsResponse, type MetricSurface } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { freshInstance, type RunningLectern, startLectern, waitFor } from "./running-lectern.ts"

const LIBRARIES = ["/zoo/otters", "/zoo/lynx"] as const
type Library = (typeof LIBRARIES)[number]

const SOURCE_OF: Readonly<Record<Exclude<MetricSurface, "page">, string>> = {
  txt: "something",
  cli: "cli",
  mcp: "mcp-server",
}
const COUNTED_WITHIN = { timeout: 10_000, interval: 100 }

/** An answer as an access log of the clients holds it. */
interface LogLine {
  readonly libraryId: Library
  readonly surface: MetricSurface
}

const instance = freshInstance()
let first: RunningLectern
let second: RunningLectern
const started: RunningLectern[] = []
beforeAll(async () => {
  first = await startLectern(instance)
  started.push(first)
  second = await startLectern(instance)
  started.push(second)
  const snippet = { id: "https://a.example/page", title: "Feed", description: "Feeds it.", pageTitle: "Feeding" }
  const codeSnippets = [{ ...snippet, language: "js", codeList: [{ language: "js", code: "animal.feed()" }] }]
  const libraries = LIBRARIES.map((project) => ({ project, title: project, description: "An animal", codeSnippets }))
  await fetch(`${first.url}/api/v2/import-libraries`, {
    method: "POST",
    headers: { authorization: `Bearer ${instance.key}`, "content-type": "application/json" },
    body: JSON.stringify({ libraries }),
  })
  for (const libraryId of LIBRARIES) {
    for (const server of [first, second]) {
      await waitFor(`${libraryId} to be found`, async () =>
        (await fetch(`${server.url}/api/v2/libs${libraryId}`)).status === 200 ? true : undefined,
      )
    }
    await waitFor(`${libraryId} to be served`, async () => {
      const answer = await fetch(`${first.url}/api/v2/libs${libraryId}`)
      return ((await answer.json()) as { state: string }).state === "finalized" ? true : undefined
    })
  }
}, 90_000)
afterAll(async () => {
  await Promise.all(started.map((server) => server.kill()))
  instance.remove()
}, 30_000)

/** Asks in a random order of surfaces and gives the log of what was answered. */
async function load(server: RunningLectern, libraryId: Library, requests: number): Promise<LogLine[]> {
  const log: LogLine[] = []
  const ask = async () => {
    const surface = (["txt", "cli", "mcp"] as const)[Math.floor(Math.random() * 3)] ?? "txt"
    const url = `${server.url}/api/v2/context?libraryId=${libraryId}&query=feed`
    try {
      const answer = await fetch(url, { headers: { "x-lectern-source": SOURCE_OF[surface] } })
      if (answer.status === 200) log.push({ libraryId, surface })
    } catch {
      // The server has been killed: its log ends here.
    }
  }
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let at = 0; at < requests / 4; at++) await ask()
    }),
  )
  return log
}

async function metricsOf(libraryId: Library): Promise<Record<MetricSurface, number>> {
  const answer = await fetch(`${second.url}/api/v2/libs/metrics?libraryId=${libraryId}`)
  return MetricsResponse.parse(await answer.json()).total
}

function recount(log: readonly LogLine[], libraryId: Library): Record<MetricSurface, number> {
  const count = (surface: MetricSurface) =>
    log.filter((line) => line.surface === surface && line.libraryId === libraryId).length
  return { page: count("page"), txt: count("txt"), mcp: count("mcp"), cli: count("cli") }
}

describe("usage of two processes", () => {
  it("equals a recount of the access log, and loses at most what the last seconds of a killed process counted", async () => {
    const early = (
      await Promise.all([
        load(first, "/zoo/otters", 60),
        load(second, "/zoo/otters", 60),
        load(first, "/zoo/lynx", 40),
        load(second, "/zoo/lynx", 40),
      ])
    ).flat()
    expect(early).toHaveLength(200)
    for (const libraryId of LIBRARIES) {
      await vi.waitFor(
        async () => expect(await metricsOf(libraryId)).toEqual(recount(early, libraryId)),
        COUNTED_WITHIN,
      )
    }

    // The first now answers about otters only, the second about the lynx only, so that every loss is the first's.
    const ofFirst = load(first, "/zoo/otters", 400)
    const ofSecond = load(second, "/zoo/lynx", 80)
    await delay(300)
    await first.kill()
    const late = await ofSecond
    const lost = await ofFirst

    const lynx = recount([...early, ...late], "/zoo/lynx")
    await vi.waitFor(async () => expect(await metricsOf("/zoo/lynx")).toEqual(lynx), COUNTED_WITHIN)
    const otters = await metricsOf("/zoo/otters")
    const [least, most] = [recount(early, "/zoo/otters"), recount([...early, ...lost], "/zoo/otters")]
    // An answer may have been counted and never have arrived: one for each of the four that asked.
    for (const surface of METRIC_SURFACES) {
      expect(otters[surface]).toBeGreaterThanOrEqual(least[surface])
      expect(otters[surface]).toBeLessThanOrEqual(most[surface] + 4)
    }
  }, 90_000)
})
