import { countOf, formatCount } from "@lectern/contract"
import { join } from "node:path"
import { setImmediate as nextTurn } from "node:timers/promises"
import type { ImportLibrariesResponse } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import type { NewLibrary } from "../../catalogue/libraries/records.ts"
import { openWorkDirectory, removeWorkDirectory } from "../../sources/base/work-directory.ts"
import { checkReceivedBundle } from "../../ingest/import/check-received-bundle.ts"
import { MAX_LIBRARIES_LISTED_PER_IMPORT } from "../jobs/import-jobs.ts"
import type { ReceivedBundle } from "../../ingest/import/open-bundle.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { requesterOf, tenantOf } from "../libraries/submit-library.ts"
import type { TransferServices } from "./transfer-services.ts"

/** Number of libraries that are added to the catalogue at a time; other requests get a turn in between. */
const LIBRARIES_PER_BATCH = 100

/** The bundle to import. */
export interface ImportLibrariesUpload {
  readonly bundle: ReceivedBundle
  /** True to overwrite existing libraries; a JSON bundle can request this itself. */
  readonly force?: boolean | undefined
}

/**
 * Queues the import of the libraries in a bundle. Each library is checked first; the response lists those that were
 * rejected, or that exist and may not be overwritten, with the reason.
 *
 * @throws {InvalidInput} if the bundle is malformed or contains no valid library.
 */
export async function importLibraries(
  context: TransferServices,
  caller: Authorized<"importLibraries">,
  upload: ImportLibrariesUpload,
): Promise<ImportLibrariesResponse> {
  const directory = await openWorkDirectory(context.workDirectory)
  const path = join(directory, "bundle.json")
  try {
    const checked = await checkReceivedBundle(upload.bundle, path, { queue: context.bundleChecks })
    const force = upload.force ?? checked.force
    const skipped = [...checked.skipped]
    const taken: NewLibrary[] = []
    for (const library of checked.libraries) {
      const living = await context.catalogue.libraries.byId(library.id)
      const isWaiting = living?.source.type === "import" && living.publishedAtMs === null
      if (living === undefined || isWaiting || force) taken.push(library)
      else skipped.push({ project: library.id, reason: `${living.id} already exists. Send force to overwrite it` })
    }
    if (taken.length > 0) await queueImport(context, caller, { path, taken, force })
    const queued = taken.map(({ id }) => id)
    return {
      message: `${countOf(queued.length, "library", "libraries")} queued for import, ${formatCount(skipped.length)} skipped`,
      queued,
      skipped,
    }
  } finally {
    await removeWorkDirectory(directory)
  }
}

interface CheckedImport {
  readonly path: string
  readonly taken: readonly NewLibrary[]
  readonly force: boolean
}

async function queueImport(context: TransferServices, caller: Caller, checked: CheckedImport): Promise<void> {
  const { path, taken, force } = checked
  const bundleHash = await context.blobs.putFile(path)
  const [only] = taken.length === 1 ? taken : []
  const job = await context.catalogue.jobs.add({
    kind: "import",
    libraryKey: null,
    libraryId: only?.id ?? null,
    versionTag: "",
    payload: { bundleHash, force: force || undefined, ...listedIds(taken) },
    requestedBy: requesterOf(caller),
    tenant: tenantOf(caller),
  })
  // From here on, requests for these ids respond that the library is being processed.
  for (let start = 0; start < taken.length; start += LIBRARIES_PER_BATCH) {
    await context.catalogue.libraries.addMany(taken.slice(start, start + LIBRARIES_PER_BATCH))
    await nextTurn()
  }
  context.wakeWorker()
  await context.catalogueSync.catchUp()
  context.log.info({ jobId: job.id, libraries: taken.length }, "import queued")
  const subject = `${taken.length}${force ? " with force" : ""}: ${taken.map(({ id }) => id).join(", ")}`
  await recordAuditEntry(context, caller, { action: "library.import", subject, teamspaceKey: null })
}

function listedIds(libraries: readonly NewLibrary[]): { readonly libraryIds?: readonly string[] } {
  return libraries.length > MAX_LIBRARIES_LISTED_PER_IMPORT ? {} : { libraryIds: libraries.map(({ id }) => id) }
}
