import { type DeleteLibraryResponse, versionTagOf } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { TagMissing } from "../../resolve/errors.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { authorizeLibrary } from "./lookup/library-authority.ts"
import type { LibraryServices } from "./library-services.ts"

/** Jobs of a library among which those of the version are looked for. */
const JOBS_SEARCHED = 100

/**
 * Deletes one version of a library with its index and stops its jobs. The tag can be indexed again later.
 *
 * @throws {LibraryMissing} {Forbidden} {TagMissing}
 */
export async function deleteVersion(
  context: LibraryServices,
  caller: Authorized<"deleteLibrary">,
  request: { readonly libraryId: string; readonly tag: string },
): Promise<DeleteLibraryResponse> {
  const { id, key, teamspaceKey } = await authorizeLibrary(context, caller, request.libraryId, "deletePublicLibrary")
  const { jobs, versions } = context.catalogue
  const tag = versionTagOf(request.tag)
  const version = await versions.get(key, tag)
  if (version === undefined || tag === "") {
    throw new TagMissing(`version not found: ${id} has no version ${request.tag}. Send a tag exactly as it is listed`)
  }
  for (const state of ["queued", "running"] as const) {
    const pending = await jobs.list({ state, libraryKey: key, offset: 0, limit: JOBS_SEARCHED })
    for (const job of pending) if (job.versionTag === tag) await jobs.requestCancel(job.id)
  }
  await versions.remove(version.key)
  await context.catalogueSync.catchUp()
  await recordAuditEntry(context, caller, {
    action: "library.version",
    subject: `${id}/${tag} (deleted)`,
    teamspaceKey,
  })
  return { libraryName: id, message: `version ${tag} of ${id} deleted` }
}
