import type { Timings } from "../base/timings.ts"
import type { BlobStore } from "./blob-store.ts"

/** Records how long the operations of a blob store take. */
export function timeBlobs(blobs: BlobStore, timings: Timings): BlobStore {
  const timed = async <Result>(operation: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAtMs = performance.now()
    try {
      return await work()
    } finally {
      timings.record("blobs", operation, performance.now() - startedAtMs)
    }
  }
  return {
    ...blobs,
    get: (hash) => timed("get", () => blobs.get(hash)),
    put: (bytes) => timed("put", () => blobs.put(bytes)),
    putFile: (path) => timed("put", () => blobs.putFile(path)),
    borrow: (hash) => timed("open", () => blobs.borrow(hash)),
    localPath: (hash) => timed("open", () => blobs.localPath(hash)),
  }
}
