import type { SourceLimits } from "../base/source-limits.ts"

/** One entry of a tree that is not a folder. */
export interface TreeEntry {
  /** Path inside the tree, `/`-separated. */
  readonly path: string
  /** `other`: neither a file nor a link, such as a socket. */
  readonly kind: "file" | "link" | "other"
  readonly sizeBytes: number
  /** Changes whenever the content may have changed. */
  readonly stamp: string
  /** SHA-256 (hex) of the content, if it is known without reading it. */
  readonly contentHash?: string
}

/** Files with paths, on disk or in blob storage. */
export interface FileTree {
  /**
   * Lists every entry, folder by folder, in the order of their names.
   *
   * @throws {SourceTooLarge} if there are more than `maxEntries` entries.
   */
  list(limits: Pick<SourceLimits, "maxEntries">, signal: AbortSignal): Promise<readonly TreeEntry[]>
  /** Reads a file; undefined if it no longer exists or is a link. */
  read(path: string): Promise<Uint8Array | undefined>
}
