import {
  type CombinedSearchQuery,
  SEARCH_HEADERS,
  type SearchPartialReason,
  type ServedVersions,
  type VersionStatus,
} from "@lectern/contract"
import type { ServedLibrary } from "../../resolve/combined/served-libraries.ts"

const WORST_FIRST: readonly VersionStatus[] = ["unverified", "prerelease", "verified"]

/**
 * Describes how the requested version was served; undefined if none was requested. The status is the worst status of
 * all libraries.
 */
export function describeServedVersions(
  request: Pick<CombinedSearchQuery, "version">,
  shown: readonly ServedLibrary[],
): ServedVersions | undefined {
  const asked = shown.filter(({ requested }) => requested !== undefined)
  const [first] = asked
  if (first?.requested === undefined) return undefined
  // The version in a hint takes precedence over the one of the request.
  const isApplied = asked.some(({ requested }) => requested === request.version)
  return {
    requested: (isApplied ? request.version : undefined) ?? first.requested,
    status: WORST_FIRST.find((status) => asked.some((library) => library.status === status)) ?? "verified",
    libraries: asked.map(({ id, requested, served, status }) => ({
      libraryId: id,
      requested: requested ?? "",
      served,
      status,
    })),
  }
}

const REASON_OF: Readonly<Record<VersionStatus, SearchPartialReason | undefined>> = {
  unverified: "versionUnverified",
  prerelease: "versionPrerelease",
  verified: undefined,
}

/** How an answer differs from the request, besides its versions. */
export interface AnswerGaps {
  readonly isPartial: boolean
  /** True if a hint names no library. */
  readonly missesHint: boolean
}

/** Returns the headers that describe how an answer matches the request. */
export function searchHeaders(
  version: ServedVersions | undefined,
  { isPartial, missesHint }: AnswerGaps,
): Record<string, string> {
  const failure: SearchPartialReason | undefined = isPartial ? "partialSearchFailure" : undefined
  const reason = missesHint ? "libraryNotFound" : ((version && REASON_OF[version.status]) ?? failure)
  const first = version?.libraries[0]
  return {
    ...(reason === undefined ? {} : { [SEARCH_HEADERS.status]: "partial", [SEARCH_HEADERS.reason]: reason }),
    ...(first === undefined ? {} : { [SEARCH_HEADERS.version]: first.served }),
  }
}
