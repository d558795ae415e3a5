import type { Log } from "../../base/log.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { NO_PROGRESS } from "../../catalogue/jobs/rows.ts"
import type { JobProgress, JobRecord, JobStage } from "../../catalogue/jobs/records.ts"
import { RunStopped } from "../errors.ts"

/** Interval for writing progress and checking for cancellation. */
const TICK_MS = 200
/** Maximum time between two heartbeats. */
const HEARTBEAT_MS = 2000

/** Keeps a run's job up to date in the catalogue. */
export interface JobHeartbeat {
  /** Records the progress of the run; the next tick writes it. */
  report(stage: JobStage, progress: JobProgress): void
  /** Writes the last reported progress immediately, so that an ended job shows how far it got. */
  flush(): Promise<void>
  /** Stops the heartbeat; nothing is written or aborted afterwards. */
  end(): Promise<void>
}

/**
 * Keeps a running job alive in the catalogue, writes its progress, and stops the run when the job is cancelled or
 * another worker has taken it over.
 *
 * @param stop is aborted with a `RunStopped`.
 */
export function startHeartbeat(
  { catalogue, log }: { readonly catalogue: Catalogue; readonly log: Log },
  { job, workerId }: { readonly job: JobRecord; readonly workerId: string },
  stop: AbortController,
): JobHeartbeat {
  let latest = { stage: "fetching" as JobStage, progress: NO_PROGRESS }
  let written = latest
  let writtenAtMs = performance.now()
  let ticking: Promise<void> | undefined

  async function tick(): Promise<void> {
    const isDue = latest !== written || performance.now() - writtenAtMs >= HEARTBEAT_MS
    const answer = await (isDue ? write() : look())
    if (answer !== "continue") stop.abort(new RunStopped(answer === "cancel" ? "cancelled" : "lost"))
  }

  async function write() {
    const [sent, sentAtMs] = [latest, performance.now()]
    const answer = await catalogue.jobs.heartbeat(job.id, workerId, sent)
    written = sent
    writtenAtMs = sentAtMs
    return answer
  }

  async function look() {
    const row = await catalogue.jobs.byId(job.id)
    if (row?.state !== "running" || row.workerId !== workerId) return "lost"
    return row.isCancelRequested ? "cancel" : "continue"
  }

  /** Runs one tick at a time; the next tick repeats the work of a failed one. */
  function tickAlone(): Promise<void> {
    ticking ??= tick()
      .catch((error: unknown) => log.warn({ err: error, jobId: job.id }, "heartbeat failed"))
      .finally(() => (ticking = undefined))
    return ticking
  }

  const timer = setInterval(() => void tickAlone(), TICK_MS)

  return {
    report(stage, progress) {
      latest = { stage, progress }
    },
    async flush() {
      await ticking
      if (latest !== written) await tickAlone()
    },
    async end() {
      clearInterval(timer)
      await ticking
    },
  }
}
