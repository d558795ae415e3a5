/**
 * Stores immutable blobs. The name of a blob is the SHA-256 hash of its bytes, in hexadecimal. Storing a blob again
 * replaces a damaged one.
 */
export interface BlobStore {
  /** Moves a finished local file into the store. @returns its hash. */
  putFile(path: string): Promise<string>
  put(bytes: Uint8Array): Promise<string>
  /** @throws {BlobMissing} if the blob does not exist. */
  get(hash: string): Promise<Uint8Array>
  /** @returns a path on this machine that stays valid while the blob is referenced. @throws {BlobMissing} */
  localPath(hash: string): Promise<string>
  has(hash: string): Promise<boolean>
  /** Reads an object whole. @returns false when it is missing, or its bytes are not those of its name. */
  isIntact(hash: string): Promise<boolean>
  /**
   * Removes blobs that are not in `referenced` and were stored more than `minAgeMs` ago.
   *
   * @param mayRemove decides whether they are removed, given their number and the number of all blobs; if missing, they
   *   are removed.
   * @returns how many were removed.
   */
  sweep(
    referenced: ReadonlySet<string>,
    minAgeMs: number,
    mayRemove?: (found: SweepCounts) => Promise<boolean>,
  ): Promise<number>
}

/** Result of the search of a sweep, before it removes anything. */
export interface SweepCounts {
  readonly orphans: number
  readonly stored: number
}
