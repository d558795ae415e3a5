import { randomBytes } from "node:crypto"
import type { JobRecord, PassedOver } from "../../catalogue/jobs/records.ts"
import { type Lane, Lanes } from "./lanes.ts"
import { WORKER_SEEN_INTERVAL_MS, WORKER_SEEN_SETTING } from "../../catalogue/jobs/worker-seen.ts"
import { runJob, type WorkerDependencies } from "./run-job.ts"
import { embedPublished } from "../../upkeep/embed-published.ts"
import type { MetadataRefresher } from "../../upkeep/refresh-metadata.ts"
import { createFailureStreak, type FailureStreak } from "../../base/failure-streak.ts"
import { createWakeSignal, type WakeSignal } from "../../base/wake-signal.ts"
import { type Popularity, queueDueRefreshes } from "../../upkeep/schedule.ts"
import { runEvery, type Timing } from "../../upkeep/run-every.ts"
import { sweepLeftovers } from "../../upkeep/sweep.ts"
import { generateTexts, type WritingStage } from "../../upkeep/generate-texts.ts"
import { HOUR_MS, MINUTE_MS } from "../../base/durations.ts"

/**
 * Poll interval after a job; it grows while the queue is empty, and grows further if the catalogue sends notices of new
 * jobs.
 */
const MIN_POLL_MS = 50
const MAX_POLL_MS = 500
const MAX_NOTICED_POLL_MS = 2_000
const POLL_FACTOR = 1.5
/** A worker without a heartbeat for this long is considered dead; heartbeats are two seconds apart. */
const SILENT_AFTER_MS = 15_000
const SWEEP_INTERVAL_MS = HOUR_MS
const SCHEDULE_INTERVAL_MS = MINUTE_MS
/** Maximum time between two improvements of served libraries by models, while the models respond. */
const IMPROVING_INTERVAL_MS = MINUTE_MS
const MAX_IMPROVING_WAIT_MS = HOUR_MS
const METADATA_INTERVAL_MS = 5_000

/** Dependencies and settings of a worker. */
export interface WorkerOptions extends WorkerDependencies {
  /** Number of jobs that parse and index at the same time. */
  readonly concurrency: number
  /** Time after which a job that waits for the network leaves its lane; defaults to two seconds. */
  readonly leaveLaneAfterMs?: number | undefined
  /** Time without a heartbeat after which another worker's jobs are taken over; defaults to 15 s. */
  readonly silentAfterMs?: number
  /** Interval of refreshes. With 0, only libraries with a schedule are refreshed; if missing, none are. */
  readonly refreshIntervalMs?: number
  /** Counts the requests of libraries that are refreshed by popularity. */
  readonly popularity?: Popularity
  /** Fetches host metadata; if missing, it is not fetched. */
  readonly metadataRefresher?: MetadataRefresher | undefined
  /** Days for which usage is kept; defaults to 400. */
  readonly usageDays?: number
  /** Writes titles and descriptions; missing if no writer is configured. */
  readonly writing?: WritingStage | undefined
}

/** Claims and runs jobs. */
export interface Worker {
  /** Runs until the signal aborts; then releases its jobs and returns. */
  run(signal: AbortSignal): Promise<void>
  /** Checks the queue immediately instead of at the next poll. */
  wake(): void
}

/** Creates a worker. Any number of workers in any number of processes can share one catalogue. */
export function createWorker(options: WorkerOptions): Worker {
  const wakeSignal = createWakeSignal()
  const name = `${process.pid}-${randomBytes(4).toString("hex")}`
  let runCount = 0
  // Every run has a unique name, so that a job that this process lost and claimed again is not mistaken for the earlier
  // run.
  const nextRunName = () => `${name}-${++runCount}`
  return {
    wake: () => wakeSignal.notify(),
    async run(signal) {
      // One signal per loop: a notification that arrives while no loop sleeps ends only one later sleep.
      const [embedding, writing] = [createWakeSignal(), createWakeSignal()]
      const onWorked = () => [embedding, writing].forEach((wakeSignal) => wakeSignal.notify())
      const unsubscribe = options.catalogue.notices.subscribe((notice) => {
        if (notice === "jobs") wakeSignal.notify()
      })
      await Promise.all([
        runJobs(options, { wakeSignal, nextRunName, onWorked, signal }),
        keepSeen(options, signal),
        keepSweeping(options, signal),
        keepFresh(options, signal),
        keepMetadataFresh(options, signal),
        keepEmbedded(options, { name, wakeSignal: embedding, signal }),
        keepWritten(options, { name, wakeSignal: writing, signal }),
      ]).finally(unsubscribe)
    },
  }
}

interface Dispatch {
  readonly wakeSignal: WakeSignal
  readonly signal: AbortSignal
  nextRunName(): string
  /** Called after every job. */
  onWorked(): void
}

