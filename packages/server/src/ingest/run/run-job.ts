import type { Log } from "../../base/log.ts"
import type { Tracing } from "../../base/tracing.ts"
import type { BlobStore } from "../../blobs/blob-store.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { JobProgress, JobRecord, JobStage } from "../../catalogue/jobs/records.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { VersionRecord } from "../../catalogue/versions/records.ts"
import { openWorkDirectory, removeWorkDirectory } from "../../sources/base/work-directory.ts"
import { type EndedRun, endThrown, endUnchanged } from "./end-run.ts"
import { RunStopped, WorkerCrashed } from "../errors.ts"
import { importBundle } from "../import/import-bundle.ts"
import { publishIndex, type PublishingDependencies } from "../publish/publish.ts"
import { runIngestion } from "./run-ingestion.ts"
import type { RunWatch } from "../run-watch.ts"
import type { Lane } from "./lanes.ts"
import type { Stages } from "../read/stages.ts"
import { moveTo } from "../states.ts"
import { readReport } from "../../blobs/stored-report.ts"
import { type JobHeartbeat, startHeartbeat } from "./job-heartbeat.ts"
import { type JobLog, logReport, openJobLog } from "./job-log.ts"

/** Dependencies of a job's run. */
export interface WorkerDependencies extends PublishingDependencies {
  readonly stages: Stages
  readonly log: Log
  /** Records each run and its stages; undefined if tracing is off. */
  readonly tracing?: Tracing | undefined
  /** Directory for temporary files, ideally on the file system of the blobs. */
  readonly workDirectory: string
}

/** Runs one claimed job. When this returns, the catalogue contains the result. */
export async function runJob(
  dependencies: WorkerDependencies,
  { lane, ...claimed }: { readonly job: JobRecord; readonly workerId: string; readonly lane: Lane },
  stopping: AbortSignal,
): Promise<void> {
  const stop = new AbortController()
  const giveBack = () => stop.abort(new RunStopped("stopping"))
  stopping.addEventListener("abort", giveBack, { once: true })
  if (stopping.aborted) giveBack()
  const jobLog = openJobLog(dependencies, claimed.job.id)
  const { attempts: attempt, maxAttempts } = claimed.job
  jobLog.write("info", "run began", { attempt, maxAttempts, worker: claimed.workerId })
  const heartbeat = startHeartbeat(dependencies, claimed, stop)
  const watch = logStages(traceStages(heartbeat, dependencies.tracing), jobLog)
  let run: EndedRun = claimed
  try {
    const subject = await beginRun(dependencies.catalogue, claimed.job)
    run = { ...claimed, subject }
    assertWorthRunning(claimed.job)
    const { signal } = stop
    const sourceType = subject?.library.source.type ?? "import"
    const whileFetching = <Result>(fetch: () => Promise<Result>) =>
      lane.whileFetching({ sourceType, tenant: claimed.job.tenant }, fetch, signal)
    const giveTurn = (workedMs: number) => lane.giveTurn(workedMs, signal)
    const runWatch = { signal, onProgress: watch.report, flush: watch.flush, whileFetching, giveTurn }
    await work(dependencies, run, { watch: runWatch, jobLog })
  } catch (error) {
    if (!stop.signal.aborted) await watch.flush()
    await endThrown(dependencies, { ...run, jobLog }, stop.signal.aborted ? stop.signal.reason : error)
  } finally {
    await jobLog.flush()
    stopping.removeEventListener("abort", giveBack)
    await watch.end()
  }
}

/** Moves the job's version to `processing`; undefined for an import. */
async function beginRun(
  catalogue: Catalogue,
  job: JobRecord,
): Promise<{ library: LibraryRecord; version: VersionRecord } | undefined> {
  const { libraryKey } = job
  if (libraryKey === null) return undefined
  return catalogue.inTransaction(async (inside) => {
    const library = await inside.libraries.byKey(libraryKey)
    if (library === undefined || library.isDeleted) throw new RunStopped("cancelled")
    const version = await inside.versions.ensure(libraryKey, job.versionTag)
    await moveTo(inside, version, "processing", library.stateReason)
    return { library, version }
  })
}

function assertWorthRunning(job: JobRecord): void {
  if (job.isCancelRequested) throw new RunStopped("cancelled")
  if (job.attempts > job.maxAttempts) {
    throw new WorkerCrashed(
      `worker crashed ${job.maxAttempts} times while processing this source. It will not be retried`,
    )
  }
}

