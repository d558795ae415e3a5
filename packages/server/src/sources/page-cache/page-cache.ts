/** A cached page. */
export interface KeptPage {
  /** Revision from the service: a version number or the time of the last change. */
  readonly revision: string
  /** Hash of its bytes in the blob store. */
  readonly hash: string
}

/** Previously fetched pages of a library, so that unchanged pages are not fetched again. */
export interface PageCache {
  /** @returns pages by id. */
  all(): Promise<ReadonlyMap<string, KeptPage>>
  keep(pageId: string, revision: string, bytes: Uint8Array): Promise<KeptPage>
  read(page: KeptPage): Promise<Uint8Array>
  /** Deletes all other pages. */
  retain(pageIds: ReadonlySet<string>): Promise<void>
}

/** A page to fetch unless it is cached. */
export interface PageToFetch {
  readonly pageId: string
  readonly revision: string
  /** Fetches the bytes. Throws a `ServiceError` with the reason if that fails. */
  fetch(): Promise<Uint8Array>
}

/** Returns a page from the cache, or fetches and caches it. */
export async function cachedOrFetched(
  kept: PageCache,
  known: ReadonlyMap<string, KeptPage>,
  { pageId, revision, fetch }: PageToFetch,
): Promise<KeptPage> {
  const before = known.get(pageId)
  if (before?.revision === revision) return before
  return kept.keep(pageId, revision, await fetch())
}
