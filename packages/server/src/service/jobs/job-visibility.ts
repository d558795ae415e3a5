import type { Caller } from "../../access/identity/caller.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { type VisibleLibraries, visibleLibrariesFor } from "../libraries/lookup/visible-libraries.ts"
import type { JobServices } from "./job-services.ts"

/** Jobs read at a time in search of those that a caller may know of. */
const PAGE_SIZE = 200

type Filter = Omit<Parameters<Catalogue["jobs"]["list"]>[0], "reader" | "offset">

/** Lists the jobs of libraries that a caller may read, newest first, at most `filter.limit`. */
export async function listVisible(
  context: JobServices,
  reader: VisibleLibraries,
  { beforeId, limit, ...filter }: Filter,
): Promise<readonly JobRecord[]> {
  const visible: JobRecord[] = []
  let place = beforeId
  for (;;) {
    const after = place === undefined ? {} : { beforeId: place }
    const size = Math.max(limit, PAGE_SIZE)
    const page = await context.catalogue.jobs.list({
      ...filter,
      ...after,
      reader: reader.teamspaceKey,
      offset: 0,
      limit: size,
    })
    visible.push(...(await keepVisible(context, reader, page)))
    place = page.at(-1)?.id
    if (visible.length >= limit || page.length < size || place === undefined) return visible.slice(0, limit)
  }
}

/**
 * Reads a job that a caller may know of.
 *
 * @returns undefined for one that is hidden and for one that does not exist, after the same questions to the catalogue.
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

/** An import makes public libraries, and names the one that it makes only when there is no other. */
function importedIdOf(job: JobRecord | undefined): string | undefined {
  return job?.kind === "import" ? (job.libraryId ?? undefined) : undefined
}

/** @param library the one that the job is, or was, about; undefined for an import of many or of one that is gone. */
function isVisible(reader: VisibleLibraries, library: LibraryRecord | undefined): boolean {
  return library === undefined || reader.visibilityOf(library) === "visible"
}
