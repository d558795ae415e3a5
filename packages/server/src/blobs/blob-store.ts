const NAME = /^[0-9a-f]{64}$/

/** Returns true if a text has the form of a blob name: 64 hexadecimal digits in lower case. */
export function isBlobName(name: string): boolean {
  return NAME.test(name)
}

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
  /**
   * Returns a path on this machine. Open it right away: if the store keeps local copies, the copy may be removed after
   * two minutes.
   *
   * @throws {BlobMissing} if the blob does not exist. @throws {BlobDamaged} if its bytes have another hash.
   */
  localPath(hash: string): Promise<string>
  /** Returns a path like `localPath`, which stays valid until `release` is called. */
  borrow(hash: string): Promise<BorrowedBlob>
  has(hash: string): Promise<boolean>
  /**
   * Reads a whole blob, from the remote store if there is one. @returns false if it is missing or its bytes have
   * another hash.
   */
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
  /** Closes the connections to a remote store. No method may be called afterwards. */
  close(): Promise<void>
}

/** A local file that is in use until it is released. */
export interface BorrowedBlob {
  readonly path: string
  release(): void
}

/** Counts of a sweep before it removes anything. */
export interface SweepCounts {
  readonly orphans: number
  readonly stored: number
}
