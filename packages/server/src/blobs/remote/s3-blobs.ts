import { isBlobName } from "../blob-store.ts"
import { BlobMissing } from "../errors.ts"
import type { RemoteBlobs } from "./remote-blobs.ts"
import { type S3Location, S3Objects } from "./s3-objects.ts"

/**
 * Opens a remote blob store in an S3-compatible store, like {@link S3Objects.open}.
 *
 * @throws {RemoteRefused} if the bucket does not exist or the credentials are missing or rejected.
 * @throws {RemoteUnavailable} if the store does not respond.
 */
export async function openS3Blobs(location: S3Location): Promise<RemoteBlobs> {
  const objects = await S3Objects.open(location)
  return {
    put: (hash, path) => objects.put(keyOf(hash), path),
    async read(hash) {
      const bytes = await objects.read(keyOf(hash))
      if (bytes === undefined) throw new BlobMissing(hash)
      return bytes
    },
    has: async (hash) => (await objects.storedAtMs(keyOf(hash))) !== undefined,
    async *list() {
      for await (const { key, storedAtMs } of objects.list()) {
        const hash = key.slice(key.lastIndexOf("/") + 1)
        if (isBlobName(hash)) yield { hash, storedAtMs }
      }
    },
    async removeOlder(hash, storedBeforeMs) {
      const storedAtMs = await objects.storedAtMs(keyOf(hash))
      if (storedAtMs === undefined || storedAtMs > storedBeforeMs) return false
      await objects.remove(keyOf(hash))
      return true
    },
    removeUnfinished: (startedBeforeMs) => objects.removeUnfinished(startedBeforeMs),
    close() {
      objects.close()
      return Promise.resolve()
    },
  }
}

/** Uses the same layout as a blob directory, so that a copy of a directory is a valid blob store. */
function keyOf(hash: string): string {
  return `${hash.slice(0, 2)}/${hash}`
}
