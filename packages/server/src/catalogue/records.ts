import type { ConnectionGrant } from "./consents/records.ts"
import type { PolicyConfiguration } from "@lectern/contract"

/** Rows of the catalogue as the program sees them. Times are epoch milliseconds; ids of rows are random words. */

export type LibraryState = "initial" | "processing" | "finalized" | "error"
export type LibraryKind = "repo" | "upload" | "website" | "openapi" | "llmstxt" | "wiki" | "notes" | "import"

export interface LibraryRecord {
  /** Row id. */
  readonly key: string
  /** Library id as shown: `/owner/repo`. */
  readonly id: string
  /** Lower-cased id: what look-ups use; unique among the living. */
  readonly foldedId: string
  readonly kind: LibraryKind
  readonly title: string
  readonly description: string
  /** True when the title or description was given by a person or a manifest and must not be derived again. */
  readonly isDescribed: boolean
  readonly state: LibraryState
  /** Why it is in state `error`, or why the last refresh failed. */
  readonly stateReason: string | null
  /** True when a teamspace owns it: nobody else may know of it. */
  readonly isPrivate: boolean
  /** Teamspace that owns it; null for a public library. With `foldedId` unique among the living. */
  readonly teamspaceKey: string | null
  /** Project of the teamspace that it belongs to; null: its default project, or a public library. */
  readonly projectKey: string | null
  /** SPDX id of its licence; null when unknown. */
  readonly license: string | null
  /** What is known of the site it comes from; null when nothing is. */
  readonly siteFacts: SiteFacts | null
  /** Who may read it of those who could; null: the rules of its teamspace decide. */
  readonly access: LibraryAccess | null
  readonly source: SourceRecord
  /** Branch that the unversioned id serves; empty until known. */
  readonly branch: string
  /** -1 when unknown. */
  readonly stars: number
  readonly trustScore: number
  readonly benchmarkScore: number
  readonly isVerified: boolean
  readonly redirectTo: string | null
  readonly rules: readonly string[]
  /** Tags seen at the source, newest first, indexed or not. */
  readonly availableTags: readonly string[]
  /** Up to 64 characteristic terms of the content, strongest first, for choosing libraries by question. */
  readonly characteristicTerms: readonly string[]
  /** Counts of the default version. */
  readonly totalTokens: number
  readonly totalSnippets: number
  readonly createdAtMs: number
  /** When the default version was last published; null until then. */
  readonly publishedAtMs: number | null
  /** Grows with every change of any library; the directory of names follows it. */
  readonly changeNumber: number
  readonly isDeleted: boolean
  /** When it is read again: a cron expression in UTC, `popular`, `never`, or null for the instance's interval. */
  readonly refreshSchedule: string | null
  /** Words that an operator gave it; they win over what its source says of itself. */
  readonly given: GivenWords
  /** Name of the lectern.yaml that has added it; null for what people added. */
  readonly keptBy: string | null
  /** What a language model wrote about it, for where its source and its operator say nothing; null when none did. */
  readonly writtenDescription: string | null
  /** Tokens that writing about it and its passages has cost. */
  readonly writtenTokens: number
  /** What its host and its source say of it, apart from the documentation. */
  readonly facts: LibraryFacts
}

/** What is known of a library besides its documentation. */
export interface LibraryFacts {
  /** Missing until its host was asked and has answered. */
  readonly host?: HostFacts
  /** Missing until it was read, and for kinds of source that say nothing. */
  readonly source?: SourceFacts
}

/** What a git host tells of a repository; null where it says nothing. */
export interface HostFacts {
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
  readonly owner: OwnerFacts | null
}

/** What a git host tells of the account that a repository belongs to. */
export interface OwnerFacts {
  readonly isOrganisation: boolean | null
  readonly createdAtMs: number | null
  /** True when the host has verified who the organisation is. */
  readonly isVerified: boolean
}

/** What the files of a repository tell of it. */
export interface SourceFacts {
  /** SPDX id. */
  readonly license: string | null
  readonly committedAtMs: number | null
  /** True when it carries a `lectern.json` or `context7.json`. */
  readonly hasManifest: boolean
  /** True when that manifest describes it. */
  readonly isDescribedByManifest: boolean
}

/** Title and description that an operator gave a library; what is missing is taken from its source. */
export interface GivenWords {
  readonly title?: string
  readonly description?: string
  /** SPDX id. */
  readonly license?: string
  readonly isVerified?: boolean
}

/** How well known a web site is; null where nobody measured. */
export interface SiteFacts {
  readonly backlinks: number | null
  readonly referringDomains: number | null
  /** Visits a month that come from search engines. */
  readonly organicTraffic: number | null
}

