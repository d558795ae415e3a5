import { isLatestTag, type VersionStatus } from "@lectern/contract"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { findMatchingVersion } from "../find-version.ts"
import type { VersionQueue } from "../requested-versions.ts"
import { findLibraries, type FoundLibrary, type LibrarySearch } from "./find-libraries.ts"
import type { LibraryCandidate } from "./select-libraries.ts"

/** A library with the version that serves the request. */
export interface ServedLibrary extends LibraryCandidate {
  readonly record: LibraryRecord
  readonly indexHash: string
  readonly requested: string | undefined
  readonly served: string
  readonly status: VersionStatus
}

/** The name of the default version in answers. */
export const CURRENT = "current"

/** The libraries to query. */
export interface LibrariesServed {
  readonly libraries: readonly ServedLibrary[]
  /** True if a hint names no library. */
  readonly missesHint: boolean
}

/** The parts of a request that select libraries and versions. */
export interface LibraryRequest {
  readonly query: string
  readonly library?: readonly string[] | undefined
  readonly version?: string | undefined
}

/**
 * Finds the libraries to query, each with the version that is served.
 *
 * Hints select exactly the libraries that they name; without hints, the question selects them. A requested version
 * applies to libraries that hints name, or to the one that the question names.
 */
export async function findServedLibraries(
  search: LibrarySearch,
  queue: VersionQueue,
  request: LibraryRequest,
): Promise<LibrariesServed> {
  const asked = await findLibraries(search, request.query, request.library ?? [])
  const { libraries: found, isHinted, missesHint } = asked
  const namedCount = found.filter(({ nameScore }) => nameScore > 0).length
  const appliesVersion = isHinted || namedCount === 1
  const version =
    request.version === undefined || isLatestTag(request.version) || !appliesVersion ? undefined : request.version
  const served: ServedLibrary[] = []
  for (const candidate of found) {
    const library = await serve(search, queue, { ...candidate, versionTag: candidate.versionTag ?? version })
    if (library !== undefined) served.push(library)
  }
  return { libraries: served, missesHint }
}

async function serve(
  { catalogue, visibility }: LibrarySearch,
  queue: VersionQueue,
  { key, id, nameScore, versionTag: requested }: FoundLibrary,
): Promise<ServedLibrary | undefined> {
  const record = await catalogue.libraries.byKey(key)
  if (record === undefined || record.isDeleted || record.redirectTo !== null) return undefined
  if (visibility.ofLibrary(record) !== "visible") return undefined
  const match = await findMatchingVersion(queue, record, { requested, isNamed: nameScore > 0 })
  const indexHash = match?.version.indexHash
  if (match === undefined || indexHash === undefined || indexHash === null) return undefined
  if (visibility.blocksFlagged(match.version.flaggedSnippets)) return undefined
  return { key, id, nameScore, record, indexHash, requested, served: match.tag ?? CURRENT, status: match.status }
}
