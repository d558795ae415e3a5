import { readdirSync } from "node:fs"
import { join, relative } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startGitHost, type GitHost } from "../requirements/git-host.ts"
import { freshInstance, isAlive, startLectern, waitFor, type RunningLectern } from "./running-lectern.ts"

const LIBRARY_COUNT = 50
/** Ingestions that are done before the first kill, so that it falls into the middle. */
const DONE_BEFORE_KILL = 8
const FINISH_TIMEOUT_MS = 150_000

const pathOf = (ordinal: number) => `fleet/ship-${ordinal}`
const filesOf = (ordinal: number) => ({
  "README.md": `# Ship ${ordinal}\n\nThe manual of ship number ${ordinal}.\n`,
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, page) => [
      `docs/chapter-${page}.md`,
      `# Chapter ${page} of ship ${ordinal}\n\n` +
        Array.from(
          { length: 10 },
          (_unused, part) =>
            `## Part ${part}\n\nTurn valve ${page}-${part} of ship ${ordinal} to port.\n\n\`\`\`sh\nvalve ${page} ${part}\n\`\`\`\n`,
        ).join("\n"),
    ]),
  ),
})

describe("server and worker killed in the middle of fifty ingestions", () => {
  const instance = freshInstance()
  let host: GitHost
  let lectern: RunningLectern

  beforeAll(async () => {
    host = await startGitHost()
    for (let ordinal = 0; ordinal < LIBRARY_COUNT; ordinal++) await host.commit(pathOf(ordinal), filesOf(ordinal))
    lectern = await startLectern(instance)
  })
  afterAll(async () => {
    await lectern.stop()
    await host.close()
    instance.remove()
  })

  const ordinals = Array.from({ length: LIBRARY_COUNT }, (_, ordinal) => ordinal)
  /** In one request, because fifty each time would take the processors from the worker, which has a lower priority. */
  const finalizedCount = async () => {
    const { libraries } = await lectern.client.listLibraries({ limit: 100 })
    return libraries.filter(({ state }) => state === "finalized").length
  }
  const waitUntilFinalized = (count: number) =>
    waitFor(
      `${count} libraries to be finalized`,
      async () => ((await finalizedCount()) >= count ? true : undefined),
      FINISH_TIMEOUT_MS,
    )
  const askFirst = () => lectern.client.readContextText({ libraryId: `/${pathOf(0)}`, query: "turn valve 3-4" })

  it("loses nothing: all are finalized, and what was served is served on", { timeout: 300_000 }, async () => {
    for (const ordinal of ordinals)
      await lectern.client.addRepository({ docsRepoUrl: `${host.url}/${pathOf(ordinal)}.git` })
    await waitUntilFinalized(DONE_BEFORE_KILL)

    const firstAnswer = await askFirst()
    const processIds = lectern.processIds()
    await lectern.kill()
    lectern = await startLectern(instance)

    expect(processIds.length).toBeGreaterThan(1)
    expect(processIds.filter(isAlive)).toEqual([])
    expect(await askFirst()).toBe(firstAnswer)
    await waitUntilFinalized(DONE_BEFORE_KILL * 2)

    const worker = lectern.processIds().slice(1)
    for (const processId of worker) process.kill(processId, "SIGKILL")
    await waitUntilFinalized(LIBRARY_COUNT)

    expect(worker.length).toBeGreaterThan(0)
    expect(await askFirst()).toBe(firstAnswer)
    for (const ordinal of ordinals) {
      const text = await lectern.client.readContextText({ libraryId: `/${pathOf(ordinal)}`, query: "turn valve 3-4" })
      expect(text).toContain(`of ship ${ordinal} to port`)
    }
  })

  it("serves the old index while a refresh runs, dies and is taken up again", { timeout: 120_000 }, async () => {
    const before = await askFirst()
    const commit = await host.commit(pathOf(0), { ...filesOf(0), "docs/new.md": "# New\n\nThe bilge pump hums.\n" })
    const release = host.hold()
    const requestsBefore = host.requestCount()

    await lectern.client.refreshLibrary({ libraryName: `/${pathOf(0)}` })
    await waitFor("the refresh to reach the host", async () =>
      host.requestCount() > requestsBefore ? true : undefined,
    )
    const during = await askFirst()
    await lectern.kill()
    lectern = await startLectern(instance)
    const after = await askFirst()
    release()

    expect([during, after]).toEqual([before, before])
    const record = () => lectern.client.getLibrary(`/${pathOf(0)}`)
    const isNew = async () => ((await record()).source.revision === commit ? true : undefined)
    expect(await waitFor("the refresh to be taken up again", isNew, FINISH_TIMEOUT_MS)).toBe(true)
    const text = await lectern.client.readContextText({ libraryId: `/${pathOf(0)}`, query: "bilge pump" })
    expect(text).toContain("bilge pump hums")
  })

  it("leaves no temporary file behind", async () => {
    await lectern.stop()
    lectern = await startLectern(instance)
    const isSwept = async () => (leftovers(instance.dataDir).length === 0 ? true : undefined)
    await waitFor("what was left behind to be swept", isSwept).catch(() => undefined)

    expect(leftovers(instance.dataDir)).toEqual([])
  })
})

/** Files that only a running ingestion may have: clones, and indexes and blobs that are not finished. */
function leftovers(dataDir: string): readonly string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
    .filter((path) => path.startsWith("work/") || path.startsWith("blobs/.tmp/") || path.endsWith(".tmp"))
}
