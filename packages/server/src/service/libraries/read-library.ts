import type { LibraryRecord as WireLibrary } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { readReport } from "../../blobs/stored-report.ts"
import { describeJob } from "../jobs/describe-job.ts"
import { describeMetadata, describeLibrary, describeSource, describeVersions } from "./describe-library.ts"
import { describeReport } from "./describe-report.ts"
import { findReviewedLibrary } from "./lookup/find-library.ts"
import { importJobOf } from "../jobs/import-jobs.ts"
import type { LibraryServices } from "./library-services.ts"

/** Number of recent jobs of a library that are searched for the last job of its default version. */
const JOBS_SEARCHED = 100

/**
 * Returns everything about one library: its source, versions, last job and the outcome for each file.
 *
 * @param request.libraryId without a version.
 * @throws {LibraryMissing}
 */
export async function readLibrary(
  context: LibraryServices,
  caller: Authorized<"readLibrary">,
  request: { readonly libraryId: string },
): Promise<WireLibrary> {
  return describeStoredLibrary(context, await findReviewedLibrary(context, caller, request.libraryId))
}

/** Returns everything about a library that the caller can see, as a reader or as a maintainer. */
export async function describeStoredLibrary(context: LibraryServices, library: LibraryRecord): Promise<WireLibrary> {
  const { versions, jobs } = context.catalogue
  const [ofLibrary, newest] = await Promise.all([
    versions.ofLibrary(library.key),
    jobs.list({ libraryKey: library.key, offset: 0, limit: JOBS_SEARCHED }),
  ])
  // Jobs of other versions say nothing about the served version of the library, nor do those before an import.
  const ownJob = library.source.type === "import" ? undefined : newest.find(({ versionTag }) => versionTag === "")
  const lastJob = ownJob ?? (await importJobOf(context, library))
  const current = ofLibrary.find(({ tag }) => tag === "")
  const report = await readReport(context.blobs, ownJob?.reportHash ?? current?.reportHash ?? null)
  const isOfFailedJob = ownJob?.state === "failed" && ownJob.reportHash !== null
  return {
    ...describeLibrary(library, ofLibrary),
    redirectTo: library.redirectTo,
    source: describeSource(library, current?.revision ?? null),
    availableVersions: describeVersions(library, ofLibrary),
    rules: [...library.rules],
    private: library.isPrivate,
    verified: library.isVerified,
    facts: describeMetadata(library),
    refreshSchedule: library.refreshSchedule,
    keptBy: library.managedBy,
    lastJob: lastJob === undefined ? null : describeJob(lastJob),
    files: report === undefined ? null : { ...describeReport(report), ...(isOfFailedJob ? { isOfFailedJob } : {}) },
  }
}
