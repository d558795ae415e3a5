import type { Changes } from "../../base/changes.ts"
import type { LibraryMetadata, SitePopularity } from "./metadata-records.ts"

/** Records of the catalogue. Times are epoch milliseconds; row ids are random. */

export type LibraryState = "initial" | "processing" | "finalized" | "error"

export type LibraryKind = "repo" | "upload" | "website" | "openapi" | "llmstxt" | "wiki" | "notes" | "import"

export interface LibraryRecord {
  /** Row id. */
  readonly key: string
  /** Library id as displayed: `/owner/repo`. */
  readonly id: string
  /** Library id in lower case, for lookups; unique among libraries that are not deleted. */
  readonly foldedId: string
  readonly kind: LibraryKind
  readonly title: string
  readonly description: string
  /** True if the title or description comes from a user or a library config instead of the content. */
  readonly isDescribed: boolean
  readonly state: LibraryState
  /** Why it is in state `error`, or why the last refresh failed. */
  readonly stateReason: string | null
  /** True if a teamspace owns it: to everyone else, it does not exist. */
  readonly isPrivate: boolean
  /** Teamspace that owns it; null for a public library. Unique with `foldedId` among libraries that are not deleted. */
  readonly teamspaceKey: string | null
  /** Project of the teamspace that contains it; null for the default project and for public libraries. */
  readonly projectKey: string | null
  /** SPDX id of its licence; null when unknown. */
  readonly license: string | null
  /** Popularity of its website; null if unknown. */
  readonly siteFacts: SitePopularity | null
  /** Which members of the teamspace can see it; null if the teamspace's rules apply. */
  readonly access: LibraryAccess | null
  readonly source: SourceRecord
  /** Branch of the default version; empty until known. */
  readonly branch: string
  /** -1 when unknown. */
  readonly stars: number
  readonly trustScore: number
  readonly benchmarkScore: number
  readonly isVerified: boolean
  readonly redirectTo: string | null
  readonly rules: readonly string[]
  /** Tags at the source, newest first, whether indexed or not. */
  readonly availableTags: readonly string[]
  /** Up to 64 characteristic terms of the content, strongest first, for choosing libraries by question. */
  readonly characteristicTerms: readonly string[]
  /** Packages that it documents; library search finds it by their names. */
  readonly aliases: readonly string[]
  /** Counts of the default version. */
  readonly totalTokens: number
  readonly totalSnippets: number
  /** Number of snippets with suspicious text in the default version. */
  readonly flaggedSnippets: number
  readonly createdAtMs: number
  /** When the default version was last published; null until then. */
  readonly publishedAtMs: number | null
  /** Increases with every change of any library; the library directory polls it. */
  readonly changeNumber: number
  readonly isDeleted: boolean
  /** Refresh schedule: a cron expression in UTC, `popular`, `never`, or null for the instance's interval. */
  readonly refreshSchedule: string | null
  /** Title and description from an operator; they take precedence over those of the source. */
  readonly given: CustomTexts
  /** Name of the lectern.yaml that added it; null for libraries that users added. */
  readonly managedBy: string | null
  /** Description by a language model, used if the source and the operator provide none; null if there is none. */
  readonly writtenDescription: string | null
  /** Tokens spent on writing texts about it and its snippets. */
  readonly writtenTokens: number
  /** Metadata from its host and its source. */
  readonly facts: LibraryMetadata
}

/**
 * The fields that the directory and the visibility of a library depend on; a serving process keeps them in memory for
 * all libraries.
 */
export type ListedLibrary = Omit<
  LibraryRecord,
  | "isDescribed"
  | "stateReason"
  | "projectKey"
  | "branch"
  | "benchmarkScore"
  | "rules"
  | "availableTags"
  | "totalTokens"
  | "createdAtMs"
  | "refreshSchedule"
  | "given"
  | "managedBy"
  | "writtenTokens"
  | "facts"
>

