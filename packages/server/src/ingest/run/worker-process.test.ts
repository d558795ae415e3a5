import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { constants, getPriority } from "node:os"
import { join } from "node:path"
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { silentLog } from "../../base/log.ts"
import { aJob } from "../../catalogue/catalogue.contract.testing.ts"
import { bundleWorker } from "./bundle-worker.testing.ts"
import { HELD, SUPERVISED_VARIABLE, superviseWorker } from "./start-worker-process.ts"
import { leftovers, openTestWorker, type TestWorker, textSource, until } from "./test-worker.testing.ts"

/** A worker has a low priority: on a machine with eight busy processes, it takes up to a minute to load. */
const LOAD_TIMEOUT_MS = 120_000

let script: string
let testWorker: TestWorker
let children: ChildProcess[]

beforeAll(async () => void (script = await bundleWorker()))
beforeEach(async () => {
  testWorker = await openTestWorker(async () => textSource({}))
  children = []
})
afterEach(async () => {
  children.forEach((child) => child.kill("SIGKILL"))
  await testWorker.close()
})

function startWorker(pauseMs: number): ChildProcess {
  const child = spawn(process.execPath, [script, "work", testWorker.folder, String(pauseMs)], {
    stdio: "inherit",
  })
  children.push(child)
  return child
}

async function submitMany(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, number) => `/many/lib-${number}`)
  for (const id of ids) await testWorker.submit({ id })
  return ids
}

const pending = () => testWorker.catalogue.jobs.pendingCount()
const opened = () => readFileSync(join(testWorker.folder, "opened.log"), "utf8").trim().split("\n")

/** Waits until this many processes have loaded their program. */
async function untilLoaded(count: number): Promise<void> {
  const path = join(testWorker.folder, "loaded.log")
  // Counts line ends: a process that is killed between creating the file and writing to it has not loaded.
  const loaded = () => (existsSync(path) ? readFileSync(path, "utf8").split("\n").length - 1 : 0)
  await until(() => (loaded() >= count ? true : undefined), LOAD_TIMEOUT_MS)
}

async function untilFinished(timeoutMs = 60_000): Promise<void> {
  await until(async () => {
    const { queued, running } = await pending()
    return queued + running === 0 ? true : undefined
  }, timeoutMs)
}

async function expectAllServed(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const library = await testWorker.library(id)
    expect(library).toMatchObject({ state: "finalized", totalSnippets: 5 })
    const version = await testWorker.catalogue.versions.get(library!.key, "")
    expect(await testWorker.blobs.has(version!.indexHash!)).toBe(true)
  }
}

describe("worker processes", { timeout: 90_000 }, () => {
  it("share 50 jobs so that none runs twice", async () => {
    const ids = await submitMany(50)
    const [first, second] = [startWorker(2), startWorker(2)]

    await untilFinished()
    first.kill("SIGTERM")
    second.kill("SIGTERM")
    await Promise.all([once(first, "exit"), once(second, "exit")])

    expect(opened().toSorted()).toEqual(ids.toSorted())
    await expectAllServed(ids)
    expect((await leftovers(testWorker)).work).toEqual([])
  })

  it("lose nothing when they are killed in the middle of 50 ingestions", async () => {
    const ids = await submitMany(50)
    const killed = [startWorker(10), startWorker(10)]
    const someDone = async () => ((await pending()).queued < 35 ? true : undefined)
    await until(someDone)
    killed.forEach((child) => child.kill("SIGKILL"))
    await Promise.all(killed.map((child) => once(child, "exit")))
    expect((await pending()).running).toBeGreaterThan(0)

    startWorker(0)
    await untilFinished()

    await expectAllServed(ids)
    expect(await testWorker.catalogue.jobs.list({ state: "failed", offset: 0, limit: 1 })).toEqual([])
    await until(async () => ((await leftovers(testWorker)).work.length === 0 ? true : undefined))
  })

  it("leave the old index served when killed during a refresh, which another one ends", async () => {
    const { library, job } = await testWorker.submit({ id: "/a/b" })
    const first = startWorker(1)
    await untilFinished()
    const served = (await testWorker.catalogue.versions.get(library.key, ""))!
    first.kill("SIGTERM")
    const slow = startWorker(60_000)
    const refresh = await testWorker.catalogue.jobs.add(aJob(library, { payload: { force: true } }))
    await until(async () => ((await testWorker.library(library.id))?.state === "processing" ? true : undefined))

    slow.kill("SIGKILL")

    await once(slow, "exit")
    expect(await testWorker.catalogue.versions.get(library.key, "")).toEqual({ ...served, state: "processing" })
    expect(await testWorker.blobs.has(served.indexHash!)).toBe(true)
    startWorker(0)
    await untilFinished()
    expect(await testWorker.catalogue.versions.get(library.key, "")).toMatchObject({
      state: "finalized",
      generation: 2,
    })
    expect(await testWorker.catalogue.jobs.byId(refresh.id)).toMatchObject({ state: "succeeded", attempts: 2 })
    expect(job.id).not.toBe(refresh.id)
  })
})

