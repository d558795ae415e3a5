import type { LibraryRecord } from "./records.ts"

/** What is known of a library besides its documentation. */
export interface LibraryMetadata {
  /** Missing until its host was asked and has answered. */
  readonly host?: HostMetadata
  /** Missing until it was read, and for kinds of source that say nothing. */
  readonly source?: SourceMetadata
}

/** What a git host tells of a repository; null where it says nothing. */
export interface HostMetadata {
  readonly forge: "github" | "gitlab" | "bitbucket" | "gitea"
  /** Tag of the answer, to ask only whether it has changed. */
  readonly etag: string | null
  readonly stars: number | null
  /** SPDX id. */
  readonly license: string | null
  readonly description: string | null
  readonly isArchived: boolean | null
  readonly isFork: boolean | null
  readonly createdAtMs: number | null
  readonly pushedAtMs: number | null
  readonly owner: OwnerMetadata | null
}

/** What a git host tells of the account that a repository belongs to. */
export interface OwnerMetadata {
  readonly isOrganisation: boolean | null
  readonly createdAtMs: number | null
  /** True when the host has verified who the organisation is. */
  readonly isVerified: boolean
}

/** What the files of a repository tell of it. */
export interface SourceMetadata {
  /** SPDX id. */
  readonly license: string | null
  readonly committedAtMs: number | null
  /** True when it carries a `lectern.json` or `context7.json`. */
  readonly hasManifest: boolean
  /** True when that manifest describes it. */
  readonly isDescribedByManifest: boolean
}

/** How well known a web site is; null where nobody measured. */
export interface SitePopularity {
  readonly backlinks: number | null
  readonly referringDomains: number | null
  /** Visits a month that come from search engines. */
  readonly organicTraffic: number | null
}

export interface MetadataStore {
  /**
   * Takes published libraries whose host is to be asked, longest due first; for `leaseMs` nobody else gets them.
   *
   * @returns at most `limit`.
   */
  claimDue(nowMs: number, take: { readonly limit: number; readonly leaseMs: number }): Promise<readonly LibraryRecord[]>
  /** Says when the host of a library is asked again, epoch milliseconds. */
  askAgain(key: string, atMs: number): Promise<void>
}
