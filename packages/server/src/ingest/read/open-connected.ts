import type { Clock } from "../../base/clock.ts"
import type { BlobStore } from "../../blobs/blob-store.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { LibraryRecord, SourceRecord } from "../../catalogue/libraries/records.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { gitSiteUrl, type Account, type AccountKind } from "../../accounts/account-site.ts"
import type { TokenRefresher } from "../../accounts/oauth/token-refresh.ts"
import { openAccount } from "../../accounts/open-account.ts"
import { AccessRefused } from "../../sources/errors.ts"
import type { PageCache } from "../../sources/page-cache/page-cache.ts"
import type { SourceSnapshot } from "../../sources/source-file.ts"
import { NotesOptions } from "../../sources/notes/notes-request.ts"
import { WikiOptions } from "../../sources/wiki/wiki-request.ts"

/** Whose account, at which service. */
export interface ConnectionRef {
  readonly teamspaceKey: string
  readonly kind: AccountKind
  readonly siteUrl: string
}

/** What sources that are read through a connected account need from their surroundings. */
export interface ConnectedEnvironment {
  readonly guard: AddressGuard
  /** Finds a connected account; undefined when there is none. */
  accountOf(place: ConnectionRef): Promise<Account | undefined>
  pageCacheOf(libraryKey: string): PageCache
  /** Present time in epoch milliseconds. */
  now(): number
}

/** Which library, and what is known of it. */
interface ConnectedRequest {
  readonly library: Pick<LibraryRecord, "key" | "source">
  readonly knownRevision: string | null
}

/** Opens a space of a wiki. @throws {AccessRefused} when no account is connected for its site any more. */
export async function openWiki(
  environment: ConnectedEnvironment,
  { library, knownRevision }: ConnectedRequest,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  const options = WikiOptions.parse(library.source.options ?? {})
  const account = await connectedAccount(environment, { ...options, kind: "wiki" })
  const { openWikiSource } = await import("../../sources/wiki/wiki-source.ts")
  const kept = environment.pageCacheOf(library.key)
  return openWikiSource({ options, account, knownRevision }, { guard: environment.guard, kept }, signal)
}

/** Opens pages of notes. @throws {AccessRefused} when no account is connected for their service any more. */
export async function openNotes(
  environment: ConnectedEnvironment,
  { library, knownRevision }: ConnectedRequest,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  const options = NotesOptions.parse(library.source.options ?? {})
  const account = await connectedAccount(environment, { ...options, kind: "notes" })
  const { openNotesSource } = await import("../../sources/notes/notes-source.ts")
  const { guard, now, pageCacheOf } = environment
  return openNotesSource({ options, account, knownRevision }, { guard, now, kept: pageCacheOf(library.key) }, signal)
}

/** Finds the token of the account that a private repository is read with; undefined when there is none. */
export async function connectedGitToken(
  { accountOf }: Pick<ConnectedEnvironment, "accountOf">,
  { url, options }: Pick<SourceRecord, "url" | "options">,
): Promise<string | undefined> {
  const teamspaceKey = options?.["teamspaceKey"]
  if (typeof teamspaceKey !== "string") return undefined
  const siteUrl = gitSiteUrl(url)
  if (siteUrl === undefined) return undefined
  return (await accountOf({ teamspaceKey, kind: "git", siteUrl }))?.token
}

/**
 * Makes the function that finds the token for the host of a repository: the one that it was added with, else that of the
 * connected account. A key of ssh is no token.
 */
export function gitTokenOf(
  environment: Pick<ConnectedEnvironment, "accountOf"> & { unseal(sealedToken: string): string },
): (library: Pick<LibraryRecord, "source">) => Promise<string | undefined> {
  return async ({ source }) => {
    if (gitSiteUrl(source.url) === undefined) return undefined
    return source.sealedToken === null ? connectedGitToken(environment, source) : environment.unseal(source.sealedToken)
  }
}

async function connectedAccount(environment: ConnectedEnvironment, place: ConnectionRef): Promise<Account> {
  const account = await environment.accountOf(place)
  if (account !== undefined) return account
  throw new AccessRefused(
    `no ${place.kind} account is connected for ${place.siteUrl} any more: connect one and refresh`,
  )
}

/** Makes the surroundings of connected sources over a catalogue and blobs. */
export function connectAccounts({
  catalogue,
  blobs,
  clock,
  guard,
  unseal,
  tokenRefresher,
}: {
  readonly catalogue: Pick<Catalogue, "connections" | "pageCache">
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly guard: AddressGuard
  readonly tokenRefresher: TokenRefresher
  unseal(sealedToken: string): string
}): ConnectedEnvironment {
  return {
    guard,
    now: () => clock.now(),
    async accountOf({ teamspaceKey, kind, siteUrl }) {
      const connection = await catalogue.connections.find({ teamspaceKey, kind, siteUrl })
      if (connection === undefined) return undefined
      await catalogue.connections.markUsed(connection.key, clock.now())
      return openAccount(connection, { unseal, tokenRefresher })
    },
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
