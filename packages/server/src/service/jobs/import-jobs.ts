import type { JobRecord } from "../../catalogue/jobs/records.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { ServiceContext } from "../service-context.ts"

/** An import of up to so many libraries remembers on its job which they are. */
export const IMPORT_REMEMBERS_MAX_LIBRARIES = 200

const PAGE_SIZE = 100
/** The newest jobs that are searched; an import further back is history. */
const MAX_JOBS_SEARCHED = 1_000

/**
 * Finds the newest import that is or was about a library. An import belongs to no library's own jobs, because it is about
 * many.
 *
 * @returns undefined for libraries that were not imported, and when the import lies too far back.
 */
export async function importJobOf(
  context: Pick<ServiceContext, "catalogue">,
  library: LibraryRecord,
): Promise<JobRecord | undefined> {
  if (library.source.type !== "import") return undefined
  const { jobs, versions } = context.catalogue
  const revision = (await versions.get(library.key, ""))?.revision ?? null
  for (let offset = 0; offset < MAX_JOBS_SEARCHED; offset += PAGE_SIZE) {
    const page = await jobs.list({ offset, limit: PAGE_SIZE })
    const found = page.find((job) => job.kind === "import" && isAbout(job, library, revision))
    if (found !== undefined || page.length < PAGE_SIZE) return found
  }
  return undefined
}

function isAbout(job: JobRecord, library: LibraryRecord, revision: string | null): boolean {
  const { bundleHash, libraryIds } = job.payload
  if (libraryIds !== undefined) return libraryIds.some((id) => id.toLowerCase() === library.foldedId)
  // A large import does not list what it holds: what it has published carries its mark, what waits can only be its.
  return revision === null ? job.finishedAtMs === null : bundleHash === revision
}
