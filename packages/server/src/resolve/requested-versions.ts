import { resolveVersionTag } from "@lectern/contract"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { LibraryRecord } from "../catalogue/libraries/records.ts"

/** Maximum number of versions per library that wait to be indexed only because requests named them. */
const MAX_WAITING_PER_LIBRARY = 3
/**
 * Maximum number of versions per library that are indexed because requests named them; more have to be added
 * explicitly.
 */
const MAX_VERSIONS_PER_LIBRARY = 30
/** Requests queue no versions while at least this many jobs of any kind are waiting. */
const MAX_WAITING_JOBS = 20

/** A requested version that is not indexed. */
export interface RequestedVersion {
  /** The version tag at the source. */
  readonly tag: string
  /** `waiting`: queued now or before; `refused`: too many are waiting already; `failed`: an earlier attempt failed. */
  readonly state: "waiting" | "refused" | "failed"
}

/** Where versions are looked up and queued. */
export interface VersionQueue {
  readonly catalogue: Catalogue
  wakeWorker(): void
}

/**
 * Queues a version of a public git library that a request named, in the background. The limits above prevent callers
 * from flooding the queue.
 *
 * @returns undefined if the library is of another kind or its source offers no version that matches.
 */
export async function queueRequestedVersion(
  { catalogue, wakeWorker }: VersionQueue,
  library: LibraryRecord,
  requested: string,
): Promise<RequestedVersion | undefined> {
  if (library.isPrivate || library.source.type !== "git" || library.redirectTo !== null) return undefined
  const offered = resolveVersionTag(requested, library.availableTags)
  if (offered === undefined) return undefined
  const { tag } = offered
  // Most requests change nothing, so this checks first without a transaction, which would block writers.
  const state = await stateOf(catalogue, library, tag)
  if (state !== undefined) return { tag, state }
  const stateInside = await catalogue.inTransaction(async (inside) => {
    const latest = await stateOf(inside, library, tag)
    if (latest === undefined) await queue(inside, library, tag)
    return latest
  })
  if (stateInside === undefined) wakeWorker()
  return { tag, state: stateInside ?? "waiting" }
}

/** @returns undefined if the version can be queued. */
async function stateOf(
  { versions, jobs }: Catalogue,
  library: LibraryRecord,
  tag: string,
): Promise<RequestedVersion["state"] | undefined> {
  const ofLibrary = await versions.ofLibrary(library.key)
  const version = ofLibrary.find((one) => one.tag === tag)
  if (version?.state === "error") return "failed"
  if (version?.state === "processing") return "waiting"
  const waiting = await jobs.list({ state: "queued", libraryKey: library.key, offset: 0, limit: 100 })
  if (waiting.some((job) => job.versionTag === tag)) return "waiting"
  const inBackground = waiting.filter(({ payload }) => payload.isBackground === true)
  const isFull = inBackground.length >= MAX_WAITING_PER_LIBRARY || ofLibrary.length > MAX_VERSIONS_PER_LIBRARY
  return isFull || (await jobs.pendingCount()).queued >= MAX_WAITING_JOBS ? "refused" : undefined
}

async function queue({ versions, jobs }: Catalogue, library: LibraryRecord, tag: string): Promise<void> {
  await versions.ensure(library.key, tag)
  await jobs.add({
    kind: "ingest",
    libraryKey: library.key,
    libraryId: library.id,
    versionTag: tag,
    payload: { cause: "add", isBackground: true },
    requestedBy: null,
  })
}
