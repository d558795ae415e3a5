import { Gauge, Histogram, type Registry } from "prom-client"
import type { Clock } from "../../../../base/clock.ts"
import type { Catalogue } from "../../../../catalogue/catalogue.ts"
import type { EndedJob, PendingJobs } from "../../../../catalogue/jobs/records.ts"
import { WORKER_SEEN_SETTING } from "../../../../catalogue/jobs/worker-seen.ts"

/** The buckets range from an unchanged source to the largest website. */
const JOB_BUCKETS_SECONDS = [1, 2, 5, 10, 30, 60, 300, 900, 3_600, 14_400]
/** Jobs that ended within this time are counted at the next scrape, so that no job with the same time is missed. */
const SETTLE_MS = 1_000
/** Maximum number of ended jobs that a scrape reads; the rest are read by the next one. */
const MAX_ENDED = 2_000

const KINDS = ["ingest", "import"] as const satisfies readonly PendingJobs["kind"][]
const STATES = ["queued", "running"] as const

/** Measures the job queue of the whole instance, from the catalogue. */
export interface JobMetrics {
  /** Reads the catalogue and updates the metrics. @throws if it does not respond. */
  update(): Promise<void>
  /** Removes values that may be outdated. */
  reset(): void
}

/** What the metrics of the job queue read. */
export interface JobMetricsParts {
  readonly catalogue: Pick<Catalogue, "jobs" | "settings">
  readonly clock: Clock
  /** Jobs that ended before this process started are not counted. */
  readonly startedAtMs: number
}

/** Creates the metrics of the job queue. */
export function createJobMetrics(registry: Registry, { catalogue, clock, startedAtMs }: JobMetricsParts): JobMetrics {
  const metrics = registerJobMetrics(registry)
  let countedUntilMs = startedAtMs
  return {
    async update() {
      const nowMs = clock.now()
      const pending = await catalogue.jobs.pendingByKind()
      const seenAtMs = Number((await catalogue.settings.get(WORKER_SEEN_SETTING)) ?? Number.NaN)
      const untilMs = nowMs - SETTLE_MS
      const range = { afterMs: countedUntilMs, untilMs, limit: MAX_ENDED }
      const ended = untilMs > countedUntilMs ? await catalogue.jobs.endedBetween(range) : []
      countedUntilMs = ended.length < MAX_ENDED ? Math.max(untilMs, countedUntilMs) : lastOf(ended)
      showPending(metrics, pending, nowMs)
      for (const job of ended) countEnded(metrics, job)
      if (Number.isNaN(seenAtMs)) metrics.workerAge.remove()
      else metrics.workerAge.set(secondsBetween(seenAtMs, nowMs))
    },
    reset() {
      for (const gauge of [metrics.jobs, metrics.waiting, metrics.heartbeatAge]) gauge.reset()
      metrics.workerAge.remove()
    },
  }
}

function registerJobMetrics(registry: Registry) {
  // Every process reports the same values, so the values of one process are shown instead of their sum.
  const ofInstance = { registers: [registry], aggregator: "first" as const }
  return {
    jobs: new Gauge({
      name: "lectern_jobs",
      help: "Waiting and running jobs, in all processes.",
      labelNames: ["state", "kind"],
      ...ofInstance,
    }),
    waiting: new Gauge({
      name: "lectern_jobs_oldest_waiting_seconds",
      help: "Time since the oldest waiting job was queued; 0 if no job is waiting.",
      labelNames: ["kind"],
      ...ofInstance,
    }),
    heartbeatAge: new Gauge({
      name: "lectern_job_heartbeat_age_seconds",
      help: "Time since the oldest heartbeat of a running job; 0 if no job is running.",
      labelNames: ["kind"],
      ...ofInstance,
    }),
    workerAge: new Gauge({
      name: "lectern_worker_seen_age_seconds",
      help: "Time since any worker last reported that it runs; workers report every 15 seconds.",
      ...ofInstance,
    }),
    durations: new Histogram({
      name: "lectern_job_duration_seconds",
      help: "Time from the start of a job to its end, in all processes, since this process started.",
      labelNames: ["kind", "outcome"],
      buckets: JOB_BUCKETS_SECONDS,
      ...ofInstance,
    }),
  }
}

type Registered = ReturnType<typeof registerJobMetrics>

function showPending({ jobs, waiting, heartbeatAge }: Registered, pending: readonly PendingJobs[], nowMs: number) {
  for (const kind of KINDS) {
    const find = (state: PendingJobs["state"]) => pending.find((each) => each.kind === kind && each.state === state)
    for (const state of STATES) jobs.set({ state, kind }, find(state)?.count ?? 0)
    waiting.set({ kind }, secondsBetween(find("queued")?.oldestCreatedAtMs ?? nowMs, nowMs))
    heartbeatAge.set({ kind }, secondsBetween(find("running")?.oldestHeartbeatAtMs ?? nowMs, nowMs))
  }
}

function countEnded({ durations }: Registered, job: EndedJob): void {
  const { kind, state, outcome = state, createdAtMs, startedAtMs, finishedAtMs } = job
  durations.observe({ kind, outcome }, secondsBetween(startedAtMs ?? createdAtMs, finishedAtMs))
}

/** Returns the time between two times, or 0 if the clock was set back in between. */
function secondsBetween(fromMs: number, untilMs: number): number {
  return Math.max(0, untilMs - fromMs) / 1_000
}

function lastOf(ended: readonly EndedJob[]): number {
  return ended.at(-1)?.finishedAtMs ?? 0
}
