import type { Clock } from "../../base/clock.ts"
import type { BlobStore } from "../../blobs/blob-store.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { TokenRefresher } from "../../accounts/oauth/token-refresh.ts"
import { openAccount } from "../../accounts/open-account.ts"
import type { SourceDependencies } from "../../sources/kind/source-kind.ts"

/** Provides sources with the connected accounts and the cached pages in the catalogue and the blob store. */
export function connectAccounts({
  catalogue,
  blobs,
  clock,
  unseal,
  tokenRefresher,
}: {
  readonly catalogue: Pick<Catalogue, "connections" | "pageCache" | "users">
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly tokenRefresher: TokenRefresher
  unseal(sealedToken: string): string
}): Pick<SourceDependencies, "now" | "accountOf" | "isActiveAccount" | "pageCacheOf"> {
  return {
    now: () => clock.now(),
    async accountOf({ teamspaceKey, kind, siteUrl }) {
      const connection = await catalogue.connections.find({ teamspaceKey, kind, siteUrl })
      if (connection === undefined) return undefined
      await catalogue.connections.markUsed(connection.key, clock.now())
      return openAccount(connection, { unseal, tokenRefresher })
    },
    isActiveAccount: async (userKey) => (await catalogue.users.byKey(userKey))?.isActive === true,
    pageCacheOf: (libraryKey) => ({
      async all() {
        const pages = await catalogue.pageCache.ofLibrary(libraryKey)
        return new Map(pages.map(({ pageId, ...page }) => [pageId, page]))
      },
      async keep(pageId, revision, bytes) {
        const page = { revision, hash: await blobs.put(bytes) }
        await catalogue.pageCache.put(libraryKey, { pageId, ...page })
        return page
      },
      read: ({ hash }) => blobs.get(hash),
      retain: (pageIds) => catalogue.pageCache.retain(libraryKey, pageIds),
    }),
  }
}
