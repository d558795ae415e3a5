import { setImmediate as nextTurn } from "node:timers/promises"
import { ImportLibrary } from "@lectern/contract"
import type { BlobStore } from "../../blobs/blob-store.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import { emitFailed } from "../publish/emit-library-events.ts"
import { moveTo } from "../states.ts"
import { readBundleEntries } from "./read-bundle.ts"

/** Libraries that one transaction looks at. */
const LIBRARIES_PER_TRANSACTION = 20

const Entry = ImportLibrary.pick({ project: true })

/** Why what was waited for does not come. */
export interface EndOfWaiting {
  readonly reason: string
  /** Missing when somebody has cancelled it. */
  readonly failure?: { readonly code: string; readonly nowMs: number }
}

/**
 * Ends the waiting of libraries whose import will not come: those of the job's bundle that were never published get
 * the state `error`. What the import had done before it ended stays.
 */
export async function cancelPendingImports(
  { catalogue, blobs }: { readonly catalogue: Catalogue; readonly blobs: BlobStore },
  job: JobRecord,
  end: EndOfWaiting,
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
  readonly end: EndOfWaiting
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

/** A bundle that cannot be read names no library: nothing waits for it that could be found. */
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
    // That it cannot be read is what the job failed with.
    return []
  }
}