/** Who may read something of those who could: everyone, or chosen people. */
export type LibraryAccess =
  | { readonly mode: "everyone" }
  | { readonly mode: "chosen"; readonly userKeys: readonly string[]; readonly groups: readonly string[] }

/** An access rule for all libraries whose identifier begins so. */
export interface AccessRule {
  /** Lower case: `/owner/repo`, `/owner` (all of it), or a beginning that ends in `*`. */
  readonly prefix: string
  readonly access: LibraryAccess
}

/** Who may read what in a teamspace where a library says nothing of its own. */
export interface AccessRules {
  /** `closed`: only admins may, until a rule says otherwise. */
  readonly byDefault: "open" | "closed"
  /** One per prefix; the longest that fits a library counts. */
  readonly rules: readonly AccessRule[]
}

/** The rules of reading of one teamspace; those without a row have the first ones. */
export interface ReadingRulesRecord {
  readonly teamspaceKey: string
  readonly policies: StoredPolicies
  readonly accessRules: AccessRules
  /** Grows with every change of any teamspace's rules. */
  readonly changeNumber: number
}

/** Policies as they are stored: the configuration of the contract without what is counted. */
export type StoredPolicies = Omit<PolicyConfiguration, "accessibleLibraryCount">

/** Kinds of source by how they are read: `folder` is the bundled sample, `upload` files kept as blobs. */
export type SourceType = "git" | "folder" | "import" | "website" | "llmstxt" | "openapi" | "upload" | "wiki" | "notes"

/** A file that was uploaded. */
export interface StoredFile {
  /** Path inside the library, `/`-separated. */
  readonly path: string
  /** Blob that holds its bytes. */
  readonly hash: string
  readonly byteLength: number
}

/** Where a library comes from and how it is to be read. */
export interface SourceRecord {
  readonly type: SourceType
  /** What only this type of source has; checked by a schema where the source is opened. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Uploaded files; their blobs are kept as long as the library lives. */
  readonly files?: readonly StoredFile[]
  /** Canonical address of the source: clone URL without credentials, or a path for `folder`. */
  readonly url: string
  readonly hostKind: "github" | "gitlab" | "bitbucket" | "git" | null
  readonly branch: string | null
  readonly folders: readonly string[]
  readonly excludeFolders: readonly string[]
  readonly excludeFiles: readonly string[]
  readonly skipVersionFiltering: boolean
  readonly generateDocs: boolean
  /** Sealed access token; null for public sources. */
  readonly sealedToken: string | null
}

/** What of a library is indexed under one tag. The default version has the empty tag. */
export interface VersionRecord {
  readonly key: string
  readonly libraryKey: string
  readonly tag: string
  readonly state: LibraryState
  readonly branch: string
  /** Revision (commit) that is indexed; null until the first publication. */
  readonly revision: string | null
  /** Blob of the index file served; null until the first publication. */
  readonly indexHash: string | null
  /** Blob of the report of files (gzip JSON); null when there is none. */
  readonly reportHash: string | null
  /** Blob with answers of the hosts that were read, for asking them only what has changed; null when there is none. */
  readonly archiveHash: string | null
  /** Fingerprint of everything but the content that shapes the index: format, parser and cutter versions, source settings. */
  readonly recipe: string | null
  /** Id of the embedder whose vectors the index holds; null when it has none, or nobody has looked. */
  readonly embedder: string | null
  readonly totalTokens: number
  readonly totalSnippets: number
  /** Grows with every publication: a late job cannot overwrite a newer one. */
  readonly generation: number
  readonly publishedAtMs: number | null
}

export type JobState = "queued" | "running" | "succeeded" | "failed" | "cancelled"
export type JobStage = "fetching" | "parsing" | "indexing" | "publishing"
export type JobKind = "ingest" | "import"

export interface JobRecord {
  readonly id: string
  readonly kind: JobKind
  /** Null for an import of many libraries. */
  readonly libraryKey: string | null
  /** Library id at the time of queueing, for showing. */
  readonly libraryId: string | null
  readonly versionTag: string
  readonly state: JobState
  readonly stage: JobStage | null
  readonly progress: JobProgress
  readonly payload: JobPayload
  /** Runs begun so far. */
  readonly attempts: number
  readonly maxAttempts: number
  readonly runAfterMs: number
  readonly workerId: string | null
  readonly heartbeatAtMs: number | null
  readonly isCancelRequested: boolean
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly reportHash: string | null
  /** Key of the user who asked; null for the program itself or an anonymous caller. */
  readonly requestedBy: string | null
  readonly createdAtMs: number
  readonly startedAtMs: number | null
  readonly finishedAtMs: number | null
}

