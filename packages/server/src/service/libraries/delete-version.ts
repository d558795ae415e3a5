import { versionTagOf } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { TagMissing } from "../../resolve/errors.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { authorizeLibrary } from "./lookup/library-authority.ts"
import type { LibraryServices } from "./library-services.ts"

/**
 * Deletes an indexed version: it is no longer served, and its jobs are stopped. If the repository's library config
 * names the version, the next refresh adds it again.
 *
 * @throws {LibraryMissing} @throws {TagMissing} if the library has no such version.
 */
export async function deleteVersion(
  context: LibraryServices,
  caller: Authorized<"deleteLibrary">,
  request: { readonly libraryId: string; readonly tag: string },
): Promise<void> {
  const { key, id, teamspaceKey } = await authorizeLibrary(context, caller, request.libraryId, "deletePublicLibrary")
  const tag = versionTagOf(request.tag)
  const { jobs, versions, libraries } = context.catalogue
  const version = tag === "" ? undefined : await versions.get(key, tag)
  if (version === undefined) throw new TagMissing(`version not found: ${id} has no indexed version ${request.tag}`)
  for (const state of ["queued", "running"] as const) {
    const pending = await jobs.list({ state, libraryKey: key, offset: 0, limit: 100 })
    for (const job of pending) if (job.versionTag === tag) await jobs.requestCancel(job.id)
  }
  await versions.remove(version.key)
  // Without fields, this only assigns the change number that other processes follow.
  await libraries.update(key, {})
  context.wakeWorker()
  await context.catalogueSync.catchUp()
  await recordAuditEntry(context, caller, { action: "library.version.delete", subject: `${id}/${tag}`, teamspaceKey })
}
