import { execFileSync } from "node:child_process"
import { readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { ZipFile } from "yazl"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ImportLibrariesResponse } from "@lectern/contract"
import { createBundleScanner } from "../../packages/server/src/ingest/import/bundle-scanner.ts"
import { createSerialQueue } from "../../packages/server/src/base/serial-queue.ts"
import { checkReceivedBundle } from "../../packages/server/src/ingest/import/check-received-bundle.ts"
import { startProgram, type Program } from "../requirements/program.ts"

let program: Program
beforeAll(async () => {
  program = await startProgram()
})
afterAll(() => program.close())

/** A zip whose `libraries.json` has a description of this size; it is a thousandth of that. */
async function zipBomb(megabytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const piece = Buffer.alloc(2 ** 20, "a")
  const zip = new ZipFile()
  const text = function* () {
    yield Buffer.from('{"libraries":[{"project":"/evil/bomb","description":"')
    for (let count = 0; count < megabytes; count++) yield piece
    yield Buffer.from('","title":"Bomb"}]}')
  }
  zip.addReadStream(Readable.from(text()), "libraries.json")
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}

function importZip(bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.set("bundleFile", new Blob([bytes]), "bundle.zip")
  return program.call("POST", "/api/v2/import-libraries", { key: program.key, form })
}

/** Process ids of the processes that check bundles for this one. */
function bundleProcesses(): readonly number[] {
  return execFileSync("ps", ["-eo", "pid,ppid,args"])
    .toString()
    .split("\n")
    .filter((line) => line.includes("bundle-process") && line.trim().split(/\s+/)[1] === String(process.pid))
    .map((line) => Number(line.trim().split(/\s+/)[0]))
}

const importing = (body: string) =>
  program.call("POST", "/api/v2/import-libraries", {
    key: program.key,
    body,
    headers: { "content-type": "application/json" },
  })

describe("a bundle from a stranger", () => {
  it("of nothing but brackets is refused while it arrives, however many there are", () => {
    const scanner = createBundleScanner({ onLibrary: () => undefined, onMember: () => undefined })
    scanner.push('{"libraries":[')
    let taken = 0

    expect(() => {
      for (; taken < 200; taken++) scanner.push("[".repeat(1_000_000))
    }).toThrow("nested more than 32 levels deep")
    expect(taken).toBe(0)
  })

  it("with an entry of any size is refused at 64 million characters", () => {
    const scanner = createBundleScanner({ onLibrary: () => undefined, onMember: () => undefined })
    scanner.push('{"libraries":[{"project":"/evil/bomb","description":"')
    const piece = "a".repeat(1024 * 1024)
    let taken = 0

    expect(() => {
      for (; taken < 500; taken++) scanner.push(piece)
    }).toThrow("one of its entries has more than 64 million characters")
    expect(taken).toBeLessThan(65)
  })

  it("is answered with 400 over HTTP when it is nested, and the server goes on", async () => {
    const nested = await importing(`{"libraries":[${"[".repeat(100_000)}${"]".repeat(100_000)}]}`)
    const health = await program.call("GET", "/api/health")

    expect([nested.status, health.status]).toEqual([400, 200])
  })

  it("of 450 MB in half a megabyte does not hold up the server", { timeout: 60_000 }, async () => {
    const bytes = await zipBomb(450)
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const cpuBefore = process.cpuUsage()
    const refused = importZip(bytes)
    let answered = 0
    for (;;) {
      const health = await program.call("GET", "/api/health")
      if (health.status === 200) answered++
      const pause = new Promise<"later">((resolve) => setTimeout(resolve, 20, "later"))
      if ((await Promise.race([refused, pause])) !== "later") break
    }
    delay.disable()
    const { user, system } = process.cpuUsage(cpuBefore)

    expect(bytes.length).toBeLessThan(2 ** 20)
    expect((await refused).json).toMatchObject({ error: "validation_error" })
    expect((await refused).text).toContain("more than 64 million characters")
    expect(answered).toBeGreaterThan(5)
    // It was 38 s of this process, in one piece.
    expect((user + system) / 1e6).toBeLessThan(5)
    expect(delay.max / 1e6).toBeLessThan(2_000)
    expect(bundleProcesses()).toEqual([])
  })

  it("leaves nothing behind when the process that reads it is killed", { timeout: 60_000 }, async () => {
    const jobsBefore = (await program.call("GET", "/api/v2/jobs", { key: program.key })).text
    const refused = importZip(await zipBomb(60))
    let ids: readonly number[] = []
    while (ids.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      ids = bundleProcesses()
    }
    for (const id of ids) process.kill(id, "SIGKILL")

    expect(await refused).toMatchObject({ status: 400 })
    expect((await refused).text).toContain("the process that read it ended early")
    expect((await program.call("GET", "/api/v2/jobs", { key: program.key })).text).toBe(jobsBefore)
    expect(await readdir(join(program.dataDir, "work"))).toEqual([])
    expect(bundleProcesses()).toEqual([])
  })

  it("is ended when it takes more time or memory than it may", { timeout: 60_000 }, async () => {
    const path = join(program.dataDir, "many.json")
    const output = join(program.dataDir, "many-checked.json")
    const entry = JSON.stringify({ project: "/otter/same", description: "x".repeat(1_000) })
    await writeFile(path, `{"libraries":[${`${entry},`.repeat(30_000)}${entry}]}`)
    const bundle = { path, form: "json", name: "the body" } as const
    const queue = createSerialQueue()

    await expect(checkReceivedBundle(bundle, output, { queue, timeLimitMs: 1 })).rejects.toThrow(
      "it takes longer than 0 s",
    )
    // Entries are read one after the other, so that only a long one takes much memory.
    const long = JSON.stringify({ project: "/otter/long", description: "x".repeat(30_000_000) })
    await writeFile(path, `{"libraries":[${long}]}`)
    await expect(checkReceivedBundle(bundle, output, { queue, maxHeapMegabytes: 16 })).rejects.toThrow(
      "too much memory",
    )
    expect(bundleProcesses()).toEqual([])
  })

  it("cannot bring fields that are longer than a source may have them", async () => {
    const good = { project: "/otter/short", title: "Short", description: "Short.", codeSnippets: [], infoSnippets: [] }
    const snippet = { id: "https://docs.example/a", content: "The otter swims.", breadcrumb: "", pageTitle: "A" }
    const answer = await importing(
      JSON.stringify({
        libraries: [
          { ...good, infoSnippets: [snippet] },
          { ...good, project: "/evil/description", description: "x".repeat(5_001) },
          { ...good, project: "/evil/title", title: "x".repeat(501) },
          { ...good, project: "/evil/page", infoSnippets: [{ ...snippet, pageTitle: "x".repeat(5_001) }] },
        ],
      }),
    )

    expect(ImportLibrariesResponse.parse(answer.json)).toMatchObject({
      queued: ["/otter/short"],
      skipped: [
        { project: "/evil/description", reason: "description: must have at most 5000 characters, got 5001" },
        { project: "/evil/title", reason: "title: must have at most 500 characters, got 501" },
        { project: "/evil/page", reason: "infoSnippets.pageTitle: must have at most 5000 characters, got 5001" },
      ],
    })
    await program.settle("/otter/short")
  })
})
