/** A blob in a remote store. */
export interface RemoteBlob {
  readonly hash: string
  /** When it was last stored, by the clock of the remote store. */
  readonly storedAtMs: number
}

/**
 * A remote store that several machines share. It does not check hashes; `openCachedBlobStore` does, and turns it into a
 * `BlobStore`.
 *
 * All methods throw `RemoteUnavailable` if the store does not respond, and `RemoteRefused` if it rejects the
 * configuration, such as the bucket or the credentials.
 */
export interface RemoteBlobs {
  /**
   * Stores a file. The blob appears once all bytes are stored durably, replaces a blob of the same name, and gets the
   * current time.
   */
  put(hash: string, path: string): Promise<void>
  /** Returns the bytes in parts of about 1 MB or less. @throws {BlobMissing} */
  read(hash: string): Promise<AsyncIterable<Uint8Array>>
  has(hash: string): Promise<boolean>
  /** Lists all blobs, in no particular order. */
  list(): AsyncIterable<RemoteBlob>
  /** Removes a blob unless it was stored again after a time. @returns true if it was removed. */
  removeOlder(hash: string, storedBeforeMs: number): Promise<boolean>
  /** Removes the remains of uploads that began before a time and were never completed. */
  removeUnfinished(startedBeforeMs: number): Promise<void>
  close(): Promise<void>
}
