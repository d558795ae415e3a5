import type { AddressGuard } from "../../net/address-guard.ts"
import type { Account } from "../../accounts/account-site.ts"
import type { PageCache } from "../page-cache/page-cache.ts"
import type { WikiOptions } from "./options.ts"

/** The space, and the part of it to index. */
export interface WikiRequest {
  readonly options: WikiOptions
  readonly account: Account
  /** Indexed revision. */
  readonly knownRevision: string | null
}

/** Dependencies for fetching a wiki. */
export interface WikiEnvironment {
  readonly guard: AddressGuard
  readonly kept: PageCache
}

/** A page as listed, without its text. */
export interface WikiPage {
  readonly id: string
  readonly title: string
  readonly version: number
  /** `current`, or why it is hidden: `archived`, `draft`, `trashed`. */
  readonly status: string
  /** Titles of the pages above it, without the home page of the space. */
  readonly headings: readonly string[]
  /** URL for readers. */
  readonly url: string
}

/** A file attached to a page. */
export interface WikiAttachment {
  readonly id: string
  readonly title: string
  readonly version: number
  readonly mediaType: string
  /** 0 if the wiki does not say. */
  readonly byteLength: number
  /** URL for readers and for downloading. */
  readonly url: string
  readonly downloadUrl: string
}

/** A space, the same for both APIs. */
export interface WikiSpace {
  /** Name of the API, for the report. */
  readonly apiName: string
  /**
   * Lists pages, including hidden ones.
   *
   * @param pageIds only these, if the account can see them; if missing, the whole space.
   */
  listPages(pageIds: readonly string[] | undefined, maxPages: number): Promise<readonly WikiPage[]>
  /** @throws a `ServiceError` if the account cannot access the page. */
  readBody(pageId: string): Promise<string>
  listAttachments(pageId: string): Promise<readonly WikiAttachment[]>
}
