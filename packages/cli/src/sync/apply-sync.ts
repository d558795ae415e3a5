import { describeJobState, type Job } from "@lectern/contract"
import { explainFailure } from "../terminal/exit-codes.ts"
import { inOptionWords } from "../terminal/option-words.ts"
import type { Session } from "../session/connect.ts"
import { addDocumentation } from "./add-documentation.ts"
import type { SyncItem } from "./plan-sync.ts"
import { compare, isAddable } from "./plan-sync.ts"

/** Result for an item that was missing or had failed. */
export interface SyncResult {
  readonly item: SyncItem
  /** The queued job; undefined if the server rejected the request. */
  readonly job: Job | undefined
  readonly problem?: string | undefined
}

/** Waits for a job. */
export type Wait = (job: Job) => Promise<Job>

/**
 * Adds what is missing, and tries again what failed. The versions of a new library are known only after it has been indexed. With `wait`, its
 * version is queued after that; without, a second run is needed.
 *
 * @param wait if undefined, returns as soon as the jobs are queued.
 * @returns one result per missing or failed item, in order; an error for one does not stop the others.
 * @throws the reason of the session's signal.
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
    if (!isAddable(item)) continue
    try {
      const id = item.libraryId ?? ""
      const first = isWholeLibrary(item) ? (added.get(id) ?? indexLibrary(session, item, wait)) : undefined
      if (first !== undefined) added.set(id, first)
      const job =
        first === undefined
          ? await queueVersion(session, item, wait)
          : await afterAdding(session, item, await first, wait)
      results.push({ item, job, problem: problemOf(job) })
    } catch (thrown) {
      session.signal.throwIfAborted()
      results.push({ item, job: undefined, problem: explainFailure(thrown).message })
    }
  }
  return results
}

/** Returns why a job has not indexed anything; undefined if it has, or still may. */
export function problemOf(job: Job): string | undefined {
  if (job.state !== "failed" && job.state !== "cancelled") return undefined
  return job.error === null ? describeJobState(job) : inOptionWords(job.error.message)
}

/** Returns false if the library is served, and only one of its versions is missing or failed. */
function isWholeLibrary({ state, tag }: SyncItem): boolean {
  return state === "library-missing" || (state === "failed" && tag === undefined)
}

async function indexLibrary(session: Session, item: SyncItem, wait: Wait | undefined): Promise<Job> {
  const { state, documentation, libraryId = "" } = item
  const job =
    state === "failed" ? await refreshFailed(session, libraryId) : await addDocumentation(session, documentation)
  return wait === undefined ? job : wait(job)
}

/** Refreshes a failed library: it keeps the folders and title that it was added with. */
async function refreshFailed({ client, signal }: Session, libraryId: string): Promise<Job> {
  await client.refreshLibrary({ libraryName: libraryId }, { signal })
  const { jobs } = await client.listJobs({ libraryId, limit: 1 }, { signal })
  const [job] = jobs
  if (job === undefined) throw new Error(`${libraryId} was refreshed, but has no job: try again`)
  return job
}

async function afterAdding(session: Session, item: SyncItem, job: Job, wait: Wait | undefined): Promise<Job> {
  if (job.state !== "succeeded" || item.dependency.version === undefined) return job
  const library = await session.client.getLibrary(job.libraryId, { signal: session.signal })
  const now = compare(item, library)
  return isAddable(now) && !isWholeLibrary(now) ? queueVersion(session, now, wait) : job
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
