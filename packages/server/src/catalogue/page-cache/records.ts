/** Text of a page that was fetched once and is used again as long as its revision stands. */
export interface CachedPageRecord {
  /** Id of the page at its service, with the kind of thing in front where ids of several kinds meet. */
  readonly pageId: string
  /** Version number or time of the last change, as the service says it. */
  readonly revision: string
  /** Blob that holds what was fetched. */
  readonly hash: string
}

/** Pages of wikis and notes as they were fetched, so that unchanged ones are not fetched again. */
export interface PageCacheStore {
  ofLibrary(libraryKey: string): Promise<readonly CachedPageRecord[]>
  /** Keeps a page in the place of an older revision. */
  put(libraryKey: string, page: CachedPageRecord): Promise<void>
  /** Forgets the pages that a library no longer has. */
  retain(libraryKey: string, pageIds: ReadonlySet<string>): Promise<void>
  /** Forgets the pages of deleted libraries. @returns their number. */
  prune(): Promise<number>
}
