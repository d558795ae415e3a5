import type { LibraryState } from "../libraries/records.ts"

/** A version of a library. The default version has the empty tag. */
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
  /** Blob with earlier responses of the source's hosts, for conditional requests; null if there is none. */
  readonly archiveHash: string | null
  /** The index recipe: a hash of what shapes the index besides the content, such as parser versions and source settings. */
  readonly recipe: string | null
  /** Id of the embedder whose vectors the index holds; null if it has none or this is unknown. */
  readonly embedder: string | null
  readonly totalTokens: number
  readonly totalSnippets: number
  /** Number of snippets with suspicious text. */
  readonly flaggedSnippets: number
  /** Increases with every publication, so that a late job cannot overwrite a newer one. */
  readonly generation: number
  readonly publishedAtMs: number | null
}

/** The result of an ingestion, published in the transaction that completes its job. */
export interface Publication {
  readonly branch: string
  readonly revision: string
  readonly indexHash: string
  readonly reportHash: string | null
  readonly archiveHash: string | null
  readonly recipe: string
  /** Id of the embedder whose vectors the index holds. */
  readonly embedder?: string | null
  readonly totalTokens: number
  readonly totalSnippets: number
  /** Number of snippets with suspicious text; default: 0. */
  readonly flaggedSnippets?: number
}

/** The fields of a version that show whether it can be served. */
export type TagRecord = Pick<VersionRecord, "tag" | "indexHash">

export interface VersionStore {
  /** @returns the version with exactly this tag (`""`: the default one). */
  get(libraryKey: string, tag: string): Promise<VersionRecord | undefined>
  ofLibrary(libraryKey: string): Promise<readonly VersionRecord[]>
  /** Lists the tags of many libraries, by their keys; a library without versions is left out. */
  tagsOf(libraryKeys: readonly string[]): Promise<ReadonlyMap<string, readonly TagRecord[]>>
  /** Returns the version, after inserting it if necessary. */
  ensure(libraryKey: string, tag: string): Promise<VersionRecord>
  /** Deletes a version; its blobs are swept later. */
  remove(key: string): Promise<void>
  moveState(key: string, from: readonly LibraryState[], to: LibraryState): Promise<boolean>
  /** Switches to a new index file. @returns false, without a change, if the stored generation is not `expectedGeneration`. */
  publish(key: string, expectedGeneration: number, publication: Publication): Promise<boolean>
  /** Replaces the archive of an unchanged version; does nothing if the generation has changed. */
  keepArchive(key: string, expectedGeneration: number, archiveHash: string): Promise<void>
  /** Lists indexed versions without vectors of this embedder, by key, starting after `after`. */
  withoutVectorsOf(
    embedder: string,
    page: { readonly after: string; readonly limit: number },
  ): Promise<readonly VersionRecord[]>
  /**
   * Replaces the index file with one that has other vectors. The generation stays the same, so a running ingestion can
   * still publish.
   *
   * @returns false, without a change, if `from` is no longer the current index file.
   */
  replaceIndex(
    key: string,
    change: { readonly from: string; readonly to: string; readonly embedder: string },
  ): Promise<boolean>
  /** Replaces the file report. @returns false, without a change, if `from` is no longer the current one. */
  replaceReport(key: string, change: { readonly from: string; readonly to: string }): Promise<boolean>
  /** Lists the blobs in use, except the files of uploaded folders. All others can be swept. */
  referencedBlobs(): Promise<ReadonlySet<string>>
  /** Lists the blobs that contain the file lists of uploaded folders; the listed files are in use as well. */
  folderLists(): Promise<readonly string[]>
}
