import { createServer } from "node:http"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { freshInstance, isAlive, type RunningLectern, startLectern, waitFor } from "../e2e/running-lectern.ts"
import { startGitHost, type GitHost } from "../requirements/git-host.ts"

let host: GitHost
let instance: ReturnType<typeof freshInstance>
let running: RunningLectern[]
beforeAll(async () => {
  host = await startGitHost()
  for (let count = 0; count < 12; count++) {
    await host.commit(`fleet/ship-${count}`, {
      "a.md": `# Ship ${count}\n\nThe valve of ship ${count} turns to port.\n`,
    })
  }
})
afterAll(() => host.close())
beforeEach(() => {
  instance = freshInstance()
  running = []
})
afterEach(async () => {
  for (const lectern of running) await lectern.kill()
  instance.remove()
})

async function start(environment: Readonly<Record<string, string>> = {}): Promise<RunningLectern> {
  const lectern = await startLectern({ ...instance, environment })
  running.push(lectern)
  return lectern
}

const isServed = ({ client }: RunningLectern, id: string) =>
  client.getLibrary(id).then(
    ({ state }) => (state === "finalized" ? true : undefined),
    () => undefined,
  )

describe("processes on one data directory", { timeout: 120_000 }, () => {
  it("two servers share it: what either takes is served by both, and nothing is damaged when one is killed", async () => {
    const [one, two] = await Promise.all([start(), start()])
    const ids = Array.from({ length: 12 }, (_, count) => `/fleet/ship-${count}`)
    await Promise.all(
      ids.map((id, at) => (at % 2 === 0 ? one : two).client.addRepository({ docsRepoUrl: `${host.url}${id}.git` })),
    )
    await waitFor("the first library", () => isServed(two, ids[0]!))
    await one.kill()
    running = [two]

    for (const id of ids) await waitFor(id, () => isServed(two, id), 60_000)
    await two.stop()
    running = []
    const catalogue = new Sqlite(join(instance.dataDir, "lectern.db"), { readonly: true })
    expect(catalogue.pragma("integrity_check", { simple: true })).toBe("ok")
    catalogue.close()
  })

  it("a second server on the same port says so and leaves the first alone", async () => {
    const first = await start()

    await expect(startLectern({ ...instance, environment: { LECTERN_PORT: new URL(first.url).port } })).rejects.toThrow(
      /another program uses this port/,
    )
    expect((await fetch(`${first.url}/api/ready`)).status).toBe(200)
  })

  it("SIGTERM ends open streams, leaves no process and no file behind, and the job goes on at the next start", async () => {
    const lectern = await start()
    const release = host.hold()
    const { job } = await addAndFindJob(lectern, "/fleet/ship-1")
    const headers = { authorization: `Bearer ${instance.key}` }
    const stream = await fetch(`${lectern.url}/api/v2/jobs/${job}/events`, { headers })
    const mcp = await fetch(`${lectern.url}/mcp`, { headers: { ...headers, accept: "text/event-stream" } })
    const reader = stream.body!.getReader()
    await reader.read()
    const ids = lectern.processIds()
    expect(ids.length).toBeGreaterThan(1)
    const workFolder = join(instance.dataDir, "work")
    await waitFor(
      "the job to read",
      async () => (existsSync(workFolder) && readdirSync(workFolder).length > 0) || undefined,
    )

    const ending = drain(reader)
    const code = await lectern.stop()
    await ending
    await mcp.body?.cancel()
    running = []
    release()

    expect(code).toBe(0)
    await waitFor("its processes to end", async () => (ids.some(isAlive) ? undefined : true))
    expect(readdirSync(workFolder)).toEqual([])
    const again = await start()
    await waitFor("the library", () => isServed(again, "/fleet/ship-1"))
  })

  it("a git host that sends a first line and then nothing is given up when the job is cancelled, and no git is left", async () => {
    const silent = createServer((request, response) => {
      // The advertisement is sound; the answer to git's own question never comes.
      if (request.method === "GET") {
        response.writeHead(200, { "content-type": "application/x-git-upload-pack-advertisement" })
        response.end("001e# service=git-upload-pack\n0000000eversion 2\n0015agent=git/2.39.5\n000cls-refs\n0000")
      } else response.writeHead(200, { "content-type": "application/x-git-upload-pack-result" }).write("0")
    })
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    const address = silent.address()
    if (address === null || typeof address === "string") throw new Error("no port")
    const lectern = await start()
    const { job } = await addAndFindJob(lectern, "/silent/docs", `http://127.0.0.1:${address.port}`)
    const worker = lectern.processIds()[1]!
    await waitFor("git to ask", async () => (gitChildren(worker).length > 0 ? true : undefined))

    await lectern.client.addRepository({ docsRepoUrl: `${host.url}/fleet/ship-2.git` })
    await waitFor("another library meanwhile", () => isServed(lectern, "/fleet/ship-2"))
    await lectern.client.cancelJob(job)

    await waitFor("the job to end", async () =>
      (await lectern.client.getJob(job)).state === "cancelled" ? true : undefined,
    )
    await waitFor("git to end", async () => (gitChildren(worker).length === 0 ? true : undefined))
    expect(await lectern.stop()).toBe(0)
    running = []
    silent.closeAllConnections()
    silent.close()
  })
})

async function addAndFindJob({ client }: RunningLectern, id: string, origin = host.url): Promise<{ job: string }> {
  await client.addRepository({ docsRepoUrl: `${origin}${id}.git` })
  const { jobs } = await client.listJobs({ libraryId: id })
  const [job] = jobs
  if (job === undefined) throw new Error(`no job of ${id}`)
  return { job: job.id }
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (;;) {
    const { done } = await reader.read().catch(() => ({ done: true }))
    if (done) return
  }
}

/** Processes of git below a worker, whatever shell stands between them. */
function gitChildren(worker: number): readonly string[] {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      const [command, status] = ["cmdline", "status"].map((file) => readFileSync(`/proc/${name}/${file}`, "utf8"))
      return /(?:^|\/)git\0/.test(command ?? "") && new RegExp(`^PPid:\\s${worker}$`, "m").test(status ?? "")
    } catch {
      // It ended meanwhile.
      return false
    }
  })
}
