import { randomBytes } from "node:crypto"
import { runJob, type WorkerDependencies } from "./run-job.ts"
import { embedPublished } from "../../upkeep/embed-published.ts"
import type { MetadataRefresher } from "../../upkeep/refresh-metadata.ts"
import { createWakeSignal, type WakeSignal } from "../../base/wake-signal.ts"
import { type Popularity, queueDueRefreshes } from "../../upkeep/schedule.ts"
import { runEvery, type Timing } from "../../upkeep/run-every.ts"
import { sweepLeftovers } from "../../upkeep/sweep.ts"
import { generateTexts, type WritingStage } from "../../upkeep/generate-texts.ts"

/** A queue that just had something is looked at this soon again; an empty one ever more rarely. */
const SHORTEST_POLL_MS = 50
const LONGEST_POLL_MS = 500
const POLL_FACTOR = 1.5
/** A worker that has given no sign of life for so long is taken for dead; signs are two seconds apart. */
const SILENT_AFTER_MS = 15_000
const SWEEP_INTERVAL_MS = 3_600_000
const SCHEDULE_INTERVAL_MS = 60_000
/** What models add to served libraries waits so long at most while they answer. */
const IMPROVING_INTERVAL_MS = 60_000
const LONGEST_IMPROVING_WAIT_MS = 3_600_000
const FACTS_INTERVAL_MS = 5_000

/** Everything a worker needs. */
export interface WorkerOptions extends WorkerDependencies {
  /** Jobs that run at a time. */
  readonly concurrency: number
  /** How long another worker may be silent before its jobs are taken over; 15 s unless a test says otherwise. */
  readonly silentAfterMs?: number
  /** Time after which a library is read again by itself; 0 only by schedules of their own, never at all when left out. */
  readonly refreshIntervalMs?: number
  /** For libraries that are read again by popularity. */
  readonly popularity?: Popularity
  /** Asks hosts about libraries; nobody does when left out. */
  readonly metadataRefresher?: MetadataRefresher | undefined
  /** Days of usage that are kept; 400 when left out. */
  readonly usageDays?: number
  /** Writes titles and descriptions; missing where no writer is configured. */
  readonly writing?: WritingStage
}

/** Claims jobs of the catalogue and runs them. */
export interface Worker {
  /** Works until the signal aborts; then gives its jobs back and returns. */
  run(signal: AbortSignal): Promise<void>
  /** Looks at the queue at once instead of at the next poll. */
  wake(): void
}

/** Makes a worker; any number of them, in any number of processes, may share one catalogue. */
export function createWorker(environment: WorkerOptions): Worker {
  const doorbell = createWakeSignal()
  const name = `${process.pid}-${randomBytes(4).toString("hex")}`
  let runCount = 0
  // Every run has a name of its own: a job that this very process has lost and claimed again is not taken for its own.
  const nextRunName = () => `${name}-${++runCount}`
  return {
    wake: () => doorbell.ring(),
    async run(signal) {
      // One each: a bell that rings while nobody sleeps is heard by one sleeper.
      const [embedding, writing] = [createWakeSignal(), createWakeSignal()]
      const onWorked = () => [embedding, writing].forEach((bell) => bell.ring())
      const lanes = Array.from({ length: environment.concurrency }, () =>
        runLane(environment, { doorbell, nextRunName, onWorked, signal }),
      )
      await Promise.all([
        ...lanes,
        keepSweeping(environment, signal),
        keepFresh(environment, signal),
        keepFacts(environment, signal),
        keepEmbedded(environment, { name, bell: embedding, signal }),
        keepWritten(environment, { name, bell: writing, signal }),
      ])
    },
  }
}

interface JobSlot {
  readonly doorbell: WakeSignal
  readonly signal: AbortSignal
  nextRunName(): string
  /** Called after every job. */
  onWorked(): void
}

/** One job after the other. */
async function runLane(
  environment: WorkerOptions,
  { doorbell, nextRunName, onWorked, signal }: JobSlot,
): Promise<void> {
  let pollMs = SHORTEST_POLL_MS
  while (!signal.aborted) {
    const hasWorked = await runNextJob(environment, nextRunName(), signal)
    if (hasWorked) {
      pollMs = SHORTEST_POLL_MS
      onWorked()
    } else {
      await doorbell.sleep(pollMs, signal)
      pollMs = Math.min(LONGEST_POLL_MS, pollMs * POLL_FACTOR)
    }
  }
}

/** @returns false when there was no job, or the catalogue did not answer. */
async function runNextJob(environment: WorkerOptions, workerId: string, signal: AbortSignal): Promise<boolean> {
  const { catalogue, log } = environment
  try {
    const job = await catalogue.jobs.claim(workerId, environment.silentAfterMs ?? SILENT_AFTER_MS)
    if (job === undefined) return false
    log.info({ jobId: job.id, kind: job.kind, libraryId: job.libraryId, attempt: job.attempts }, "job claimed")
    await runJob(environment, { job, workerId }, signal)
    return true
  } catch (error) {
    // The job, if there was one, goes silent and is taken over: nothing is lost but time.
    log.error({ err: error }, "worker could not reach the end of a job")
    return false
  }
}

async function keepSweeping(environment: WorkerOptions, signal: AbortSignal): Promise<void> {
  await runEvery({ intervalMs: SWEEP_INTERVAL_MS, signal }, () => sweepLeftovers(environment))
}

interface Improver {
  /** Name of the worker. */
  readonly name: string
  /** Rings when there may be something new to improve. */
  readonly bell: WakeSignal
  readonly signal: AbortSignal
}

async function keepEmbedded(environment: WorkerOptions, improver: Improver): Promise<void> {
  if (environment.stages.embedding === undefined) return
  await runEvery(improvingTiming(improver), () => embedPublished(environment, improver.name, improver.signal))
}

async function keepWritten(environment: WorkerOptions, improver: Improver): Promise<void> {
  const { writing } = environment
  if (writing === undefined) return
  const places = { ...environment, writing, done: new Map<string, string>() }
  await runEvery(improvingTiming(improver), () => generateTexts(places, improver.name, improver.signal))
}

/** Runs often while the model answers, and less and less often while it does not. */
function improvingTiming({ bell, signal }: Improver): Timing {
  return { intervalMs: IMPROVING_INTERVAL_MS, maxIntervalMs: LONGEST_IMPROVING_WAIT_MS, wake: bell, signal }
}

async function keepFresh(environment: WorkerOptions, signal: AbortSignal): Promise<void> {
  const { refreshIntervalMs } = environment
  if (refreshIntervalMs === undefined) return
  await runEvery({ intervalMs: SCHEDULE_INTERVAL_MS, signal }, () => queueDueRefreshes(environment, refreshIntervalMs))
}

async function keepFacts({ metadataRefresher }: WorkerOptions, signal: AbortSignal): Promise<void> {
  if (metadataRefresher === undefined) return
  await runEvery({ intervalMs: FACTS_INTERVAL_MS, signal }, () => metadataRefresher.askDue(signal))
}
