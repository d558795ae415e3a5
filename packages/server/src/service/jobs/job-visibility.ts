import type { Caller } from "../../access/identity/caller.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { type VisibleLibraries, visibleLibrariesFor } from "../libraries/lookup/visible-libraries.ts"
import type { JobServices } from "./job-services.ts"

/** Number of jobs per query when searching for jobs that a caller can see. */
const PAGE_SIZE = 200

type Filter = Omit<Parameters<Catalogue["jobs"]["list"]>[0], "reader" | "offset">

/** Lists jobs of libraries that a caller can see, newest first, at most `filter.limit`. */
export async function listVisible(
  context: JobServices,
  reader: VisibleLibraries,
  { beforeId, limit, ...filter }: Filter,
): Promise<readonly JobRecord[]> {
  const visible: JobRecord[] = []
  let lastId = beforeId
  for (;;) {
    const size = Math.max(limit, PAGE_SIZE)
    const page = await context.catalogue.jobs.list({
      ...filter,
      beforeId: lastId,
      reader: reader.teamspaceKey,
      offset: 0,
      limit: size,
    })
    visible.push(...(await keepVisible(context, reader, page)))
    lastId = page.at(-1)?.id
    if (visible.length >= limit || page.length < size || lastId === undefined) return visible.slice(0, limit)
  }
}

/**
 * Finds a job if the caller can see it.
 *
 * @returns undefined for a hidden job and for one that does not exist, after the same database queries.
 */
export async function readVisible(context: JobServices, caller: Caller, jobId: string): Promise<JobRecord | undefined> {
  const reader = await visibleLibrariesFor(context, caller)
  const job = await context.catalogue.jobs.byId(jobId)
  const library = await context.catalogue.libraries.byKey(job?.libraryKey ?? "")
  const imported = await context.catalogue.libraries.byId(importedIdOf(job) ?? "")
  return job !== undefined && isVisible(reader, library ?? imported) ? job : undefined
}

async function keepVisible(
  { catalogue }: JobServices,
  reader: VisibleLibraries,
  jobs: readonly JobRecord[],
): Promise<readonly JobRecord[]> {
  const keys = new Set(jobs.flatMap(({ libraryKey }) => libraryKey ?? []))
  const libraries = await catalogue.libraries.byKeys([...keys])
  const libraryByKey = new Map(libraries.map((library) => [library.key, library]))
  const visible: JobRecord[] = []
  for (const job of jobs) {
    const importedId = importedIdOf(job)
    const imported = importedId === undefined ? undefined : await catalogue.libraries.byId(importedId)
    if (isVisible(reader, libraryByKey.get(job.libraryKey ?? "") ?? imported)) visible.push(job)
  }
  return visible
}

/** Returns the library that an import creates. Imports create public libraries and name one only if there is exactly one. */
function importedIdOf(job: JobRecord | undefined): string | undefined {
  return job?.kind === "import" ? (job.libraryId ?? undefined) : undefined
}

/** @param library the library of the job; undefined for an import of many libraries, or of one that was deleted. */
function isVisible(reader: VisibleLibraries, library: LibraryRecord | undefined): boolean {
  return library === undefined || reader.visibilityOf(library) === "visible"
}
