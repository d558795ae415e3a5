/** A fetched page, which is reused while its revision stays the same. */
export interface CachedPageRecord {
  /** Id of the page at its service; prefixed with the kind of object if the service has several kinds of ids. */
  readonly pageId: string
  /** Version number or time of the last change, as returned by the service. */
  readonly revision: string
  /** Blob with the fetched content. */
  readonly hash: string
}

/** Fetched pages of wikis and notes, so that unchanged ones are not fetched again. */
export interface PageCacheStore {
  ofLibrary(libraryKey: string): Promise<readonly CachedPageRecord[]>
  /** Stores a page, replacing an older revision. */
  put(libraryKey: string, page: CachedPageRecord): Promise<void>
  /** Deletes the pages that are no longer part of a library. */
  retain(libraryKey: string, pageIds: ReadonlySet<string>): Promise<void>
  /** Deletes the pages of deleted libraries. @returns their number. */
  prune(): Promise<number>
}
