/** Immutable objects by content: the name of an object is the SHA-256 (hex) of its bytes. */
export interface BlobStore {
  /** Moves a finished local file into the store (the file is gone afterwards). @returns its hash. */
  putFile(path: string): Promise<string>
  put(bytes: Uint8Array): Promise<string>
  /** @throws {BlobMissing} when there is no object of that name. */
  get(hash: string): Promise<Uint8Array>
  /** @returns a path on this machine that holds the object and stays valid while it is referenced. @throws {BlobMissing} */
  localPath(hash: string): Promise<string>
  has(hash: string): Promise<boolean>
  /** Removes objects that are not in `referenced` and were stored more than `minAgeMs` ago. @returns how many. */
  sweep(referenced: ReadonlySet<string>, minAgeMs: number): Promise<number>
}