/**
 * The part of a listed library that its visibility depends on. A process loads the outlines of all libraries before it
 * answers.
 */
export type LibraryOutline = Omit<
  ListedLibrary,
  "id" | "title" | "description" | "characteristicTerms" | "aliases" | "totalSnippets" | "writtenDescription"
>

/** The fields of a library that lists and search results show, and those that its visibility depends on. */
export type ShownLibrary = LibraryOutline &
  Pick<
    LibraryRecord,
    | "id"
    | "title"
    | "description"
    | "writtenDescription"
    | "branch"
    | "createdAtMs"
    | "totalTokens"
    | "totalSnippets"
    | "benchmarkScore"
    | "given"
  >

/** Title and description from an operator; missing fields are taken from the source. */
export interface CustomTexts {
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** SPDX id. */
  readonly license?: string | undefined
  readonly isVerified?: boolean | undefined
  /** Percentage of the questions written by people that the library answers. */
  readonly benchmarkScore?: number | undefined
  /** True if the text of questions that no snippet matches is kept. */
  readonly recordsQuestions?: boolean | undefined
}

/** Who can see it: everyone with access to the teamspace, or selected users and groups. */
export type LibraryAccess =
  | { readonly mode: "everyone" }
  | { readonly mode: "chosen"; readonly userKeys: readonly string[]; readonly groups: readonly string[] }

/** Source kinds as stored: `folder` is the bundled sample, `upload` means files stored as blobs. */
export type SourceType = "git" | "folder" | "import" | "website" | "llmstxt" | "openapi" | "upload" | "wiki" | "notes"

/** A file that was uploaded. */
export interface StoredFile {
  /** Path in the library, separated by `/`. */
  readonly path: string
  /** Blob with its bytes. */
  readonly hash: string
  readonly byteLength: number
}

/** The source of a library, and how to fetch it. */
export interface SourceRecord {
  readonly type: SourceType
  /** Options of this source kind; validated by a schema when the source is opened. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Uploaded files; their blobs are kept as long as the library. */
  readonly files?: readonly StoredFile[]
  /** Canonical URL of the source: the clone URL without credentials, or a path for `folder`. */
  readonly url: string
  readonly hostKind: "github" | "gitlab" | "bitbucket" | "git" | null
  readonly branch: string | null
  readonly folders: readonly string[]
  readonly excludeFolders: readonly string[]
  readonly excludeFiles: readonly string[]
  readonly skipVersionFiltering: boolean
  readonly generateDocs: boolean
  /** Encrypted access token; null for public sources. */
  readonly sealedToken: string | null
}

/** A library to insert: required fields, and fields that have a default. */
export type NewLibrary = Pick<
  LibraryRecord,
  "id" | "kind" | "title" | "description" | "isDescribed" | "isPrivate" | "source"
> &
  Partial<
    Pick<
      LibraryRecord,
      | "branch"
      | "stars"
      | "trustScore"
      | "benchmarkScore"
      | "rules"
      | "isVerified"
      | "managedBy"
      | "teamspaceKey"
      | "projectKey"
      | "license"
      | "siteFacts"
      | "access"
      | "given"
    >
  >

export type LibraryChanges = Changes<Omit<LibraryRecord, "key" | "foldedId" | "changeNumber" | "createdAtMs">>

/** The owners whose libraries a lookup includes. */
export interface LookupOwners {
  /** Teamspace whose private libraries are included; null for none. */
  readonly teamspaceKey: string | null
  readonly isPublicRead: boolean
}

