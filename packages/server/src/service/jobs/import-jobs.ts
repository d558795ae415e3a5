import type { JobRecord } from "../../catalogue/jobs/records.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { ServiceContext } from "../service-context.ts"

/** Maximum number of libraries that an import lists in its job. */
export const MAX_LIBRARIES_LISTED_PER_IMPORT = 200

const PAGE_SIZE = 100
/** Maximum number of recent jobs that are searched; older imports are not found. */
const MAX_JOBS_SEARCHED = 1_000

/**
 * Finds the newest import that contains a library, whether it has run or not. An import is not among the library's own
 * jobs, because it is about many libraries.
 *
 * @returns undefined for libraries that were not imported, or if the import is too old.
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
  // A large import does not list its libraries. Those that it has published have its revision, and those that still
  // wait can only belong to it.
  return revision === null ? job.finishedAtMs === null : bundleHash === revision
}
