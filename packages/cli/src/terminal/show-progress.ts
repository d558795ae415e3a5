import { describeStageProgress, describeJobState, type Job, type JobStage } from "@lectern/contract"
import { drawStage } from "./draw-progress.ts"
import type { Terminal } from "./terminal.ts"

/** In a pipe, a stage is told again at most this often. */
const PLAIN_INTERVAL_MS = 5_000

/** Erases the line under the cursor and goes to its start. */
const ERASE_LINE = "\r\u001B[2K"

/** Shows how a job comes along, on stderr. */
export interface ProgressDisplay {
  show(job: Job): void
  /** Leaves the last state behind as a line of its own. */
  finish(): void
}

/**
 * Makes the display of one job: on a terminal one line a stage, drawn again as it moves; in a pipe a plain line at every
 * change of stage and every five seconds.
 *
 * @param nowMs tells the time in milliseconds.
 */
export function showProgress(terminal: Terminal, nowMs: () => number): ProgressDisplay {
  return terminal.isWatched ? drawLive(terminal) : tellPlainly(terminal, nowMs)
}

function drawLive(terminal: Terminal): ProgressDisplay {
  let shownStage: JobStage | undefined
  let line = ""
  const redraw = (text: string) => {
    line = text
    terminal.draw(`${ERASE_LINE}${text.slice(0, terminal.columns - 1)}`)
  }
  return {
    show(job) {
      const stage = job.stage ?? undefined
      if (stage === undefined) {
        if (job.state === "queued") {
          redraw(terminal.styleNote("dim", "waiting for a worker"))
        }
        return
      }
      if (shownStage !== undefined && shownStage !== stage) {
        redraw(drawStage(shownStage, job.progress[shownStage]))
        terminal.draw("\n")
      }
      shownStage = stage
      redraw(drawStage(stage, job.progress[stage]))
    },
    finish() {
      if (line !== "") {
        terminal.draw("\n")
      }
      line = ""
    },
  }
}

function tellPlainly(terminal: Terminal, nowMs: () => number): ProgressDisplay {
  let shown = ""
  let shownAtMs = Number.NEGATIVE_INFINITY
  return {
    show(job) {
      const place = job.stage ?? job.state
      const isNew = place !== shown
      const isFinal = job.stage === null && job.state !== "queued"
      if (isFinal || (!isNew && nowMs() - shownAtMs < PLAIN_INTERVAL_MS)) {
        return
      }
      shown = place
      shownAtMs = nowMs()
      const counts = job.stage === null ? "" : describeStageProgress(job.progress[job.stage])
      terminal.note(job.stage === null ? describeJobState(job) : `${job.stage}${counts === "" ? "" : `: ${counts}`}`)
    },
    finish() {},
  }
}
