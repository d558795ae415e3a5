import { ImportLibrary } from "@lectern/contract"
import { z } from "zod"
import type { BlobStore } from "../blobs/blob-store.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { JobRecord } from "../catalogue/records.ts"
import { moveTo } from "./states.ts"

/** Libraries that one transaction looks at. */
const LIBRARIES_PER_TRANSACTION = 20

const Projects = z.object({ libraries: z.array(ImportLibrary.pick({ project: true })) })

/**
 * Ends the waiting of libraries whose import will not come: those of the job's bundle that were never published get
 * the state `error`. What the import had done before it ended stays.
 */
export async function endWaitingImports(
  { catalogue, blobs }: { readonly catalogue: Catalogue; readonly blobs: BlobStore },
  job: JobRecord,
  reason: string,
): Promise<void> {
  const ids = await projectsOf(blobs, job)
  for (let start = 0; start < ids.length; start += LIBRARIES_PER_TRANSACTION) {
    await catalogue.inTransaction(async (inside) => {
      for (const id of ids.slice(start, start + LIBRARIES_PER_TRANSACTION)) await endWaiting(inside, id, reason)
    })
  }
}

async function endWaiting(catalogue: Catalogue, id: string, reason: string): Promise<void> {
  const library = await catalogue.libraries.byId(id)
  if (library?.source.type !== "import" || library.state !== "initial") return
  const version = await catalogue.versions.ensure(library.key, "")
  await moveTo(catalogue, version, "processing")
  await moveTo(catalogue, version, "error", reason)
}

/** A bundle that cannot be read names no library: nothing waits for it that could be found. */
async function projectsOf(blobs: BlobStore, { payload }: JobRecord): Promise<readonly string[]> {
  if (payload.bundleHash === undefined || !(await blobs.has(payload.bundleHash))) return []
  const text = new TextDecoder().decode(await blobs.get(payload.bundleHash))
  try {
    return Projects.parse(JSON.parse(text)).libraries.map(({ project }) => project)
  } catch {
    // That it cannot be read is what the job failed with.
    return []
  }
}
