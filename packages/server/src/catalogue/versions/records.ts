import type { LibraryState } from "../libraries/records.ts"

/** What of a library is indexed under one tag. The default version has the empty tag. */
export interface VersionRecord {
  readonly key: string
  readonly libraryKey: string
  readonly tag: string
  readonly state: LibraryState
  readonly branch: string
  /** Revision (commit) that is indexed; null until the first publication. */
  readonly revision: string | null
  /** Blob of the index file served; null until the first publication. */
  readonly indexHash: string | null
  /** Blob of the report of files (gzip JSON); null when there is none. */
  readonly reportHash: string | null
  /** Blob with answers of the hosts that were read, for asking them only what has changed; null when there is none. */
  readonly archiveHash: string | null
  /** Fingerprint of everything but the content that shapes the index: format, parser and cutter versions, source settings. */
  readonly recipe: string | null
  /** Id of the embedder whose vectors the index holds; null when it has none, or nobody has looked. */
  readonly embedder: string | null
  readonly totalTokens: number
  readonly totalSnippets: number
  /** Grows with every publication: a late job cannot overwrite a newer one. */
  readonly generation: number
  readonly publishedAtMs: number | null
}

/** What a finished ingestion switches to, in one transaction with the completion of its job. */
export interface Publication {
  readonly branch: string
  readonly revision: string
  readonly indexHash: string
  readonly reportHash: string | null
  readonly archiveHash: string | null
  readonly recipe: string
  /** Whose vectors the index holds; none when left out. */
  readonly embedder?: string | null
  readonly totalTokens: number
  readonly totalSnippets: number
}

export interface VersionStore {
  /** @returns the version with exactly this tag (`""`: the default one). */
  get(libraryKey: string, tag: string): Promise<VersionRecord | undefined>
  ofLibrary(libraryKey: string): Promise<readonly VersionRecord[]>
  /** Inserts the version when it is not there. */
  ensure(libraryKey: string, tag: string): Promise<VersionRecord>
  moveState(key: string, from: readonly LibraryState[], to: LibraryState): Promise<boolean>
  /** Switches the served index when the stored generation is `expectedGeneration`. @returns false (and changes nothing) when it is not. */
  publish(key: string, expectedGeneration: number, publication: Publication): Promise<boolean>
  /** Replaces the archive of a version that was found unchanged; a generation that is past changes nothing. */
  keepArchive(key: string, expectedGeneration: number, archiveHash: string): Promise<void>
  /** Indexed versions without vectors of this embedder, in the order of their keys, beginning after `after`. */
  withoutVectorsOf(
    embedder: string,
    page: { readonly after: string; readonly limit: number },
  ): Promise<readonly VersionRecord[]>
  /**
   * Serves the same index with other vectors. The generation stays: a run that is under way publishes over it.
   *
   * @returns false (and changes nothing) when `from` is not what is served any more.
   */
  replaceIndex(
    key: string,
    change: { readonly from: string; readonly to: string; readonly embedder: string },
  ): Promise<boolean>
  /** Replaces the report of what is served. @returns false (and changes nothing) when `from` is not its report any more. */
  replaceReport(key: string, change: { readonly from: string; readonly to: string }): Promise<boolean>
  /** Blobs that any version or job refers to; what else lies in the store may be swept. */
  referencedBlobs(): Promise<ReadonlySet<string>>
}
