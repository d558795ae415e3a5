import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import type { BlobStore } from "../../blobs/blob-store.ts"
import { CANCELLED_REASON } from "./end-run.ts"
import { moveTo } from "../states.ts"
import { cancelPendingImports } from "../import/cancel-pending-imports.ts"

/**
 * Cancels a job: a queued one immediately, a running one as soon as its worker notices; a finished one does not change.
 * A library that was waiting for its first index gets the state `error`.
 *
 * @returns the job after the change; undefined if it does not exist.
 */
export async function stopJob(
  { catalogue, blobs }: { readonly catalogue: Catalogue; readonly blobs: BlobStore },
  jobId: string,
): Promise<JobRecord | undefined> {
  const { job, wasWaiting } = await catalogue.inTransaction(async (inside) => {
    const before = await inside.jobs.byId(jobId)
    const after = await inside.jobs.requestCancel(jobId)
    const isEnded = before?.state === "queued" && after?.state === "cancelled"
    if (isEnded && after.libraryKey !== null) await settleLibrary(inside, after.libraryKey, after)
    return { job: after, wasWaiting: isEnded }
  })
  if (wasWaiting && job?.kind === "import")
    await cancelPendingImports({ catalogue, blobs }, job, { reason: CANCELLED_REASON })
  return job
}

async function settleLibrary(catalogue: Catalogue, libraryKey: string, job: JobRecord): Promise<void> {
  const running = await catalogue.jobs.list({ state: "running", libraryKey, offset: 0, limit: 1 })
  const version = await catalogue.versions.ensure(libraryKey, job.versionTag)
  if (running.some(({ versionTag }) => versionTag === job.versionTag)) return
  const isWaiting = version.state === "initial" || version.state === "processing"
  if (!isWaiting) return
  // There is no transition from `initial` to `error`, so the version goes through `processing`.
  await moveTo(catalogue, version, "processing")
  const isServed = version.indexHash !== null
  await moveTo(catalogue, version, isServed ? "finalized" : "error", isServed ? null : CANCELLED_REASON)
}
