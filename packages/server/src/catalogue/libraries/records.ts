import type { LibraryMetadata, SitePopularity } from "../metadata/records.ts"

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
  readonly siteFacts: SitePopularity | null
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
  readonly given: CustomTexts
  /** Name of the lectern.yaml that has added it; null for what people added. */
  readonly managedBy: string | null
  /** What a language model wrote about it, for where its source and its operator say nothing; null when none did. */
  readonly writtenDescription: string | null
  /** Tokens that writing about it and its passages has cost. */
  readonly writtenTokens: number
  /** What its host and its source say of it, apart from the documentation. */
  readonly facts: LibraryMetadata
}

/** Title and description that an operator gave a library; what is missing is taken from its source. */
export interface CustomTexts {
  readonly title?: string
  readonly description?: string
  /** SPDX id. */
  readonly license?: string
  readonly isVerified?: boolean
}

/** Who may read something of those who could: everyone, or chosen people. */
export type LibraryAccess =
  | { readonly mode: "everyone" }
  | { readonly mode: "chosen"; readonly userKeys: readonly string[]; readonly groups: readonly string[] }

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

/** A library to insert: everything that has no default. */
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
    >
  >

export type LibraryChanges = Partial<Omit<LibraryRecord, "key" | "foldedId" | "changeNumber" | "createdAtMs">>

/** Whose libraries are read. */
export interface LookupOwners {
  /** Teamspace whose private ones are; null: none. */
  readonly teamspaceKey: string | null
  readonly isPublicRead: boolean
}

export interface LibraryStore {
  /** Inserts in state `initial`. @returns undefined when a living library of this owner already has the id (folded). */
  add(library: NewLibrary): Promise<LibraryRecord | undefined>
  /** Inserts many in one transaction. @returns one entry per library given, in its order, as `add` does. */
  addMany(libraries: readonly NewLibrary[]): Promise<readonly (LibraryRecord | undefined)[]>
  byKey(key: string): Promise<LibraryRecord | undefined>
  /** Looks up the libraries with these keys, deleted ones too; unordered. */
  byKeys(keys: readonly string[]): Promise<readonly LibraryRecord[]>
  /** Looks up the living library with this id, in any letter case, of exactly this owner; null or none: the public one. */
  byId(id: string, teamspaceKey?: string | null): Promise<LibraryRecord | undefined>
  /** Looks up what somebody may mean by an id: the private library of the teamspace first, then the public one. */
  called(id: string, owners: LookupOwners): Promise<readonly LibraryRecord[]>
  /** Looks up the living library of exactly this owner that was read from this source address. */
  bySourceUrl(url: string, teamspaceKey?: string | null): Promise<LibraryRecord | undefined>
  /** Looks up the living libraries of all owners that were read from this source address, or have one of these ids. */
  ofSource(url: string, ids: readonly string[]): Promise<readonly LibraryRecord[]>
  /** Changes given fields and takes a new change number. */
  update(key: string, changes: LibraryChanges): Promise<void>
  /** Changes the state by the table of transitions. @returns false when the stored state is not one of `from`. */
  moveState(key: string, from: readonly LibraryState[], to: LibraryState, reason: string | null): Promise<boolean>
  /** Libraries (deleted ones too, as tombstones) with a change number above `after`, in its order, at most `limit`. */
  changedSince(after: number, limit: number): Promise<readonly LibraryRecord[]>
  /** Living libraries, newest publication first: all of them, or the public ones and those of `reader`. */
  list(page: {
    readonly offset: number
    readonly limit: number
    /** Teamspace that reads; null: public libraries only. */
    readonly reader?: string | null
  }): Promise<readonly LibraryRecord[]>
  /** Names of the libraries that `list` gives, at most `limit`. */
  newest(asked: {
    readonly limit: number
    readonly reader: string | null
  }): Promise<readonly Pick<LibraryRecord, "key" | "id">[]>
  count(): Promise<number>
  /** Counts the living private libraries of a teamspace, and the tokens in all their versions. */
  usedBy(teamspaceKey: string): Promise<{ readonly libraries: number; readonly tokens: number }>
  /** Living libraries that the lectern.yaml of this name has added, in the order of their ids. */
  managedBy(name: string): Promise<readonly LibraryRecord[]>
  /** Living libraries that the schedule is to look at by now, the longest awaited first; new ones and those with a new schedule or source are. */
  toLookAt(nowMs: number, limit: number): Promise<readonly LibraryRecord[]>
  /** Says when the schedule looks at a library next. Takes no change number: nobody else sees it. */
  lookAt(key: string, timeMs: number): Promise<void>
  /** Makes the schedule look at every library. */
  lookAtAll(): Promise<void>
  /** Tombstone: the row stays, hidden; its id is free again; its versions are dropped. */
  remove(key: string): Promise<void>
}
