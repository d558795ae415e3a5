import type { Caller } from "../../access/identity/caller.ts"
import { MAIN_TEAMSPACE } from "../../catalogue/teamspaces/records.ts"
import type { LibraryRecord, NewLibrary } from "../../catalogue/libraries/records.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import { assertLibraryQuota } from "../teamspaces/plan-quotas.ts"
import type { ServiceContext } from "../service-context.ts"

/** Returns the key under which a job records who requested it; null if it was not a user. */
export function requesterOf(caller: Caller): string | null {
  return caller.kind === "user" ? caller.userKey : null
}

/**
 * Returns the tenant that a job is for, so that the queue takes turns between tenants: the teamspace, or the user if
 * all users share one.
 */
export function tenantOf(caller: Caller): string | undefined {
  if (caller.kind !== "user") return undefined
  return caller.teamspaceKey === MAIN_TEAMSPACE ? caller.userKey : caller.teamspaceKey
}

/**
 * Adds a new library and its first job to the catalogue, both or neither.
 *
 * @returns undefined if an existing library already has the id.
 * @throws {SpendingLimitExceeded} if the plan of its teamspace allows no more libraries.
 */
export async function submitLibrary(
  context: Pick<ServiceContext, "catalogue" | "settings" | "wakeWorker" | "catalogueSync">,
  caller: Caller,
  library: NewLibrary,
): Promise<LibraryRecord | undefined> {
  const added = await context.catalogue.inTransaction(async (within) => {
    const managedBy = caller.kind === "system" ? (caller.manager ?? null) : null
    const { teamspaceKey = null } = library
    if (teamspaceKey !== null) await assertLibraryQuota(context, within, teamspaceKey)
    const record = await within.libraries.add({ ...library, managedBy })
    if (record === undefined) return undefined
    await within.versions.ensure(record.key, "")
    await within.jobs.add({
      kind: "ingest",
      libraryKey: record.key,
      libraryId: record.id,
      versionTag: "",
      payload: { cause: "add" },
      requestedBy: requesterOf(caller),
      tenant: tenantOf(caller),
    })
    return record
  })
  if (added === undefined) return undefined
  context.wakeWorker()
  await context.catalogueSync.catchUp()
  return added
}

/** Options for processing a library again. */
export interface Reprocessing {
  readonly cause: "add" | "refresh"
  /** True to process it even if the source has not changed. */
  readonly force?: boolean | undefined
  /** Version to process; defaults to the default version. */
  readonly versionTag?: string
}

/** Queues a library's source to be ingested again; a job that is already waiting is not duplicated. */
export async function queueLibrary(
  context: Pick<ServiceContext, "catalogue" | "wakeWorker">,
  caller: Caller,
  library: LibraryRecord,
  { cause, force, versionTag = "" }: Reprocessing,
): Promise<JobRecord> {
  const job = await context.catalogue.inTransaction(async (inside) => {
    await inside.versions.ensure(library.key, versionTag)
    return await inside.jobs.add({
      kind: "ingest",
      libraryKey: library.key,
      libraryId: library.id,
      versionTag,
      payload: { cause, force: force || undefined },
      requestedBy: requesterOf(caller),
      tenant: tenantOf(caller),
    })
  })
  context.wakeWorker()
  return job
}
