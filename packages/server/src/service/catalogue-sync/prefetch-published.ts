import { asError } from "../../base/errors.ts"
import type { Log } from "../../base/log.ts"
import type { BlobStore } from "../../blobs/blob-store.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"

/**
 * Maximum number of libraries in the queue. If more change at once, the first question to each of the others fetches
 * its index file.
 */
const MAX_WAITING = 1_000

/** Fetches published index files from a remote blob store, so that the first question finds a local copy. */
export interface Prefetcher {
  /** Queues a library that has changed. Its index file is fetched in the background unless there is a local copy. */
  note(libraryKey: string): void
  /** Clears the queue and waits for the current fetch. */
  stop(): Promise<void>
}

/** Creates a prefetcher, which fetches one file at a time. */
export function createPrefetcher({
  catalogue,
  blobs,
  log,
}: {
  readonly catalogue: Catalogue
  readonly blobs: BlobStore
  readonly log: Log
}): Prefetcher {
  const waiting = new Set<string>()
  let running: Promise<void> | undefined

  async function fetchWaiting(): Promise<void> {
    for (const libraryKey of waiting) {
      waiting.delete(libraryKey)
      try {
        const version = await catalogue.versions.get(libraryKey, "")
        if (version?.indexHash) await blobs.localPath(version.indexHash)
      } catch (error) {
        // The first question to the library will fetch the file again.
        log.warn({ error: asError(error).message }, "cannot fetch a published index file in advance")
      }
    }
    running = undefined
  }

  return {
    note(libraryKey) {
      if (waiting.size >= MAX_WAITING) return
      waiting.add(libraryKey)
      running ??= fetchWaiting()
    },
    async stop() {
      waiting.clear()
      await running
    },
  }
}
