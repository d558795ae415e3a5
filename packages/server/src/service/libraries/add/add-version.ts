import { type QueuedResponse, resolveVersionTag, versionTagOf } from "@lectern/contract"
import type { Authorized } from "../../../access/permissions/authorize.ts"
import { InvalidInput } from "../../../base/errors.ts"
import type { LibraryRecord } from "../../../catalogue/libraries/records.ts"
import { TagMissing } from "../../../resolve/errors.ts"
import { recordAuditEntry } from "../../audit/record-audit-entry.ts"
import { findServableLibrary } from "../lookup/find-library.ts"
import { lookUpSource } from "../look-up-source.ts"
import { assertVersionQuota } from "../../teamspaces/plan-quotas.ts"
import { queueLibrary } from "../submit-library.ts"
import type { AddLibraryServices } from "../add-library-services.ts"

/** A version of a library. */
export interface VersionRequest {
  readonly libraryId: string
  /** Tag or branch. A partial version, such as `3`, stands for the newest tag that starts with it. */
  readonly tag: string
}

/**
 * Queues a tag or branch to be indexed as a version, or to be refreshed if it already is one. A name that the library
 * does not have is looked up once at the host.
 *
 * @throws {LibraryMissing} {LibraryRedirected}
 * @throws {InvalidInput} for a library without branches and tags.
 * @throws {TagMissing} if neither the library nor the host has the tag. {HostTimeout} if the host does not respond
 *   within 10 s.
 */
export async function addVersion(
  context: AddLibraryServices,
  caller: Authorized<"addLibrary">,
  request: VersionRequest,
): Promise<QueuedResponse> {
  const library = await findServableLibrary(context, caller, request.libraryId)
  if (library.source.type !== "git") {
    throw new InvalidInput(`tag: the source of ${library.id} is not a git repository, so it has no tags or branches`)
  }
  await assertVersionQuota(context, library.teamspaceKey)
  const versionTag = await findTag(context, library, request.tag)
  const job = await queueLibrary(context, caller, library, { cause: "refresh", versionTag })
  const subject = versionTag === "" ? library.id : `${library.id}/${versionTag}`
  await recordAuditEntry(context, caller, {
    action: "library.version",
    subject,
    teamspaceKey: library.teamspaceKey,
  })
  const what =
    versionTag === "" ? `${request.tag} is the current version of ${library.id}; it` : `${library.id}/${versionTag}`
  return { message: `${what} is queued for processing`, jobId: job.id }
}

/** @returns the tag of the version; empty for the branch of the default version. */
async function findTag(context: AddLibraryServices, library: LibraryRecord, asked: string): Promise<string> {
  const versions = await context.catalogue.versions.ofLibrary(library.key)
  const isKnown = (tag: string) =>
    library.availableTags.includes(tag) || versions.some((version) => version.tag === tag && version.indexHash !== null)
  if (isKnown(versionTagOf(asked))) return versionTagOf(asked)
  if (asked === library.branch) return ""
  const head = await lookUpSource(context, library)
  if (library.branch === "" && asked === head.branch) return ""
  const tags = head.tags.map(({ name }) => versionTagOf(name))
  const names = new Set([...tags, ...head.branches.map(({ name }) => versionTagOf(name))])
  if (names.has(versionTagOf(asked))) return versionTagOf(asked)
  const resolved = resolveVersionTag(asked, tags)
  if (resolved !== undefined) return resolved.tag
  throw new TagMissing(`tag not found: the repository of ${library.id} has no tag or branch ${asked}`)
}
