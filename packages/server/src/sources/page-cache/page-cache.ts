/** A page that was fetched before. */
export interface KeptPage {
  /** What the service said then: a version number or the time of the last change. */
  readonly revision: string
  /** Name under which its bytes are read again. */
  readonly hash: string
}

/** What a library fetched before, so that unchanged pages are not fetched again. */
export interface PageCache {
  /** @returns pages by their ids. */
  all(): Promise<ReadonlyMap<string, KeptPage>>
  keep(pageId: string, revision: string, bytes: Uint8Array): Promise<KeptPage>
  read(page: KeptPage): Promise<Uint8Array>
  /** Forgets every page but these. */
  retain(pageIds: ReadonlySet<string>): Promise<void>
}

/** What is to be read of one page, unless it is kept. */
export interface PageToFetch {
  readonly pageId: string
  readonly revision: string
  /** Gets the bytes; throws a `ServiceError` that says why they cannot be had. */
  fetch(): Promise<Uint8Array>
}

/** Gets a page from what is kept, else from its service, and keeps it. */
export async function cachedOrFetched(
  kept: PageCache,
  known: ReadonlyMap<string, KeptPage>,
  { pageId, revision, fetch }: PageToFetch,
): Promise<KeptPage> {
  const before = known.get(pageId)
  if (before?.revision === revision) return before
  return kept.keep(pageId, revision, await fetch())
}
