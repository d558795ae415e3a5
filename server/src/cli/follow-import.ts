import { setTimeout as delay } from "node:timers/promises"
import { ApiError } from "@lectern/client"
import { isFinalJobState, type Job } from "@lectern/contract"
import type { Session } from "./connect.ts"
import { describeState, formatCount } from "./describe-job.ts"
import type { Terminal } from "./terminal.ts"

/** Time between two looks at a library that is not imported yet. */
const POLL_INTERVAL_MS = 200
/** A bundle may hold thousands of libraries; the count is drawn, or told, once per so many. */
const DRAWN_EVERY = 25
const TOLD_EVERY = 1_000

/** What became of the libraries of a bundle. */
export interface ImportOutcome {
  readonly imported: readonly string[]
  readonly failed: readonly { readonly libraryName: string; readonly reason: string }[]
}

/**
 * Waits until every library of an import is there or has failed. They are looked at in the order in which they are
 * queued, so that most are done when their turn comes.
 *
 * @throws the reason of the session's signal.
 */
export async function followImport(
  session: Session,
  terminal: Terminal,
  libraryNames: readonly string[],
): Promise<ImportOutcome> {
  const imported: string[] = []
  const failed: { libraryName: string; reason: string }[] = []
  for (const [at, libraryName] of libraryNames.entries()) {
    const job = await waitForImport(session, libraryName)
    if (job === undefined || job.state === "succeeded") {
      imported.push(libraryName)
    } else {
      failed.push({ libraryName, reason: describeState(job) })
    }
    tellCount(terminal, at + 1, libraryNames.length)
  }
  return { imported, failed }
}

/** @returns undefined when there is no job to be seen: the library was imported at once or has been deleted since. */
async function waitForImport({ client, signal }: Session, libraryName: string): Promise<Job | undefined> {
  for (;;) {
    try {
      const { lastJob } = await client.getLibrary(libraryName, { signal })
      if (lastJob === null || isFinalJobState(lastJob.state)) {
        return lastJob ?? undefined
      }
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.status === 404) {
        return undefined
      }
      throw thrown
    }
    await delay(POLL_INTERVAL_MS, undefined, { signal })
  }
}

function tellCount(terminal: Terminal, done: number, total: number): void {
  const text = `imported ${formatCount(done)} of ${formatCount(total)} libraries`
  if (terminal.isWatched) {
    if (done % DRAWN_EVERY === 0 || done === total) {
      terminal.draw(`\r${text}${done === total ? "\n" : ""}`)
    }
  } else if (done % TOLD_EVERY === 0) {
    terminal.note(text)
  }
}
