import { describeStageProgress, describeJobState, type Job, type JobStage } from "@lectern/contract"
import { drawStage } from "./draw-progress.ts"
import type { Terminal } from "./terminal.ts"

/** Minimum time between two lines of the same stage if the output is not a terminal. */
const PLAIN_INTERVAL_MS = 5_000

/** Erases the current line and moves to its start. */
const ERASE_LINE = "\r\u001B[2K"

/** Shows the progress of a job on stderr. */
export interface ProgressDisplay {
  show(job: Job): void
  /** Completes the line with the last state. */
  finish(): void
}

/**
 * Creates the display of one job. On a terminal, each stage has one line that is redrawn; otherwise, a plain line is
 * printed for each new stage and every five seconds.
 *
 * @param nowMs returns the current time in milliseconds.
 */
export function showProgress(terminal: Terminal, nowMs: () => number): ProgressDisplay {
  return terminal.isWatched ? drawLive(terminal) : printPlainly(terminal, nowMs)
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

function printPlainly(terminal: Terminal, nowMs: () => number): ProgressDisplay {
  let shown = ""
  let shownAtMs = Number.NEGATIVE_INFINITY
  return {
    show(job) {
      const step = job.stage ?? job.state
      const isNew = step !== shown
      const isFinal = job.stage === null && job.state !== "queued"
      if (isFinal || (!isNew && nowMs() - shownAtMs < PLAIN_INTERVAL_MS)) {
        return
      }
      shown = step
      shownAtMs = nowMs()
      const counts = job.stage === null ? "" : describeStageProgress(job.progress[job.stage])
      terminal.note(job.stage === null ? describeJobState(job) : `${job.stage}${counts === "" ? "" : `: ${counts}`}`)
    },
    finish() {},
  }
}
