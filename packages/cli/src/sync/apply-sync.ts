import { ApiError } from "@lectern/client"
import { isFinalJobState, type Job } from "@lectern/contract"
import type { Session } from "../session/connect.ts"
import type { SyncItem } from "./plan-sync.ts"
import { compare } from "./plan-sync.ts"

/** What became of an item that was missing. */
export interface SyncResult {
  readonly item: SyncItem
  /** Job that was queued; undefined when the server refused. */
  readonly job: Job | undefined
  readonly problem?: string | undefined
}

/** Follows a job to its end. */
export type Wait = (job: Job) => Promise<Job>

/**
 * Queues what is missing. A new library has to be read before its versions are known, so with a wait the version is queued
 * after that; without one it takes another run.
 *
 * @param wait left out: nothing is waited for.
 * @returns one result for each missing item, in their order; a refusal of one does not stop the others.
 */
export async function applySync(
  session: Session,
  items: readonly SyncItem[],
  wait?: Wait,
): Promise<readonly SyncResult[]> {
  const results: SyncResult[] = []
  /** Several packages come from one repository: it is added once. */
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
      results.push({ item, job, ...(job.state === "failed" ? { problem: job.error?.message } : {}) })
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      results.push({ item, job: undefined, problem: thrown.message })
    }
  }
  return results
}

async function addLibrary({ client, signal }: Session, { dependency }: SyncItem, wait: Wait | undefined): Promise<Job> {
  const { libraryName } = await client.addRepository({ docsRepoUrl: dependency.repositoryUrl ?? "" }, { signal })
  const { jobs } = await client.listJobs({ libraryId: libraryName, limit: 1 }, { signal })
  const [job] = jobs
  if (job === undefined) throw new Error(`${libraryName} was added and has no job: try again`)
  return wait === undefined ? job : wait(job)
}

async function afterAdding(session: Session, item: SyncItem, job: Job, wait: Wait | undefined): Promise<Job> {
  if (!isFinalJobState(job.state) || job.state !== "succeeded" || item.dependency.version === undefined) return job
  const library = await session.client.getLibrary(job.libraryId, { signal: session.signal })
  const now = compare(item.dependency, library)
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