describe("supervised worker", { timeout: 300_000 }, () => {
  it("ends if the server that lets it begin stops before it has loaded", { timeout: LOAD_TIMEOUT_MS }, async () => {
    const child = spawn(process.execPath, [script, "work", testWorker.folder, "0"], {
      env: { ...process.env, [SUPERVISED_VARIABLE]: HELD },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    })
    children.push(child)
    const exited = once(child, "exit")
    child.send("begin")
    child.send("stop")

    expect(await exited).toEqual([0, null])
  })

  const supervise = () => superviseWorker({ args: [script, "work", testWorker.folder, "0"], log: silentLog })

  it("works, is started again when it dies, and ends when it is stopped", async () => {
    const worker = supervise()
    expect(worker.isUp).toBe(true)
    await testWorker.submit({ id: "/a/1" })
    worker.wake()
    await untilFinished()

    const first = worker.processId!
    process.kill(first, "SIGKILL")
    await until(() => (worker.processId !== undefined && worker.processId !== first ? true : undefined))
    await testWorker.submit({ id: "/a/2" })
    await untilFinished()
    await expectAllServed(["/a/1", "/a/2"])

    const second = worker.processId!
    await worker.stop()
    expect(worker.isUp).toBe(false)
    expect(isAlive(second)).toBe(false)
  })

  it("ends when its server is killed", async () => {
    const server = spawn(process.execPath, [script, "supervise", testWorker.folder], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    children.push(server)
    const [line] = (await once(server.stdout, "data")) as [Buffer]
    const workerId = Number(line.toString())
    await testWorker.submit({ id: "/a/1" })
    await untilFinished()

    server.kill("SIGKILL")

    await until(() => (isAlive(workerId) ? undefined : true))
  })

  it("opens nothing while it is held, and works once its server lets it begin, even if it has died before", async () => {
    const { library, job } = await testWorker.submit({ id: "/a/1" })
    const worker = superviseWorker({
      args: [script, "work", testWorker.folder, "0"],
      isHeld: true,
      log: silentLog,
    })
    await untilLoaded(1)
    worker.wake()
    process.kill(worker.processId!, "SIGKILL")
    await untilLoaded(2)
    expect(await testWorker.catalogue.jobs.byId(job.id)).toMatchObject({ state: "queued", attempts: 0 })

    worker.begin()

    await untilFinished()
    await worker.stop()
    await expectAllServed([library.id])
  })

  it("ends at once when it is stopped, and when its server is killed, while it is held", async () => {
    const args = [script, "work", testWorker.folder, "0"]
    const worker = superviseWorker({ args, isHeld: true, log: silentLog })
    await worker.stop()
    expect(worker.isUp).toBe(false)

    const server = spawn(process.execPath, [script, "hold", testWorker.folder], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    children.push(server)
    const [line] = (await once(server.stdout, "data")) as [Buffer]
    await untilLoaded(1)
    server.kill("SIGKILL")

    await until(() => (isAlive(Number(line.toString())) ? undefined : true))
  })

  it("lets its server go first where processors are scarce", async () => {
    const worker = supervise()

    const priority = getPriority(worker.processId)
    await worker.stop()

    expect(priority).toBe(Math.min(constants.priority.PRIORITY_LOW, getPriority() + 5))
  })

  it("is killed when it hangs on a source, which is given up while the others are served", async () => {
    const hung = await testWorker.submit({ id: "/hang/forever" })
    await testWorker.submit({ id: "/a/sound" })
    const worker = superviseWorker({
      args: [script, "work", testWorker.folder, "0", "300"],
      hungAfterMs: 10_000,
      log: silentLog,
    })

    await untilFinished(180_000)
    await worker.stop()

    expect(await testWorker.catalogue.jobs.byId(hung.job.id)).toMatchObject({
      state: "failed",
      errorMessage: expect.stringContaining("worker crashed 3 times"),
    })
    expect(await testWorker.library("/hang/forever")).toMatchObject({ state: "error" })
    await expectAllServed(["/a/sound"])
  })

  it("runs out of memory with a source, which is given up with the reason while the others are served", async () => {
    const huge = await testWorker.submit({ id: "/huge/source" })
    const worker = superviseWorker({
      args: [script, "work", testWorker.folder, "0", "300"],
      maxHeapMegabytes: 96,
      log: silentLog,
    })
    const others = await submitMany(3)

    await untilFinished(180_000)
    await worker.stop()

    expect(await testWorker.catalogue.jobs.byId(huge.job.id)).toMatchObject({
      state: "failed",
      errorMessage: expect.stringContaining("worker crashed 3 times"),
    })
    expect(await testWorker.library("/huge/source")).toMatchObject({ state: "error" })
    await expectAllServed(others)
  })

  it("is tried again with growing waits when it cannot start, and can still be stopped", async () => {
    const worker = superviseWorker({ command: "/does/not/exist", args: [], log: silentLog })

    await until(() => (worker.isUp ? undefined : true))
    await worker.stop()

    expect(worker.isUp).toBe(false)
  })
})

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch {
    return false
  }
}
