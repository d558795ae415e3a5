/**
 * Immutable objects by content: the name of an object is the SHA-256 (hex) of its bytes. Storing one that is there but damaged
 * replaces it.
 */
export interface BlobStore {
  /** Moves a finished local file into the store (the file is gone afterwards). @returns its hash. */
  putFile(path: string): Promise<string>
  put(bytes: Uint8Array): Promise<string>
  /** @throws {BlobMissing} when there is no object of that name. */
  get(hash: string): Promise<Uint8Array>
  /** @returns a path on this machine that holds the object and stays valid while it is referenced. @throws {BlobMissing} */
  localPath(hash: string): Promise<string>
  has(hash: string): Promise<boolean>
  /** Reads an object whole. @returns false when it is missing, or its bytes are not those of its name. */
  isIntact(hash: string): Promise<boolean>
  /**
   * Removes objects that are not in `referenced` and were stored more than `minAgeMs` ago.
   *
   * @param mayRemove decides from the number of these objects and of all whether they are removed; all are when it is
   *   missing.
   * @returns how many were removed.
   */
  sweep(
    referenced: ReadonlySet<string>,
    minAgeMs: number,
    mayRemove?: (found: SweepCounts) => Promise<boolean>,
  ): Promise<number>
}

/** What a sweep has found, before it removes anything. */
export interface SweepCounts {
  readonly orphans: number
  readonly stored: number
}
