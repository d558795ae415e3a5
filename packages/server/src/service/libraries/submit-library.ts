import type { Caller } from "../../access/identity/caller.ts"
import { MAIN_TEAMSPACE } from "../../catalogue/teamspaces/records.ts"
import type { LibraryRecord, NewLibrary } from "../../catalogue/libraries/records.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import { assertLibraryQuota } from "../teamspaces/plan-quotas.ts"
import type { ServiceContext } from "../service-context.ts"

/** Key under which a job remembers who asked for it; null when no person did. */
export function requesterOf(caller: Caller): string | null {
  return caller.kind === "user" ? caller.userKey : null
}

/** Names who a job is done for, so that the queue serves all in turn: the teamspace, or the person where all share one. */
export function tenantOf(caller: Caller): string | undefined {
  if (caller.kind !== "user") return undefined
  return caller.teamspaceKey === MAIN_TEAMSPACE ? caller.userKey : caller.teamspaceKey
}

/**
 * Puts a new library and its first job into the catalogue, both or neither.
 *
 * @returns undefined when a living library has the identifier already.
 * @throws {SpendingLimitExceeded} when the plan of its teamspace allows no more.
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

/** How to process a library again. */
export interface Reprocessing {
  readonly cause: "add" | "refresh"
  /** Also when the source has not changed. */
  readonly force?: boolean | undefined
  /** Version to process; the default one when left out. */
  readonly versionTag?: string
}

/** Queues a library's source to be read again; a job that is waiting already is not doubled. */
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
