import type { WebhookEvent } from "@lectern/contract"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { MAIN_TEAMSPACE } from "../../catalogue/teamspaces/records.ts"
import type { JobRecord } from "../../catalogue/jobs/records.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { VersionRecord } from "../../catalogue/versions/records.ts"

/** A successful run: the first publication, a later one, or a run without changes. */
export interface SuccessfulRun {
  readonly jobId: string
  /** The library before the run. */
  readonly version: Pick<VersionRecord, "tag" | "indexHash">
  readonly outcome: "published" | "unchanged"
  readonly snippets: number
  readonly tokens: number
  readonly nowMs: number
}

/** A run that failed permanently. */
export interface FailedRun {
  readonly job: Pick<JobRecord, "id">
  readonly version: Pick<VersionRecord, "tag" | "indexHash">
  readonly error: { readonly code: string; readonly message: string }
  readonly nowMs: number
}

/** Emits the event for a successful ingestion. Runs in the transaction that ends the job. */
export async function emitIngested(inside: Catalogue, libraryKey: string, end: SuccessfulRun): Promise<void> {
  const { jobId, version, outcome, snippets, tokens, nowMs } = end
  await announce(inside, libraryKey, (library) => {
    const data = { ...libraryFields(library), version: version.tag || null, jobId, snippets, tokens }
    const timestamp = new Date(nowMs).toISOString()
    if (version.indexHash === null) return { type: "library.finalized", timestamp, data }
    return { type: "library.refreshed", timestamp, data: { ...data, outcome } }
  })
}

/** Emits the event for a failed ingestion. Runs in the transaction that ends the job. */
export async function emitFailed(inside: Catalogue, libraryKey: string, end: FailedRun): Promise<void> {
  const { job, version, error, nowMs } = end
  await announce(inside, libraryKey, (library) => ({
    type: "library.failed",
    timestamp: new Date(nowMs).toISOString(),
    data: {
      ...libraryFields(library),
      version: version.tag || null,
      jobId: job.id,
      error,
      served: version.indexHash !== null,
    },
  }))
}

/** Emits the event for a deleted library. Runs in the transaction that deletes it. */
export async function announceDeletion(
  inside: Catalogue,
  library: LibraryRecord,
  { deletedBy, nowMs }: { readonly deletedBy: string; readonly nowMs: number },
): Promise<void> {
  await inside.webhooks.announce(ownerOf(library), {
    type: "library.deleted",
    timestamp: new Date(nowMs).toISOString(),
    data: { ...libraryFields(library), deletedBy },
  })
}

/** Read again, because this run may have changed the title. */
async function announce(
  inside: Catalogue,
  libraryKey: string,
  eventOf: (library: LibraryRecord) => WebhookEvent,
): Promise<void> {
  const library = await inside.libraries.byKey(libraryKey)
  if (library === undefined || library.isDeleted) return
  await inside.webhooks.announce(ownerOf(library), eventOf(library))
}

/**
 * Returns the teamspace that gets the events: the owner of a private library, or the first teamspace for public
 * libraries.
 */
function ownerOf({ teamspaceKey }: LibraryRecord): string {
  return teamspaceKey ?? MAIN_TEAMSPACE
}

function libraryFields({ id, title, isPrivate }: LibraryRecord) {
  return { libraryId: id, title, private: isPrivate }
}
