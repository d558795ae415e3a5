import { compareVersionTags, isLatestTag, resolveVersionTag, type VersionStatus } from "@lectern/contract"
import type { LibraryRecord } from "../catalogue/libraries/records.ts"
import type { TagRecord, VersionRecord } from "../catalogue/versions/records.ts"
import { TagMissing } from "./errors.ts"
import { queueRequestedVersion, type RequestedVersion, type VersionQueue } from "./requested-versions.ts"

/** Maximum number of versions that an error message lists. */
const MAX_VERSIONS_IN_MESSAGE = 20

/** Returns the tags that can be requested, newest first. */
export function indexedTags(versions: readonly TagRecord[]): string[] {
  const tags = versions.filter(({ tag, indexHash }) => tag !== "" && indexHash !== null).map(({ tag }) => tag)
  return tags.sort(compareVersionTags)
}

/**
 * Finds the version of a library that is served: the default version if none is requested, else the newest indexed
 * version that matches. A version that the source offers but that is not indexed is queued in the background.
 *
 * @returns undefined if the library has never been ingested.
 * @throws {TagMissing} with the indexed versions, and whether the missing one has been queued.
 */
export async function findVersion(
  queue: VersionQueue,
  library: LibraryRecord,
  requested: string | undefined,
): Promise<VersionRecord | undefined> {
  const { versions } = queue.catalogue
  if (requested === undefined || isLatestTag(requested)) return versions.get(library.key, "")
  const ofLibrary = await versions.ofLibrary(library.key)
  const tags = indexedTags(ofLibrary)
  const resolved = resolveVersionTag(requested, tags)
  if (resolved !== undefined) {
    // A prerelease is served instead of a release that is not indexed; a later request may find the release itself.
    if (resolved.status === "prerelease") await queueRequestedVersion(queue, library, requested)
    return ofLibrary.find(({ tag }) => tag === resolved.tag)
  }
  if (requested === library.branch.replaceAll("/", "_") || requested === library.branch) {
    return ofLibrary.find(({ tag }) => tag === "")
  }
  // Its versions are known only after the first ingestion.
  if (library.publishedAtMs === null && tags.length === 0) return undefined
  const missing = await queueRequestedVersion(queue, library, requested)
  throw new TagMissing(
    `version not found: ${library.id} has no indexed version ${requested}; ${listTags(tags)}${explain(missing)}`,
  )
}

/** A version that serves a request, and how well it matches the requested one. */
export interface MatchingVersion {
  readonly version: VersionRecord
  /** Undefined for the default version. */
  readonly tag: string | undefined
  readonly status: VersionStatus
}

/**
 * Finds the version of one library among several that answer a question: an indexed version that matches, or else the
 * default version.
 *
 * @param request.isNamed true if the caller named the library; a missing version is then queued.
 * @returns undefined if the library has nothing to serve.
 */
export async function findMatchingVersion(
  queue: VersionQueue,
  library: LibraryRecord,
  { requested, isNamed }: { readonly requested: string | undefined; readonly isNamed: boolean },
): Promise<MatchingVersion | undefined> {
  const { versions } = queue.catalogue
  if (requested === undefined) {
    const version = await versions.get(library.key, "")
    return version === undefined ? undefined : { version, tag: undefined, status: "unverified" }
  }
  const ofLibrary = await versions.ofLibrary(library.key)
  const resolved = resolveVersionTag(requested, indexedTags(ofLibrary))
  if (isNamed && resolved?.status !== "verified") await queueRequestedVersion(queue, library, requested)
  if (resolved === undefined) {
    const version = await versions.get(library.key, "")
    return version === undefined ? undefined : { version, tag: undefined, status: "unverified" }
  }
  const version = ofLibrary.find(({ tag }) => tag === resolved.tag)
  return version === undefined ? undefined : { version, tag: resolved.tag, status: resolved.status }
}

function listTags(tags: readonly string[]): string {
  if (tags.length === 0) return "no version is indexed. Ask without a version"
  const more = tags.length > MAX_VERSIONS_IN_MESSAGE ? ` and ${tags.length - MAX_VERSIONS_IN_MESSAGE} more` : ""
  return `indexed versions are ${tags.slice(0, MAX_VERSIONS_IN_MESSAGE).join(", ")}${more}`
}

function explain(missing: RequestedVersion | undefined): string {
  switch (missing?.state) {
    case undefined:
      return ""
    case "waiting":
      return `. ${missing.tag} is queued for indexing; try again in a few minutes`
    case "failed":
      return `. Indexing ${missing.tag} failed; see its job for the reason`
    case "refused":
      return `. ${missing.tag} exists but is not indexed, and the queue is too long to add it automatically now`
  }
}
