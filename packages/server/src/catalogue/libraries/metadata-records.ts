import type { LibraryRecord } from "./records.ts"

/** Data about a library besides its documentation. */
export interface LibraryMetadata {
  /** Missing until its host has responded. */
  readonly host?: HostMetadata
  /** Missing until the source was ingested, and for source kinds without metadata. */
  readonly source?: SourceMetadata
}

/** Metadata of a repository from its git host; null for missing values. */
export interface HostMetadata {
  readonly forge: "github" | "gitlab" | "bitbucket" | "gitea"
  /** ETag of the response, for conditional requests. */
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

/** Metadata of a repository's owner from its git host. */
export interface OwnerMetadata {
  readonly isOrganisation: boolean | null
  readonly createdAtMs: number | null
  /** True if the host has verified the organisation. */
  readonly isVerified: boolean
}

/** Metadata from the files of a repository. */
export interface SourceMetadata {
  /** SPDX id. */
  readonly license: string | null
  readonly committedAtMs: number | null
  /** True if it contains a `lectern.json` or `context7.json`. */
  readonly hasManifest: boolean
  /** True if that file contains a description. */
  readonly isDescribedByManifest: boolean
}

/** Popularity of a website; null for unknown values. */
export interface SitePopularity {
  readonly backlinks: number | null
  readonly referringDomains: number | null
  /** Monthly visits from search engines. */
  readonly organicTraffic: number | null
}

export interface MetadataStore {
  /**
   * Claims published libraries whose host metadata is due, longest due first; they cannot be claimed again for
   * `leaseMs`.
   *
   * @returns at most `limit`.
   */
  claimDue(nowMs: number, take: { readonly limit: number; readonly leaseMs: number }): Promise<readonly LibraryRecord[]>
  /** Sets the time of the next request for host metadata, epoch milliseconds. */
  setNextRequest(key: string, atMs: number): Promise<void>
}
