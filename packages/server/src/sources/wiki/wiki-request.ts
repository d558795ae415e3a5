import type { AddressGuard } from "../../net/address-guard.ts"
import type { Account } from "../../accounts/account-site.ts"
import type { PageCache } from "../page-cache/page-cache.ts"
import type { WikiOptions } from "./options.ts"

/** Which space, and how much of it. */
export interface WikiRequest {
  readonly options: WikiOptions
  readonly account: Account
  /** Revision that is indexed already. */
  readonly knownRevision: string | null
}

/** What reading a wiki needs from its surroundings. */
export interface WikiEnvironment {
  readonly guard: AddressGuard
  readonly kept: PageCache
}

/** A page as a list names it, without its text. */
export interface WikiPage {
  readonly id: string
  readonly title: string
  readonly version: number
  /** `current`, or why it is not shown: `archived`, `draft`, `trashed`. */
  readonly status: string
  /** Titles of the pages above it, the home page of the space left out. */
  readonly headings: readonly string[]
  /** Address for readers. */
  readonly url: string
}

/** A file that hangs on a page. */
export interface WikiAttachment {
  readonly id: string
  readonly title: string
  readonly version: number
  readonly mediaType: string
  /** 0 when the wiki does not say. */
  readonly byteLength: number
  /** Address for readers and for reading. */
  readonly url: string
  readonly downloadUrl: string
}

/** A space as both APIs show it. */
export interface WikiSpace {
  /** How it is read, for the report. */
  readonly apiName: string
  /**
   * Lists pages, those that are not shown too.
   *
   * @param pageIds only these, where the account may see them; the whole space when left out.
   */
  listPages(pageIds: readonly string[] | undefined, maxPages: number): Promise<readonly WikiPage[]>
  /** @throws a `ServiceError` when the account may not read the page. */
  readBody(pageId: string): Promise<string>
  listAttachments(pageId: string): Promise<readonly WikiAttachment[]>
}
