import type { DeleteLibraryResponse } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { announceDeletion } from "../../ingest/publish/emit-library-events.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { authorizeLibraryOrRedirect } from "./lookup/library-authority.ts"
import type { LibraryServices } from "./library-services.ts"

/**
 * Deletes a library: it disappears for everyone at once, its id becomes free, and a running job is stopped.
 *
 * @throws {LibraryMissing}
 */
export async function deleteLibrary(
  context: LibraryServices,
  caller: Authorized<"deleteLibrary">,
  request: { readonly libraryId: string },
): Promise<DeleteLibraryResponse> {
  const library = await authorizeLibraryOrRedirect(context, caller, request.libraryId, "deletePublicLibrary")
  await removeLibrary(context, caller, library)
  return { libraryName: library.id, message: `library ${library.id} deleted` }
}

/** Deletes a library like `deleteLibrary`, for a caller who may delete this one. */
export async function removeLibrary(
  context: LibraryServices,
  caller: Authorized<"deleteLibrary">,
  library: LibraryRecord,
): Promise<void> {
  const { jobs } = context.catalogue
  for (const state of ["queued", "running"] as const) {
    const pending = await jobs.list({ state, libraryKey: library.key, offset: 0, limit: 100 })
    for (const job of pending) await jobs.requestCancel(job.id)
  }
  await context.catalogue.inTransaction(async (inside) => {
    // Another request may have deleted it in the meantime; each deletion emits one event.
    if ((await inside.libraries.byKey(library.key))?.isDeleted !== false) return
    await inside.libraries.remove(library.key)
    await announceDeletion(inside, library, { deletedBy: callerName(caller), nowMs: context.clock.now() })
  })
  context.wakeWorker()
  await context.catalogueSync.catchUp()
  context.log.info({ libraryId: library.id, by: callerName(caller) }, "library deleted")
  const { teamspaceKey } = library
  await recordAuditEntry(context, caller, { action: "library.delete", subject: library.id, teamspaceKey })
}

function callerName(caller: Caller): string {
  return caller.kind === "user" ? caller.name : caller.kind
}