export interface LibraryStore {
  /** Inserts a library in state `initial`. @returns undefined if the owner already has a library with this id in any letter case. */
  add(library: NewLibrary): Promise<LibraryRecord | undefined>
  /** Inserts many libraries in one transaction. @returns the results of `add`, in the order given. */
  addMany(libraries: readonly NewLibrary[]): Promise<readonly (LibraryRecord | undefined)[]>
  byKey(key: string): Promise<LibraryRecord | undefined>
  /** Finds the libraries with these keys, including deleted ones; unordered. */
  byKeys(keys: readonly string[]): Promise<readonly LibraryRecord[]>
  /** Like `byKeys`, but without the columns that results do not show, which takes a third of the time. */
  shownByKeys(keys: readonly string[]): Promise<readonly ShownLibrary[]>
  /** Finds the library of this owner with this id in any letter case. Without a teamspace, finds the public one. */
  byId(id: string, teamspaceKey?: string | null): Promise<LibraryRecord | undefined>
  /** Finds the libraries that an id can refer to: first the teamspace's private library, then the public one. */
  called(id: string, owners: LookupOwners): Promise<readonly LibraryRecord[]>
  /** Finds the library of this owner with this source address. */
  bySourceUrl(url: string, teamspaceKey?: string | null): Promise<LibraryRecord | undefined>
  /** Finds the libraries of all owners that have this source address or one of these ids. */
  ofSource(url: string, ids: readonly string[]): Promise<readonly LibraryRecord[]>
  /** Lists the redirects from earlier ids of the library with this id and owner; unordered. */
  redirectsTo(id: string, teamspaceKey: string | null): Promise<readonly LibraryRecord[]>
  /** Changes the given fields and assigns a new change number. */
  update(key: string, changes: LibraryChanges): Promise<void>
  /** Changes the state. @returns false if the current state is not one of `from`. */
  moveState(key: string, from: readonly LibraryState[], to: LibraryState, reason: string | null): Promise<boolean>
  /** Lists at most `limit` libraries with a change number above `after`, in that order, including deleted ones. */
  changedSince(after: number, limit: number): Promise<readonly ListedLibrary[]>
  /** Like `changedSince`, but reads outlines only, which takes a third of the time. */
  outlinesSince(after: number, limit: number): Promise<readonly LibraryOutline[]>
  /** Lists all libraries, most recently published first, and those that were never published last. */
  list(page: { readonly offset: number; readonly limit: number }): Promise<readonly LibraryRecord[]>
  /** Lists libraries that were never published, in the order of `list`. */
  unpublished(page: {
    /** Key of the library after which the page begins. */
    readonly afterKey: string | undefined
    readonly limit: number
    /** Teamspace whose private libraries are included; null for public libraries only. */
    readonly reader: string | null
  }): Promise<readonly LibraryRecord[]>
  /** Lists the keys and ids of the first `limit` libraries of `list`. */
  newest(asked: {
    readonly limit: number
    readonly reader: string | null
  }): Promise<readonly Pick<LibraryRecord, "key" | "id">[]>
  count(): Promise<number>
  /** Counts the private libraries of a teamspace and the tokens in all their versions. */
  usedBy(teamspaceKey: string): Promise<{ readonly libraries: number; readonly tokens: number }>
  /** Lists the private libraries of a teamspace, with the redirects of moved ones, by id. */
  ofTeamspace(teamspaceKey: string): Promise<readonly LibraryRecord[]>
  /** Lists the libraries that the instance config with this name added, by id. */
  managedBy(name: string): Promise<readonly LibraryRecord[]>
  /** Lists libraries whose schedule check is due, longest due first. New libraries, and those with a new schedule or source, are due. */
  dueForCheck(nowMs: number, limit: number): Promise<readonly LibraryRecord[]>
  /** Sets the time of the next schedule check. Assigns no change number, because no other process needs it. */
  setNextCheck(key: string, timeMs: number): Promise<void>
  /**
   * Lists the libraries that were added before a time and never had any content because their ingestion failed, except
   * those of an instance config.
   */
  failedAdditions(addedBeforeMs: number): Promise<readonly LibraryRecord[]>
  /** Makes the schedule check of every library due. */
  makeAllDue(): Promise<void>
  /**
   * Deletes a library: its row remains as a tombstone without the access token, its id becomes free, and its versions are
   * removed.
   */
  remove(key: string): Promise<void>
}
