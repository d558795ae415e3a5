import { type VersionContents, versionTagOf } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { blocksFlagged } from "../../access/visibility/policy-filter.ts"
import { timestamp } from "../../base/timestamp.ts"
import { readReport } from "../../blobs/stored-report.ts"
import { TagMissing } from "../../resolve/errors.ts"
import { describeReport } from "../libraries/describe-report.ts"
import type { LibraryServices } from "../libraries/library-services.ts"
import { assertNotMoved, findReviewedLibrary } from "../libraries/lookup/find-library.ts"
import { visibleLibrariesFor } from "../libraries/lookup/visible-libraries.ts"
import { describeBenchmark } from "../libraries/read-benchmark.ts"

/**
 * Returns the contents of an indexed version of a library: its sizes, the outcome for each file of the source, and its
 * benchmark questions.
 *
 * @param request.libraryId without a version.
 * @throws {LibraryMissing} {LibraryRedirected} {AccessDenied} {TagMissing}
 */
export async function readVersion(
  context: LibraryServices,
  caller: Authorized<"readLibrary">,
  { libraryId, tag }: { readonly libraryId: string; readonly tag: string },
): Promise<VersionContents> {
  const library = await findReviewedLibrary(context, caller, libraryId)
  assertNotMoved(library)
  const version = await context.catalogue.versions.get(library.key, versionTagOf(tag))
  if (version === undefined || version.indexHash === null)
    throw new TagMissing(`version not found: ${library.id} has no indexed version ${tag}`)
  const [report, { suspiciousContent }] = await Promise.all([
    readReport(context.blobs, version.reportHash),
    visibleLibrariesFor(context, caller),
  ])
  // The same rule as for the library itself: findings can be reviewed, but a version that policies block shows nothing
  // else.
  const isBlocked = blocksFlagged(suspiciousContent, version.flaggedSnippets)
  return {
    libraryId: library.id,
    version: version.tag,
    branch: version.branch,
    revision: version.revision,
    lastUpdateDate: timestamp(version.publishedAtMs ?? library.createdAtMs),
    totalSnippets: version.totalSnippets,
    totalTokens: version.totalTokens,
    files: report === undefined ? null : describeReport(report),
    benchmark: describeBenchmark(library.id, isBlocked ? undefined : report),
  }
}
