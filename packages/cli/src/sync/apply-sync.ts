import type { Job } from "@lectern/contract"
import type { Session } from "../session/connect.ts"
import { messageOf } from "../terminal/message-of.ts"
import { addDocumentation } from "./add-documentation.ts"
import type { SyncItem } from "./plan-sync.ts"
import { compare } from "./plan-sync.ts"

/** Result for an item that was missing. */
export interface SyncResult {
  readonly item: SyncItem
  /** The queued job; undefined if there was an error. */
  readonly job: Job | undefined
  readonly problem?: string | undefined
}

/** Waits for a job. */
export type Wait = (job: Job) => Promise<Job>

/**
 * Adds what is missing. The versions of a new library are known only after it has been indexed. With `wait`, its
 * version is queued after that; without, a second run is needed.
 *
 * @param wait if undefined, returns as soon as the jobs are queued.
 * @returns one result per missing item, in order; an error for one does not stop the others.
 * @throws the reason of the session's signal, or what `wait` throws after Ctrl-C.
 */
export async function applySync(
  session: Session,
  items: readonly SyncItem[],
  wait?: Wait,
): Promise<readonly SyncResult[]> {
  const results: SyncResult[] = []
  /** A repository with several packages is added only once. */
  const added = new Map<string, Promise<Job>>()
  for (const item of items) {
    if (item.state !== "version-missing" && item.state !== "library-missing") continue
    try {
      const id = item.libraryId ?? ""
      const first = item.state === "library-missing" ? (added.get(id) ?? addLibrary(session, item, wait)) : undefined
      if (first !== undefined) added.set(id, first)
      const job =
        first === undefined
          ? await queueVersion(session, item, wait)
          : await afterAdding(session, item, await first, wait)
      results.push({ item, job, problem: job.state === "failed" ? job.error?.message : undefined })
    } catch (thrown) {
      if (session.signal.aborted) throw thrown
      results.push({ item, job: undefined, problem: messageOf(thrown) })
    }
  }
  return results
}

async function addLibrary(session: Session, { documentation }: SyncItem, wait: Wait | undefined): Promise<Job> {
  const job = await addDocumentation(session, documentation)
  return wait === undefined ? job : wait(job)
}

async function afterAdding(session: Session, item: SyncItem, job: Job, wait: Wait | undefined): Promise<Job> {
  if (job.state !== "succeeded" || item.dependency.version === undefined) return job
  const library = await session.client.getLibrary(job.libraryId, { signal: session.signal })
  const now = compare(item, library)
  return now.state === "version-missing" ? queueVersion(session, now, wait) : job
}

async function queueVersion(
  { client, signal }: Session,
  { libraryId = "", tag, dependency }: SyncItem,
  wait: Wait | undefined,
): Promise<Job> {
  const { jobId } = await client.addVersion(libraryId, tag ?? dependency.version ?? "", { signal })
  const job = await client.getJob(jobId, { signal })
  return wait === undefined ? job : wait(job)
}
