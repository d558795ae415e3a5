import { describeJobDuration, formatCount, isFinalJobState, type Job, type LibraryRecord } from "@lectern/contract"
import type { Session } from "./connect.ts"
import { formatFiles, formatSnippets } from "../terminal/draw-progress.ts"
import { CliFailure, EXIT_CODES } from "../terminal/exit-codes.ts"
import { showProgress } from "../terminal/show-progress.ts"
import type { Terminal } from "../terminal/terminal.ts"

/** Notes of a report that are shown. */
const MAX_NOTES = 20

/**
 * Follows a job to its end and shows its progress. Ctrl-C ends the watching, not the job.
 *
 * @returns the job in its final state; a failed one as well.
 * @throws {CliFailure} exit code 130, with a word on what becomes of the job.
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
    throw session.signal.aborted ? leftAlone(session, job) : thrown
  } finally {
    display.finish()
  }
}

/**
 * Reports what became of a library after its job.
 *
 * @returns exit code 0 when the job succeeded, else 1.
 */
export function reportOutcome(terminal: Terminal, job: Job, library: LibraryRecord): number {
  if (job.state === "succeeded") {
    terminal.print(`${describeSize(library)}, in ${describeJobDuration(job)}`)
    reportFiles(terminal, library)
    return EXIT_CODES.ok
  }
  const reason = job.state === "cancelled" ? "was cancelled" : `failed: ${job.error?.message ?? "no reason was given"}`
  terminal.note(terminal.styleNote("red", `lectern: ${library.id} ${reason}`))
  if (library.state === "finalized") {
    terminal.note("what was indexed before is still served")
  }
  return EXIT_CODES.failure
}

/** Says how much a library holds in one line. */
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
    const listed = reasons.map(([reason, count]) => `${formatCount(count)} ${reason}`).join(", ")
    terminal.note(`left out: ${formatFiles(files.leftOutCount)} (${listed})`)
  }
  for (const { path, reason, detail } of files.failed) {
    terminal.note(terminal.styleNote("yellow", `failed: ${path}: ${detail ?? reason}`))
  }
}

function leftAlone({ isLocal }: Session, job: Job): CliFailure {
  const message = isLocal
    ? `stopped watching job ${job.id}; it is put back and goes on when a server or worker runs on this data directory`
    : `stopped watching; job ${job.id} goes on`
  const hint = isLocal ? undefined : `see it with: lectern status ${job.id}, stop it with: lectern cancel ${job.id}`
  return new CliFailure(EXIT_CODES.interrupted, message, hint)
}
