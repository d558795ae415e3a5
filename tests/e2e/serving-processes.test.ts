import { execFileSync } from "node:child_process"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type PostgresServer, startPostgres } from "../../packages/server/src/base/postgres/postgres-server.testing.ts"
import { freshInstance, isAlive, type RunningLectern, startLectern, waitFor } from "./running-lectern.ts"

const PROCESSES = 2
const NEW_CONNECTION = { connection: "close" }

describe("two serving processes on one port", () => {
  let database: PostgresServer
  let instance: ReturnType<typeof freshInstance>
  let lectern: RunningLectern

  beforeAll(async () => {
    database = await startPostgres()
  }, 60_000)
  afterAll(() => database.close())
  beforeEach(() => {
    instance = freshInstance()
  })
  afterEach(async () => {
    await lectern.kill()
    instance.remove()
  })

  async function start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    lectern = await startLectern({ ...instance, environment: { ...environment, LECTERN_PROCESSES: String(PROCESSES) } })
    await waitForProcesses()
  }

  /** Serving processes, by their command line: the worker has another one. */
  function servingProcesses(): readonly number[] {
    const [, ...children] = lectern.processIds()
    return children.filter((processId) => {
      const command = isAlive(processId) ? execFileSync("ps", ["-o", "args=", "-p", String(processId)]).toString() : ""
      return command.includes("lectern.mjs serve")
    })
  }

  /** Sums of the metrics of all processes; each has its own start time, and only those that answer count. */
  const metricsOf = async (): Promise<string> =>
    (await fetch(`${lectern.url}/metrics`, { headers: NEW_CONNECTION })).text()

  /** Waits until both answer: each connection reaches the next of the processes that listen. */
  async function waitForProcesses(): Promise<void> {
    await waitFor("all processes to serve", async () => {
      const counts = await openConnectionCounts()
      return counts === PROCESSES ? true : undefined
    })
  }

  /** Counts the processes that answer, from a gauge that is 1 in each and added up. */
  async function openConnectionCounts(): Promise<number> {
    const text = await metricsOf().catch(() => "")
    return Number(/^lectern_serving_processes (\d+)$/m.exec(text)?.[1] ?? 0)
  }

  it(
    "answer, go on when one is killed, which starts again, and stop within ten seconds",
    { timeout: 90_000 },
    async () => {
      await start()
      const before = servingProcesses()
      expect(before).toHaveLength(PROCESSES)
      const [killed = 0] = before

      process.kill(killed, "SIGKILL")
      await waitFor("the killed process to end", async () => (isAlive(killed) ? undefined : true))
      // The port stays open meanwhile; a connection that the killed process had accepted is lost.
      await waitFor("an answer of the other process", async () =>
        fetch(`${lectern.url}/api/health`, { headers: NEW_CONNECTION }).then(
          ({ ok }) => (ok ? true : undefined),
          () => undefined,
        ),
      )
      await waitForProcesses()
      const after = servingProcesses()
      expect(after).toHaveLength(PROCESSES)
      expect(after).not.toContain(killed)

      const all = lectern.processIds()
      expect(await lectern.stop()).toBe(0)
      expect(all.filter(isAlive)).toEqual([])
    },
  )

  it("add their metrics up, and share the worker and a catalogue in PostgreSQL", { timeout: 90_000 }, async () => {
    await start({ DATABASE_URL: await database.createDatabase() })
    const count = 12
    for (let sent = 0; sent < count; sent++) await fetch(`${lectern.url}/ping`, { headers: NEW_CONNECTION })
    const text = await metricsOf()
    const answered =
      /^lectern_http_request_duration_seconds_count\{method="GET",route="\/ping",status="200"\} (\d+)$/m.exec(text)?.[1]
    expect(Number(answered)).toBe(count)
    expect(text).toMatch(/^lectern_build_info\{version="[^"]+"\} 1$/m)

    const document = {
      openapi: "3.1.0",
      info: { title: "Tides", version: "1" },
      paths: { "/tides": { get: { summary: "Lists tides" } } },
    }
    const form = new FormData()
    form.set("openapiFile", new File([JSON.stringify(document)], "tides.json"))
    const headers = { ...NEW_CONNECTION, authorization: `Bearer ${instance.key}` }
    const added = await fetch(`${lectern.url}/api/v2/add/openapi-upload`, { method: "POST", headers, body: form })
    const { libraryName } = (await added.json()) as { libraryName: string }
    await waitFor("the library to be finalized", async () => {
      const library = await lectern.client.getLibrary(libraryName)
      return library.state === "finalized" ? true : undefined
    })
    await fetch(`${lectern.url}/api/v2/libs${libraryName}`, { method: "DELETE", headers })
    await waitFor("all processes to miss the deleted library", async () => {
      const asked = Array.from({ length: 2 * PROCESSES }, () =>
        fetch(`${lectern.url}/api/v2/libs${libraryName}`, { headers }),
      )
      return (await Promise.all(asked)).every(({ status }) => status === 404) ? true : undefined
    })
    expect(await lectern.stop()).toBe(0)
  })
})
