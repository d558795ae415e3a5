import { createHash } from "node:crypto"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { type Clock, systemClock } from "../../base/clock.ts"
import { silentLog } from "../../base/log.ts"
import { openDirectoryBlobStore } from "../../blobs/open-directory-blob-store.ts"
import { aJob, aLibrary } from "../../catalogue/catalogue.contract.testing.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { LibraryRecord, NewLibrary } from "../../catalogue/libraries/records.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import { openSqliteCatalogue } from "../../catalogue/engines/sqlite/open-sqlite-catalogue.ts"
import type { SourceItem, SourceSnapshot } from "../../sources/base/source-file.ts"
import type { WorkerDependencies } from "./run-job.ts"
import type { OpenSource } from "../../sources/open-source.ts"
import { createStages } from "../read/stages.ts"
import { createWorker } from "./worker.ts"
import { sha256Hex } from "../../base/sha256.ts"

/** The dependencies of a worker in a temporary directory; only the sources are stand-ins. */
export interface TestWorker extends WorkerDependencies {
  readonly folder: string
  /** Adds a library and queues its first job. */
  submit(given?: Partial<NewLibrary>): Promise<{ library: LibraryRecord; job: JobRecord }>
  /** Runs a worker until the job has ended. */
  runUntilEnd(jobId: string): Promise<JobRecord>
  library(id: string, teamspaceKey?: string | null): Promise<LibraryRecord | undefined>
  close(): Promise<void>
}

/** Creates the dependencies of a worker whose sources are opened by the given function. */
export async function openTestWorker(openSource: OpenSource, clock: Clock = systemClock): Promise<TestWorker> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-ingest-"))
  const catalogue = await openSqliteCatalogue(join(folder, "lectern.db"), { clock, log: silentLog })
  await catalogue.migrate()
  const testWorker: WorkerDependencies = {
    catalogue,
    blobs: await openDirectoryBlobStore(join(folder, "blobs")),
    stages: createStages(openSource),
    clock,
    log: silentLog,
    workDirectory: join(folder, "work"),
  }
  return {
    ...testWorker,
    folder,
    submit: (given) => submit(catalogue, given),
    runUntilEnd: (jobId) => runUntilEnd(testWorker, jobId),
    library: (id, teamspaceKey) => catalogue.libraries.byId(id, teamspaceKey),
    async close() {
      await catalogue.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function submit(catalogue: Catalogue, given: Partial<NewLibrary> = {}) {
  const library = await catalogue.libraries.add(aLibrary(given))
  if (library === undefined) throw new Error(`the id ${given.id} is taken`)
  return { library, job: await catalogue.jobs.add(aJob(library)) }
}

async function runUntilEnd(testWorker: WorkerDependencies, jobId: string): Promise<JobRecord> {
  const stop = new AbortController()
  const running = createWorker({ ...testWorker, concurrency: 1 }).run(stop.signal)
  const job = await until(async () => {
    const now = await testWorker.catalogue.jobs.byId(jobId)
    return now !== undefined && now.finishedAtMs !== null ? now : undefined
  })
  stop.abort()
  await running
  return job
}

/** Polls every few milliseconds until there is a value. @throws after the timeout. */
export async function until<Value>(
  look: () => Promise<Value | undefined> | Value | undefined,
  timeoutMs = 20_000,
): Promise<Value> {
  const deadlineMs = performance.now() + timeoutMs
  for (;;) {
    const value = await look()
    if (value !== undefined) return value
    if (performance.now() > deadlineMs) throw new Error(`waited ${timeoutMs} ms for nothing`)
    await delay(5)
  }
}

/** Creates a source from texts by path; its revision is computed from them. */
export function textSource(
  textByPath: Readonly<Record<string, string>>,
  given: Partial<SourceSnapshot> = {},
): SourceSnapshot {
  const items = Object.entries(textByPath).map(([path, text]) => fileItem(path, Buffer.from(text)))
  return {
    revision: createHash("sha1").update(JSON.stringify(textByPath)).digest("hex"),
    branch: "main",
    fileCount: items.length,
    async *items() {
      yield* items
    },
    close: () => Promise.resolve(),
    ...given,
  }
}

/** Creates a file of a source. */
export function fileItem(path: string, bytes: Uint8Array): SourceItem {
  const contentHash = sha256Hex(bytes)
  return { kind: "file", file: { path, bytes, url: `https://example.org/${path}`, contentHash } }
}

/** Lists the files in the blob store and the work directory. */
export async function leftovers(testWorker: TestWorker): Promise<{ blobs: string[]; work: string[] }> {
  const files = async (folder: string) => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  }
  return { blobs: await files(join(testWorker.folder, "blobs")), work: await files(testWorker.workDirectory) }
}
