import { resolveVersionTag } from "@lectern/contract"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { LibraryRecord } from "../catalogue/libraries/records.ts"
import type { ServiceContext } from "../service/service-context.ts"

/** Versions of one library that wait to be indexed only because requests missed them. */
const MAX_WAITING_PER_LIBRARY = 3
/** Versions of one library that are kept because requests missed them; beyond that someone has to ask for them. */
const MAX_VERSIONS_PER_LIBRARY = 30
/** Jobs of any kind that wait; while there are more, requests add nothing to them. */
const MAX_WAITING_JOBS = 20

/** What becomes of a version that a request missed. */
export interface MissedVersion {
  /** The version as the source offers it. */
  readonly tag: string
  /** `waiting`: it is or has been queued; `refused`: too much is waiting already; `failed`: it was tried before. */
  readonly state: "waiting" | "refused" | "failed"
}

type Surroundings = Pick<ServiceContext, "catalogue" | "wakeWorker">

/**
 * Queues, in the background, a version of a public git library that a request missed. Readers cannot flood the queue:
 * see the limits of this file.
 *
 * @returns undefined when the library is not such a one or its source offers no version that fits.
 */
export async function queueMissedVersion(
  context: Surroundings,
  library: LibraryRecord,
  asked: string,
): Promise<MissedVersion | undefined> {
  if (library.isPrivate || library.source.type !== "git" || library.redirectTo !== null) return undefined
  const offered = resolveVersionTag(asked, library.availableTags)
  if (offered === undefined) return undefined
  const { tag } = offered
  // Most requests change nothing: they look without holding up who writes.
  const state = await stateOf(context.catalogue, library, tag)
  if (state !== undefined) return { tag, state }
  await context.catalogue.inTransaction(async (inside) => {
    if ((await stateOf(inside, library, tag)) === undefined) await queue(inside, library, tag)
  })
  context.wakeWorker()
  return { tag, state: "waiting" }
}

/** @returns undefined when the version may be queued. */
async function stateOf(
  { versions, jobs }: Catalogue,
  library: LibraryRecord,
  tag: string,
): Promise<MissedVersion["state"] | undefined> {
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
