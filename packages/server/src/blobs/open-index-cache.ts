import type { RankableIndex, RankingSession } from "@lectern/engine"
import { LRUCache } from "lru-cache"
import type { BlobStore, BorrowedBlob } from "./blob-store.ts"
import { completeOwnAddresses } from "./complete-own-addresses.ts"

/** Keeps recently used index files open, so that most questions open no file. */
export interface OpenIndexCache {
  /**
   * Runs `work` with an open index, which stays open until `work` returns.
   *
   * @param work synchronous: the index must not be used after an await, because it may be closed by then.
   * @param servedAs what the index is served as, such as a version of a library. The index that was served under this
   *   name before is closed.
   * @throws {BlobMissing} if the file does not exist. @throws {IndexUnreadable} if it is not a valid index.
   */
  use<Result>(hash: string, work: (rankable: RankableIndex) => Result, servedAs?: string): Promise<Result>
  readonly openCount: number
  /** Number of questions that found their index open, and of those that had to open it. */
  readonly lookUps: { readonly hits: number; readonly misses: number }
  close(): void
}

interface OpenIndex {
  readonly rankable: RankableIndex
  readonly file: BorrowedBlob
}

/** Returns the name that an index is served as. */
export function indexName(libraryKey: string, versionTag: string): string {
  return `${libraryKey}@${versionTag}`
}

interface CacheOptions {
  readonly blobs: BlobStore
  readonly session: RankingSession
  readonly maxOpen: number
  readonly ownAddress?: string | undefined
}

/**
 * Creates a cache of open indexes over a blob store.
 *
 * @param options.session ranks all indexes of this process.
 * @param options.maxOpen maximum number of open files; the least recently used one is closed first. An open file of a
 *   few thousand snippets takes about 0.7 MB of memory, besides the mapped parts of the file.
 * @param options.ownAddress URL of this server, which is added to the addresses of its own documentation.
 */
export function createOpenIndexCache({ blobs, session, maxOpen, ownAddress = "" }: CacheOptions): OpenIndexCache {
  const indexes = new LRUCache<string, OpenIndex>({
    max: maxOpen,
    dispose: ({ rankable, file }) => {
      rankable.index.close()
      file.release()
    },
  })
  const lookUps = { hits: 0, misses: 0 }
  // Not `fetchMethod`: a fetch that is evicted while it runs would leave its file open.
  const opening = new Map<string, Promise<void>>()

  const openFile = async (hash: string): Promise<void> => {
    const file = await blobs.borrow(hash)
    try {
      indexes.set(hash, { rankable: completeOwnAddresses(session.open(file.path), ownAddress), file })
    } catch (error) {
      file.release()
      throw error
    }
  }

  // Without this, a library that is refreshed often would fill the cache with files that are no longer in use.
  const hashBy = new LRUCache<string, string>({ max: maxOpen })
  const closeReplaced = (servedAs: string, hash: string): void => {
    const before = hashBy.get(servedAs)
    if (before === hash) return
    hashBy.set(servedAs, hash)
    if (before !== undefined) indexes.delete(before)
  }

  return {
    async use(hash, work, servedAs) {
      if (servedAs !== undefined) closeReplaced(servedAs, hash)
      let open = indexes.get(hash)
      lookUps[open === undefined ? "misses" : "hits"]++
      // Another file may have evicted this one before the waiting caller runs; it is then opened again.
      while (open === undefined) {
        let pending = opening.get(hash)
        if (pending === undefined) {
          pending = openFile(hash).finally(() => opening.delete(hash))
          opening.set(hash, pending)
        }
        await pending
        open = indexes.get(hash)
      }
      return work(open.rankable)
    },
    lookUps,
    get openCount() {
      return indexes.size
    },
    close() {
      indexes.clear()
    },
  }
}
