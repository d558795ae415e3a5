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

/** What opening sources takes from the rest of the program. */
export interface SourceDependencies extends SourceEnvironment {
  /** Decrypts a stored access token. */
  unseal(sealedToken: string): string
  /** Returns whether an account exists and is active; tokens of other accounts are not used. */
  isActiveAccount(userKey: string): Promise<boolean>
  /** Reads an uploaded file. */
  readBlob(hash: string): Promise<Uint8Array>
  /** Finds a connected account; undefined when there is none. */
  accountOf(ref: ConnectionRef): Promise<Account | undefined>
  pageCacheOf(libraryKey: string): PageCache
  /** Present time in epoch milliseconds. */
  now(): number
}

/** How far a crawl has come. */
export interface CrawlProgress {
  /** Addresses that are known to be asked for, the start page among them. */
  readonly found: number
  readonly fetched: number
}

/** A source to open, and what is known of it already. */
export interface OpenRequest<Source> {
  readonly libraryId: string
  readonly libraryKey: string
  readonly source: Source
  /** Version to read: a tag or branch, with `_` for every `/`; empty for the branch. */
  readonly tag: string
  /** Revision that is indexed; when the source is still at it, only the revision is fetched. */
  readonly knownRevision: string | null
  /** Files with the responses of hosts from earlier runs; without them everything is fetched whole. */
  readonly archive?: ResponseArchiveFiles | undefined
  /** Receives the progress of a crawl. */
  readonly onProgress?: ((progress: CrawlProgress) => void) | undefined
  /** Called when a source has changed and its files are being fetched. */
  readonly onFetching?: (() => void) | undefined
}

/** When a source is read again. */
export interface RefreshRules {
  /** True: schedules refresh it. */
  isScheduled(record: SourceRecord): boolean
  /** Says why a library cannot be refreshed on request; undefined when it can. */
  problem(libraryId: string, record: SourceRecord): string | undefined
}

/** Everything the program needs of one kind of source. The registry has one entry for each. */
export interface SourceKind<Source extends { readonly kind: SourceType }> {
  /** Schema of the part of the record that only this kind has. */
  readonly options: ZodType
  readonly refresh: RefreshRules
  /** @throws a ZodError when the options of the record are invalid. */
  fromRecord(record: SourceRecord): Source
  toRecord(source: Source): SourceRecord
  /** True when two addresses mean the same source. */
  isSameAddress(one: string, other: string): boolean
  /** Opens the source; loads the code that does so on first use. */
  open(request: OpenRequest<Source>, dependencies: SourceDependencies, signal: AbortSignal): Promise<SourceSnapshot>
}

/** Refreshed on request and by schedules. */
export const REFRESHED: RefreshRules = { isScheduled: () => true, problem: () => undefined }
/** Refreshed on request only. */
export const REFRESHED_ON_REQUEST: RefreshRules = { isScheduled: () => false, problem: () => undefined }
