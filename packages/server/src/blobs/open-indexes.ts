import type { BlobStore } from "./blob-store.ts"
import { LevelScorer, openIndex, type RankableIndex } from "@lectern/engine"

/** Keeps recently used index files open, so that most questions open nothing. */
export interface IndexShelf {
  /**
   * Lends an open index. It stays open until `work` has returned, also when it falls off the shelf meanwhile.
   *
   * @param work synchronous: an index is never held across an await.
   * @throws {BlobMissing} when the store has no such file; {IndexUnreadable} when it is no index.
   */
  use<Result>(hash: string, work: (shelved: RankableIndex) => Result): Promise<Result>
  readonly openCount: number
  close(): void
}

/**
 * Makes a shelf over a blob store.
 *
 * @param options.maxOpen files kept open; the least recently used one is closed first. An open file of a few thousand
 *   snippets costs about .7 MB of memory, beside what is mapped of it.
 */
export function createIndexShelf({
  blobs,
  maxOpen,
}: {
  readonly blobs: BlobStore
  readonly maxOpen: number
}): IndexShelf {
  const shelved = new Map<string, RankableIndex>()
  const opening = new Map<string, Promise<void>>()

  const open = async (hash: string): Promise<void> => {
    const index = openIndex(await blobs.localPath(hash))
    shelved.set(hash, { index, scorer: new LevelScorer(index) })
    for (const [oldHash, old] of shelved) {
      if (shelved.size <= maxOpen || oldHash === hash) {
        break
      }
      shelved.delete(oldHash)
      old.index.close()
    }
  }

  return {
    async use(hash, work) {
      let entry = shelved.get(hash)
      while (entry === undefined) {
        let pending = opening.get(hash)
        if (pending === undefined) {
          pending = open(hash).finally(() => opening.delete(hash))
          opening.set(hash, pending)
        }
        await pending
        entry = shelved.get(hash)
      }
      // A map iterates in the order of insertion: the most recently used goes to the end.
      shelved.delete(hash)
      shelved.set(hash, entry)
      return work(entry)
    },
    get openCount() {
      return shelved.size
    },
    close() {
      for (const { index } of shelved.values()) {
        index.close()
      }
      shelved.clear()
    },
  }
}
