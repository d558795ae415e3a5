import type { ZodType } from "zod"
import type { Account, AccountKind } from "../../accounts/account-site.ts"
import type { SourceRecord, SourceType } from "../../catalogue/libraries/records.ts"
import type { PageCache } from "../page-cache/page-cache.ts"
import type { ResponseArchiveFiles } from "../page-cache/response-archive.ts"
import type { SourceSnapshot } from "../base/source-file.ts"
import type { SourceEnvironment } from "./source-environment.ts"

/** A connected account by its teamspace and service. */
export interface ConnectionRef {
  readonly teamspaceKey: string
  readonly kind: AccountKind
  readonly siteUrl: string
}

/** Dependencies of opening sources. */
export interface SourceDependencies extends SourceEnvironment {
  /** Decrypts a stored access token. */
  unseal(sealedToken: string): string
  /** Returns true if an account exists and is active; tokens of other accounts are not used. */
  isActiveAccount(userKey: string): Promise<boolean>
  /** Reads an uploaded file. */
  readBlob(hash: string): Promise<Uint8Array>
  /** Returns a connected account; undefined if there is none. */
  accountOf(ref: ConnectionRef): Promise<Account | undefined>
  pageCacheOf(libraryKey: string): PageCache
  /** Current time in epoch milliseconds. */
  now(): number
}

/** Progress of a crawl. */
export interface CrawlProgress {
  /** Number of URLs to request, including the start page. */
  readonly found: number
  readonly fetched: number
}

/** A source to open, and what is known about it. */
export interface OpenRequest<Source> {
  readonly libraryId: string
  readonly libraryKey: string
  readonly source: Source
  /** Version to fetch: a tag or branch with `_` for every `/`; empty for the default branch. */
  readonly tag: string
  /** Indexed revision; if it is still the current one, nothing else is fetched. */
  readonly knownRevision: string | null
  /** Branch of the indexed revision; empty if unknown. Page URLs contain it. */
  readonly knownBranch: string
  /** Files with the responses of earlier runs; without them, everything is downloaded. */
  readonly archive?: ResponseArchiveFiles | undefined
  /** Receives the progress of a crawl. */
  readonly onProgress?: ((progress: CrawlProgress) => void) | undefined
  /** Called when a source has changed and its files are being fetched. */
  readonly onFetching?: (() => void) | undefined
}

/** The conditions for refreshing a source. */
export interface RefreshRules {
  /** Returns true if schedules refresh it. */
  isScheduled(record: SourceRecord): boolean
  /** Returns why a library cannot be refreshed on request; undefined if it can. */
  problem(libraryId: string, record: SourceRecord): string | undefined
}

/** The definition of one source kind. The registry has one entry for each. */
export interface SourceKind<Source extends { readonly kind: SourceType }> {
  /** Schema of this kind's options in records. */
  readonly options: ZodType
  readonly refresh: RefreshRules
  /** @throws a ZodError if the options of the record are invalid. */
  fromRecord(record: SourceRecord): Source
  toRecord(source: Source): SourceRecord
  /** Returns true if two addresses mean the same source. */
  isSameAddress(one: string, other: string): boolean
  /** Opens the source; the code is imported on first use. */
  open(request: OpenRequest<Source>, dependencies: SourceDependencies, signal: AbortSignal): Promise<SourceSnapshot>
}

/** Refreshed on request and by schedules. */
export const REFRESHED: RefreshRules = { isScheduled: () => true, problem: () => undefined }
/** Refreshed on request only. */
export const REFRESHED_ON_REQUEST: RefreshRules = { isScheduled: () => false, problem: () => undefined }