async function work(
  dependencies: WorkerDependencies,
  run: EndedRun,
  { watch, jobLog }: { readonly watch: RunWatch; readonly jobLog: JobLog },
): Promise<void> {
  const { job, workerId, subject } = run
  const workDirectory = await openWorkDirectory(dependencies.workDirectory)
  try {
    if (subject === undefined) {
      await importBundle(dependencies, { job, workerId, workDirectory }, watch)
      jobLog.write("info", "run ended", { outcome: "imported" })
      return
    }
    const force = job.payload.force === true || !(await isServable(dependencies.blobs, subject.version))
    const served = await servedBefore(dependencies, subject.version, job.payload.force === true)
    const result = await runIngestion(dependencies.stages, { ...subject, ...served, force, workDirectory }, watch)
    watch.signal.throwIfAborted()
    if (result.kind === "unchanged") {
      const archiveHash = result.archivePath && (await dependencies.blobs.putFile(result.archivePath))
      await endUnchanged(dependencies, run, { news: result.news, archiveHash })
    } else {
      await publishIndex(dependencies, { job, workerId, ...subject }, { built: result, watch })
    }
    const { library } = subject
    if (result.kind === "built") logReport(jobLog, result.report)
    jobLog.write("info", "run ended", {
      outcome: result.kind === "built" ? "published" : "unchanged",
      ...revisionOf(result),
      ...countsOf(result),
    })
    dependencies.log.info(
      { jobId: job.id, libraryId: library.id, outcome: result.kind, ...countsOf(result) },
      "ingestion finished",
    )
  } finally {
    await removeWorkDirectory(workDirectory)
  }
}

/**
 * Returns true if the index can be served. If its file is missing or damaged in the blob store, the index is rebuilt
 * even if its source has not changed.
 */
async function isServable(blobs: BlobStore, { indexHash }: VersionRecord): Promise<boolean> {
  return indexHash !== null && (await blobs.isIntact(indexHash))
}

/**
 * Returns the file report of the served index, for comparison, and the responses that were stored with it, if they may
 * be reused. If one of them cannot be read, the run continues without it.
 */
async function servedBefore(
  { blobs, log }: WorkerDependencies,
  { reportHash, archiveHash }: VersionRecord,
  isForced: boolean,
) {
  const unlessUnreadable = async <Result>(what: string, read: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await read()
    } catch (error) {
      log.warn({ err: error, what }, "cannot read what was stored with the served index")
      return undefined
    }
  }
  return {
    servedReport: await unlessUnreadable("report", () => readReport(blobs, reportHash)),
    servedArchive: await unlessUnreadable("responses", async () =>
      archiveHash !== null && !isForced && (await blobs.has(archiveHash)) ? await blobs.get(archiveHash) : undefined,
    ),
  }
}

function revisionOf({ revision }: Awaited<ReturnType<typeof runIngestion>>) {
  return { revision }
}

/** Logs the first progress of each stage, and the last progress of the previous one, in the job's log. */
function logStages(watch: JobHeartbeat, jobLog: JobLog): JobHeartbeat {
  let latest: { readonly stage: JobStage; readonly progress: JobProgress } | undefined
  return {
    ...watch,
    report(stage, progress) {
      if (latest?.stage !== stage) {
        if (latest !== undefined)
          jobLog.write("info", "stage ended", { stage: latest.stage, ...numbersOf(latest.progress) })
        jobLog.write("info", "stage began", { stage })
        void jobLog.flush()
      }
      latest = { stage, progress }
      watch.report(stage, progress)
    },
  }
}

/** Records each stage as a span of the run. */
function traceStages(watch: JobHeartbeat, tracing: Tracing | undefined): JobHeartbeat {
  if (tracing === undefined) return watch
  let current: { readonly stage: JobStage; readonly startedAtMs: number } | undefined
  const endStage = () => {
    if (current !== undefined) tracing.recordEnded(current.stage, performance.now() - current.startedAtMs)
  }
  return {
    ...watch,
    report(stage, progress) {
      if (current?.stage !== stage) {
        endStage()
        current = { stage, startedAtMs: performance.now() }
      }
      watch.report(stage, progress)
    },
    end() {
      endStage()
      return watch.end()
    },
  }
}

function numbersOf({ filesDone, filesLeftOut, filesFailed, snippets, tokens, pages }: JobProgress) {
  return { filesDone, filesLeftOut, filesFailed, snippets, tokens, ...(pages && { pagesFetched: pages.fetched }) }
}

function countsOf(result: Awaited<ReturnType<typeof runIngestion>>) {
  return result.kind === "built" ? { snippets: result.summary.snippets, tokens: result.summary.tokens } : {}
}