/** Claims jobs while there is a free lane, and waits for all of them at the end. */
async function runJobs(options: WorkerOptions, { wakeSignal, nextRunName, onWorked, signal }: Dispatch): Promise<void> {
  const lanes = new Lanes(options.concurrency, { leaveAfterMs: options.leaveLaneAfterMs })
  const running = new Set<Promise<void>>()
  const failures = createFailureStreak(options.clock)
  let pollMs = MIN_POLL_MS
  while (!signal.aborted) {
    const lane = await lanes.enter(signal).catch(() => undefined)
    if (lane === undefined) break
    const workerId = nextRunName()
    const job = await claimJob(options, { workerId, passedOver: lane.passedOver(), failures })
    if (job === undefined) {
      lane.leave()
      await wakeSignal.sleep(pollMs, signal)
      const longestMs = options.catalogue.notices.isLive ? MAX_NOTICED_POLL_MS : MAX_POLL_MS
      pollMs = Math.min(longestMs, pollMs * POLL_FACTOR)
      continue
    }
    lane.holdFor(job.tenant)
    pollMs = MIN_POLL_MS
    const run: Promise<void> = runClaimed(options, { job, workerId, lane }, signal).finally(() => {
      lane.leave()
      // A regular lane replaces the spare one, which passed over some jobs.
      wakeSignal.notify()
      running.delete(run)
      onWorked()
    })
    running.add(run)
  }
  await Promise.all(running)
}

/** @returns undefined if there is no job or the catalogue is unavailable. */
async function claimJob(
  { catalogue, log, silentAfterMs = SILENT_AFTER_MS }: WorkerOptions,
  {
    workerId,
    passedOver,
    failures,
  }: { readonly workerId: string; readonly passedOver: readonly PassedOver[]; readonly failures: FailureStreak },
): Promise<JobRecord | undefined> {
  try {
    const job = await catalogue.jobs.claim(workerId, silentAfterMs, passedOver)
    failures.end()
    return job
  } catch (error) {
    const fields = failures.add(error)
    if (fields !== undefined) log.error({ err: error, ...fields }, "cannot claim a job")
    return undefined
  }
}

async function runClaimed(
  options: WorkerOptions,
  claimed: { readonly job: JobRecord; readonly workerId: string; readonly lane: Lane },
  signal: AbortSignal,
): Promise<void> {
  const { job } = claimed
  try {
    const { id: jobId, kind, libraryId, attempts: attempt } = job
    const run = async () => {
      options.log.info({ jobId, kind, libraryId, attempt }, "job claimed")
      await runJob(options, claimed, signal)
    }
    const { tracing } = options
    await (tracing === undefined
      ? run()
      : tracing.inCausedSpan(
          `job ${kind}`,
          { "lectern.job": jobId, "lectern.attempt": attempt },
          { cause: job.payload.traceParent, work: run },
        ))
  } catch (error) {
    // The job stops sending heartbeats, and another worker takes it over.
    options.log.error({ err: error }, "cannot finish a job")
  }
}

/**
 * Records that a worker is running, for metrics and `lectern doctor`; a missing record only makes these less accurate.
 */
async function keepSeen({ catalogue, clock, log }: WorkerOptions, signal: AbortSignal): Promise<void> {
  await runEvery({ intervalMs: WORKER_SEEN_INTERVAL_MS, signal }, async () => {
    try {
      await catalogue.settings.set(WORKER_SEEN_SETTING, String(clock.now()))
    } catch (error) {
      log.debug({ err: error }, "cannot record that a worker runs")
    }
  })
}

async function keepSweeping(options: WorkerOptions, signal: AbortSignal): Promise<void> {
  await runEvery({ intervalMs: SWEEP_INTERVAL_MS, signal }, () => sweepLeftovers(options))
}

interface Improver {
  /** Name of the worker. */
  readonly name: string
  /** Notified when there may be something new to improve. */
  readonly wakeSignal: WakeSignal
  readonly signal: AbortSignal
}

async function keepEmbedded(options: WorkerOptions, improver: Improver): Promise<void> {
  if (options.stages.embedding === undefined) return
  await runEvery(improvingTiming(improver), () => embedPublished(options, improver.name, improver.signal))
}

async function keepWritten(options: WorkerOptions, improver: Improver): Promise<void> {
  const { writing } = options
  if (writing === undefined) return
  const dependencies = { ...options, writing, done: new Map<string, string>() }
  await runEvery(improvingTiming(improver), () => generateTexts(dependencies, improver.name, improver.signal))
}

/** Returns the timing: frequent while the model responds, with growing intervals while it does not. */
function improvingTiming({ wakeSignal, signal }: Improver): Timing {
  return { intervalMs: IMPROVING_INTERVAL_MS, maxIntervalMs: MAX_IMPROVING_WAIT_MS, wake: wakeSignal, signal }
}

async function keepFresh(options: WorkerOptions, signal: AbortSignal): Promise<void> {
  const { refreshIntervalMs } = options
  if (refreshIntervalMs === undefined) return
  await runEvery({ intervalMs: SCHEDULE_INTERVAL_MS, signal }, () => queueDueRefreshes(options, refreshIntervalMs))
}

async function keepMetadataFresh({ metadataRefresher }: WorkerOptions, signal: AbortSignal): Promise<void> {
  if (metadataRefresher === undefined) return
  await runEvery({ intervalMs: METADATA_INTERVAL_MS, signal }, () => metadataRefresher.refreshDue(signal))
}
