import {
  describeJobDuration,
  describeProblems,
  formatCount,
  isFinalJobState,
  type Job,
  type LibraryRecord,
} from "@lectern/contract"
import type { Session } from "./connect.ts"
import { describeMove } from "./read-library.ts"
import { formatFiles, formatSnippets } from "../terminal/draw-progress.ts"
import { CliFailure, EXIT_CODES } from "../terminal/exit-codes.ts"
import { describeLeftOut } from "../terminal/left-out-words.ts"
import { inOptionWords } from "../terminal/option-words.ts"
import { showProgress } from "../terminal/show-progress.ts"
import type { Terminal } from "../terminal/terminal.ts"

/** Maximum number of notes shown from a file report. */
const MAX_NOTES = 20

/**
 * Waits for a job and shows its progress. Ctrl-C stops the wait but not the job.
 *
 * @returns the job in its final state, which may be `failed`.
 * @throws {CliFailure} after Ctrl-C, with exit code 130 and a message that says what happens to the job.
 */
export async function waitForJob(session: Session, terminal: Terminal, job: Job): Promise<Job> {
  const display = showProgress(terminal, Date.now)
  let last = job
  display.show(job)
  try {
    if (!isFinalJobState(job.state)) {
      for await (const event of session.client.watchJob(job.id, { signal: session.signal })) {
        if (event.event === "log") {
          continue
        }
        last = event.data
        display.show(last)
      }
    }
    return last
  } catch (thrown) {
    throw session.signal.aborted ? interruptedWait(session, job) : thrown
  } finally {
    display.finish()
  }
}

/**
 * Prints the result of a job on a library.
 *
 * @returns exit code 0 if the job succeeded, otherwise 1.
 */
export function reportOutcome(terminal: Terminal, job: Job, library: LibraryRecord): number {
  if (job.state === "succeeded") {
    terminal.print(`${describeSize(library)}, in ${describeJobDuration(job)}`)
    if (library.redirectTo !== null) terminal.note(describeMove(library))
    reportFiles(terminal, library)
    return EXIT_CODES.ok
  }
  const reason =
    job.state === "cancelled" ? "was cancelled" : `failed: ${inOptionWords(job.error?.message ?? "unknown reason")}`
  terminal.note(terminal.styleNote("red", `lectern: ${library.id} ${reason}`))
  if (library.state === "finalized") {
    terminal.note("the old index is still served")
  }
  return EXIT_CODES.failure
}

/** Describes the size of a library in one line. */
export function describeSize(library: LibraryRecord): string {
  const files = library.files === null ? "" : ` from ${formatFiles(library.files.indexedCount)}`
  return `${library.id}: ${formatSnippets(library.totalSnippets)}${files}, ${formatCount(library.totalTokens)} tokens`
}

function reportFiles(terminal: Terminal, library: LibraryRecord): void {
  const { files } = library
  if (files === null) {
    return
  }
  for (const note of files.notes.slice(0, MAX_NOTES)) {
    terminal.note(`note: ${note}`)
  }
  if (files.leftOutCount > 0) {
    const reasons = Object.entries(files.leftOutByReason).sort(([, left], [, right]) => right - left)
    const listed = reasons.map(([reason, count]) => describeLeftOut(reason, count)).join(", ")
    terminal.note(`left out: ${formatFiles(files.leftOutCount)} (${listed})`)
  }
  const problems = describeProblems(library)
  for (const line of problems) terminal.note(terminal.styleNote("yellow", line))
  if (problems.length > 0) terminal.note(`all problems: lectern status ${library.id} --problems`)
}

function interruptedWait({ isLocal }: Session, job: Job): CliFailure {
  const message = isLocal
    ? `stopped waiting: job ${job.id} went back into the queue and continues when a server or worker runs on this data directory`
    : `stopped waiting: job ${job.id} continues`
  const hint = isLocal ? undefined : `show it with: lectern status ${job.id}, cancel it with: lectern cancel ${job.id}`
  return new CliFailure(EXIT_CODES.interrupted, message, hint)
}