export interface JobProgress {
  readonly filesTotal: number
  readonly filesDone: number
  readonly filesLeftOut: number
  readonly filesFailed: number
  readonly snippets: number
  readonly tokens: number
  /** Pages of a site that are known and that were asked for; missing for sources that are no site. */
  readonly pages?: { readonly found: number; readonly fetched: number }
}

export interface JobPayload {
  /** Process again although nothing has changed. */
  readonly force?: boolean
  /** Why an ingest job was queued: for showing only. */
  readonly cause?: "add" | "refresh"
  /** Queued by the program itself, because a request asked for a version that is not indexed. */
  readonly isBackground?: boolean
  /** Blob of the bundle of an import (JSON). */
  readonly bundleHash?: string
  /** Libraries of a small import, for showing; a large one does not list them. */
  readonly libraryIds?: readonly string[]
  /** What a finished run found: `unchanged` when the revision was already indexed. */
  readonly outcome?: "unchanged" | "published"
}

/** What happened to every file of a source in one ingestion; kept as a gzip JSON blob. */
export interface IngestionReport {
  readonly revision: string
  readonly notes: readonly string[]
  readonly indexed: readonly {
    readonly path: string
    readonly snippets: number
    readonly problems: readonly string[]
    /** First 16 hexadecimal digits of the hash of its bytes; missing in reports of older versions of the program. */
    readonly hash?: string
  }[]
  readonly leftOut: readonly {
    readonly path: string
    readonly reason: string
    readonly detail?: string
    /** Number of files that the entry stands for; missing: one. */
    readonly fileCount?: number
  }[]
  readonly failed: readonly { readonly path: string; readonly reason: string }[]
  /** Compared with what was served before; missing for a first index. */
  readonly changes?: ReportChanges
  /** How well the index answers questions made from it; missing where that was not tried. */
  readonly benchmark?: BenchmarkReport
}

/** Questions that were made from a library's own passages, and how many of them it answers. */
export interface BenchmarkReport {
  /** Share of the questions found, 0 to 100 with one decimal; -1 when too few questions can be made. */
  readonly score: number
  readonly questions: readonly BenchmarkQuestion[]
}

export interface BenchmarkQuestion {
  /** What it was made from: prose, text beside code, an error that is shown; `model`: a language model has put it. */
  readonly kind: "prose" | "code" | "error" | "model"
  readonly question: string
  /** Address of the passage that it was made from, and the headings above that. */
  readonly source: string
  readonly headingPath: readonly string[]
  /** True when the answer within 2,000 tokens holds the passage or one that says the same. */
  readonly isFound: boolean
}

/** How many indexed files are new, have other bytes, are gone, and are as they were. */
export interface ReportChanges {
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
}

export interface UserRecord {
  readonly key: string
  readonly name: string
  readonly role: "admin" | "member"
  /** Empty: no password fits. */
  readonly passwordHash: string
  readonly mustChangePassword: boolean
  readonly isActive: boolean
  readonly createdAtMs: number
  readonly email: string | null
  /** Who vouches for the person at single sign-on, and the name they have there; both or neither. */
  readonly ssoIssuer: string | null
  readonly ssoSubject: string | null
  /** Groups of the person, as the single sign-on told last. */
  readonly groups: readonly string[]
}

export interface ApiKeyRecord {
  readonly key: string
  readonly userKey: string
  readonly teamspaceKey: string
  readonly label: string
  /** SHA-256 (hex) of the whole key; the key itself is kept nowhere. */
  readonly keyHash: string
  /** First characters after the prefix, for telling keys apart. */
  readonly hint: string
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
  readonly revokedAtMs: number | null
}

export type ConnectionKind = "git" | "wiki" | "notes"

/** An account of a teamspace at another service. */
export interface ConnectionRecord {
  readonly key: string
  readonly teamspaceKey: string
  readonly kind: ConnectionKind
  /** Canonical address of the service, without a slash at the end. */
  readonly siteUrl: string
  /** Name that goes with the token where the service wants one: the e-mail address for Confluence Cloud. */
  readonly accountName: string | null
  /** Sealed access token; for an account of OAuth both its tokens. */
  readonly sealedToken: string
  /** Null for an account that was connected with a token of one's own. */
  readonly grant: ConnectionGrant | null
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
}

/** Text of a page that was fetched once and is used again as long as its revision stands. */
export interface KeptPageRecord {
  /** Id of the page at its service, with the kind of thing in front where ids of several kinds meet. */
  readonly pageId: string
  /** Version number or time of the last change, as the service says it. */
  readonly revision: string
  /** Blob that holds what was fetched. */
  readonly hash: string
}
