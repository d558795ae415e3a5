import { setImmediate as nextTurn } from "node:timers/promises"
import { ImportLibrary } from "@lectern/contract"
import type { BlobStore } from "../../blobs/blob-store.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import { emitFailed } from "../publish/emit-library-events.ts"
import { moveTo } from "../states.ts"
import { readBundleEntries } from "./read-bundle.ts"

/** Libraries per transaction. */
const LIBRARIES_PER_TRANSACTION = 20

const Entry = ImportLibrary.pick({ project: true })

/** Why the import will not complete. */
export interface PendingImportOutcome {
  readonly reason: string
  /** Missing if it was cancelled. */
  readonly failure?: { readonly code: string; readonly nowMs: number }
}

/**
 * Updates libraries that wait for an import that failed: those in the job's bundle that were never published get the
 * state `error`. Libraries that were already imported are kept.
 */
export async function cancelPendingImports(
  { catalogue, blobs }: { readonly catalogue: Catalogue; readonly blobs: BlobStore },
  job: JobRecord,
  end: PendingImportOutcome,
): Promise<void> {
  const ids = await projectsOf(blobs, job)
  for (let start = 0; start < ids.length; start += LIBRARIES_PER_TRANSACTION) {
    await catalogue.inTransaction(async (inside) => {
      for (const id of ids.slice(start, start + LIBRARIES_PER_TRANSACTION)) await endWaiting(inside, id, { job, end })
    })
  }
}

interface Waited {
  readonly job: JobRecord
  readonly end: PendingImportOutcome
}

async function endWaiting(catalogue: Catalogue, id: string, { job, end }: Waited): Promise<void> {
  const library = await catalogue.libraries.byId(id)
  if (library?.source.type !== "import" || library.state !== "initial") return
  const version = await catalogue.versions.ensure(library.key, "")
  await moveTo(catalogue, version, "processing")
  await moveTo(catalogue, version, "error", end.reason)
  if (end.failure === undefined) return
  const { code, nowMs } = end.failure
  await emitFailed(catalogue, library.key, { job, version, error: { code, message: end.reason }, nowMs })
}

/** If the bundle cannot be read, the waiting libraries are unknown. */
async function projectsOf(blobs: BlobStore, { payload }: JobRecord): Promise<readonly string[]> {
  const { bundleHash, libraryIds } = payload
  if (libraryIds !== undefined) return libraryIds
  if (bundleHash === undefined || !(await blobs.has(bundleHash))) return []
  const projects: string[] = []
  try {
    for await (const text of readBundleEntries(await blobs.localPath(bundleHash))) {
      projects.push(Entry.parse(JSON.parse(text)).project)
      await nextTurn()
    }
    return projects
  } catch {
    // The job has already failed because the bundle cannot be read.
    return []
  }
}
