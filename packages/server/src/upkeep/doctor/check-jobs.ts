import { countOf } from "@lectern/contract"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import { type Examination, type Finding, findingOf } from "./finding.ts"
import { MINUTE_MS } from "../../base/durations.ts"

/** Workers send a heartbeat every two seconds, and take over a silent job after fifteen. */
const STALE_AFTER_MS = MINUTE_MS
/** Time that a due job may wait while no job is running. */
const OVERDUE_AFTER_MS = 15 * MINUTE_MS
const MAX_JOBS = 1_000

/** Looks for jobs whose worker has stopped, and for a queue without a worker. */
export async function checkJobs({ catalogue, clock, isRepairing }: Examination): Promise<readonly Finding[]> {
  const nowMs = clock.now()
  const running = await catalogue.jobs.list({ state: "running", offset: 0, limit: MAX_JOBS })
  const stale = running.filter(({ heartbeatAtMs }) => Math.abs(nowMs - (heartbeatAtMs ?? 0)) > STALE_AFTER_MS)
  const repairs: string[] = []
  for (const { id, workerId } of isRepairing ? stale : []) {
    if (workerId !== null && (await catalogue.jobs.release(id, workerId))) repairs.push(`queued job ${id} again`)
  }
  const queued = await catalogue.jobs.list({ state: "queued", offset: 0, limit: MAX_JOBS })
  const overdue = queued.filter(({ runAfterMs, createdAtMs }) => {
    return nowMs - Math.max(runAfterMs, createdAtMs) > OVERDUE_AFTER_MS
  })
  const hangs = findingOf({
    check: "running jobs",
    status: stale.length === 0 ? "ok" : "error",
    summary:
      stale.length === 0
        ? countOf(running.length, "job runs and its worker responds", "jobs run and their workers respond")
        : `${stale.length} of ${running.length} running jobs have lost their worker`,
    details: stale.map(
      (job) => `${describe(job)}: no heartbeat for ${ageOf(nowMs, job.heartbeatAtMs)}. Start a worker`,
    ),
    repairs,
  })
  const isServed = overdue.length === 0 || running.length > stale.length
  return [
    hangs,
    findingOf({
      check: "job queue",
      status: isServed ? "ok" : "warning",
      summary: isServed
        ? countOf(queued.length, "job waits", "jobs wait")
        : `${countOf(overdue.length, "job has", "jobs have")} waited for more than 15 minutes, and none runs. Start a worker`,
      details: isServed ? [] : overdue.map((job) => `${describe(job)}: queued ${ageOf(nowMs, job.createdAtMs)} ago`),
    }),
  ]
}

function describe({ id, libraryId, versionTag }: JobRecord): string {
  if (libraryId === null) return `job ${id}`
  return `job ${id} of ${libraryId}${versionTag === "" ? "" : `/${versionTag}`}`
}

function ageOf(nowMs: number, timeMs: number | null): string {
  return timeMs === null ? "an unknown time" : `${Math.round(Math.abs(nowMs - timeMs) / 1_000)} s`
}
