import type { ConnectionGrant, ConsentStore, GrantStore } from "./consents/records.ts"
import type {
  ApiKeyRecord,
  ConnectionRecord,
  JobProgress,
  JobRecord,
  JobStage,
  JobState,
  KeptPageRecord,
  LibraryRecord,
  LibraryState,
  ReadingRulesRecord,
  UserRecord,
  VersionRecord,
} from "./records.ts"
import type {
  AuditStore,
  InvitationStore,
  SessionStore,
  SignInFailureStore,
  TeamspaceStore,
  UserChanges,
} from "./people/people-stores.ts"
import type { RateCountStore } from "./rate-counts/store.ts"
import type { SealedTextStore } from "./encrypted-values/store.ts"
import type { UsageStore } from "./usage/records.ts"
import type { WebhookStore } from "./webhooks/records.ts"

/** Everything relational, behind one door. Implementations differ by engine only where claiming a job does. */
export interface Catalogue {
  readonly libraries: LibraryStore
  readonly versions: VersionStore
  readonly jobs: JobStore
  readonly users: UserStore
  readonly apiKeys: ApiKeyStore
  readonly connections: ConnectionStore
  /** Consents of OAuth that are under way. */
  readonly consents: ConsentStore
  readonly keptPages: KeptPageStore
  /** Whose host is to be asked what it knows. */
  readonly facts: FactsStore
  readonly writtenTexts: WrittenTextStore
  readonly teamspaces: TeamspaceStore
  readonly invitations: InvitationStore
  readonly sessions: SessionStore
  readonly signInFailures: SignInFailureStore
  readonly audit: AuditStore
  /** How libraries are used. */
  readonly usage: UsageStore
  /** Counts of requests that processes share. */
  readonly rateCounts: RateCountStore
  /** Who is told of events, and the events on their way. */
  readonly webhooks: WebhookStore
  /** Every sealed secret of the other stores. */
  readonly sealedTexts: SealedTextStore
  /** Small named values: instance facts such as `first_start_done`. */
  readonly settings: SettingStore
  /** What teamspaces decide about reading: policies and access rules. */
  readonly readingRules: ReadingRulesStore
  /** Runs several calls as one transaction: all or nothing. */
  inTransaction<Result>(work: (catalogue: Catalogue) => Promise<Result>): Promise<Result>
  /** Brings the schema up to date; safe from several processes at once. */
  migrate(): Promise<void>
  /** True when the engine answers and no migration is missing. */
  isReady(): Promise<boolean>
  close(): Promise<void>
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
      | "keptBy"
      | "teamspaceKey"
      | "projectKey"
      | "license"
      | "siteFacts"
      | "access"
    >
  >

export type LibraryChanges = Partial<Omit<LibraryRecord, "key" | "foldedId" | "changeNumber" | "createdAtMs">>

/** Whose libraries are read. */
export interface ReadOwners {
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
  called(id: string, owners: ReadOwners): Promise<readonly LibraryRecord[]>
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
  keptBy(name: string): Promise<readonly LibraryRecord[]>
  /** Living libraries that the schedule is to look at by now, the longest awaited first; new ones and those with a new schedule or source are. */
  toLookAt(nowMs: number, limit: number): Promise<readonly LibraryRecord[]>
  /** Says when the schedule looks at a library next. Takes no change number: nobody else sees it. */
  lookAt(key: string, timeMs: number): Promise<void>
  /** Makes the schedule look at every library. */
  lookAtAll(): Promise<void>
  /** Tombstone: the row stays, hidden; its id is free again; its versions are dropped. */
  remove(key: string): Promise<void>
}

/** What a finished ingestion switches to, in one transaction with the completion of its job. */
export interface Publication {
  readonly branch: string
  readonly revision: string
  readonly indexHash: string
  readonly reportHash: string | null
  readonly archiveHash: string | null
  readonly recipe: string
  /** Whose vectors the index holds; none when left out. */
  readonly embedder?: string | null
  readonly totalTokens: number
  readonly totalSnippets: number
}

/** What a language model has written about passages, by library and hash of their text. */
export interface WrittenTextStore {
  /** Hashes of the passages of a library that this writer was asked about. */
  known(libraryKey: string, writer: string): Promise<ReadonlySet<string>>
  /** Texts of passages by their hash; those about which nothing was written are missing. */
  read(
    libraryKey: string,
    hashes: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly title: string; readonly description: string }>>
  /** Questions that passages answer, by the hash of the passage; those to which none was written are missing. */
  readQuestions(libraryKey: string, hashes: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Keeps texts in the place of those of another writer; an empty title says that nothing was written, an empty question that
   * none was.
   */
  put(
    libraryKey: string,
    writer: string,
    texts: readonly {
      readonly hash: string
      readonly title: string
      readonly description: string
      readonly question: string
    }[],
  ): Promise<void>
  /** Forgets the texts of deleted libraries. @returns how many. */
  prune(): Promise<number>
}

export interface VersionStore {
  /** @returns the version with exactly this tag (`""`: the default one). */
  get(libraryKey: string, tag: string): Promise<VersionRecord | undefined>
  ofLibrary(libraryKey: string): Promise<readonly VersionRecord[]>
  /** Inserts the version when it is not there. */
  ensure(libraryKey: string, tag: string): Promise<VersionRecord>
  moveState(key: string, from: readonly LibraryState[], to: LibraryState): Promise<boolean>
  /** Switches the served index when the stored generation is `expectedGeneration`. @returns false (and changes nothing) when it is not. */
  publish(key: string, expectedGeneration: number, publication: Publication): Promise<boolean>
  /** Replaces the archive of a version that was found unchanged; a generation that is past changes nothing. */
  keepArchive(key: string, expectedGeneration: number, archiveHash: string): Promise<void>
  /** Indexed versions without vectors of this embedder, in the order of their keys, beginning after `after`. */
  withoutVectorsOf(
    embedder: string,
    page: { readonly after: string; readonly limit: number },
  ): Promise<readonly VersionRecord[]>
  /**
   * Serves the same index with other vectors. The generation stays: a run that is under way publishes over it.
   *
   * @returns false (and changes nothing) when `from` is not what is served any more.
   */
  replaceIndex(
    key: string,
    change: { readonly from: string; readonly to: string; readonly embedder: string },
  ): Promise<boolean>
  /** Replaces the report of what is served. @returns false (and changes nothing) when `from` is not its report any more. */
  replaceReport(key: string, change: { readonly from: string; readonly to: string }): Promise<boolean>
  /** Blobs that any version or job refers to; what else lies in the store may be swept. */
  referencedBlobs(): Promise<ReadonlySet<string>>
}

export type NewJob = Pick<JobRecord, "kind" | "libraryKey" | "libraryId" | "versionTag" | "payload" | "requestedBy"> &
  Partial<Pick<JobRecord, "maxAttempts">> & {
    /** Who the job is done for: the queue serves them in turn. None: the teamspace that owns the library. */
    readonly tenant?: string | undefined
  }

export interface JobStore {
  /** Queues a job. One `queued` ingest job per library version at a time: @returns the one already there when there is one. */
  add(job: NewJob): Promise<JobRecord>
  byId(id: string): Promise<JobRecord | undefined>
  list(filter: {
    readonly state?: JobState
    readonly libraryKey?: string
    /** Only jobs of no library, of public ones and of this teamspace's; null: not of this either. */
    readonly reader?: string | null
    /** Only jobs queued before this one; none when there is no such job. */
    readonly beforeId?: string
    readonly offset: number
    readonly limit: number
  }): Promise<readonly JobRecord[]>
  latestOf(libraryKey: string): Promise<JobRecord | undefined>
  /**
   * Takes a job that is due, or one whose worker has been silent longer than `silentAfterMs`, for this worker: the
   * oldest of the tenant with fewest running jobs, of those the one that was served longest ago.
   * Two workers never get the same one, and never two jobs of one library at the same time.
   */
  claim(workerId: string, silentAfterMs: number): Promise<JobRecord | undefined>
  /** Says that the worker lives and how far it is. @returns `lost` when the job no longer belongs to it, `cancel` when it is to stop. */
  heartbeat(
    id: string,
    workerId: string,
    stage: JobStage,
    progress: JobProgress,
  ): Promise<"continue" | "cancel" | "lost">
  /** Ends a running job of this worker. @returns false when the job no longer belongs to it. */
  finish(
    id: string,
    workerId: string,
    end: {
      readonly state: "succeeded" | "failed" | "cancelled"
      readonly errorCode?: string
      readonly errorMessage?: string
      readonly reportHash?: string
      readonly outcome?: "unchanged" | "published"
    },
  ): Promise<boolean>
  /** Puts a running job of this worker back for a later try. */
  retryLater(
    id: string,
    workerId: string,
    runAfterMs: number,
    errorCode: string,
    errorMessage: string,
  ): Promise<boolean>
  /** Gives a running job of this worker back unfinished, due at once; the run does not count as an attempt. */
  release(id: string, workerId: string): Promise<boolean>
  /** A queued job becomes `cancelled` at once; a running one is asked to stop. @returns the job afterwards. */
  requestCancel(id: string): Promise<JobRecord | undefined>
  /** Forgets at most `limit` jobs that ended before a time; the latest of every library stays. @returns how many. */
  prune(endedBeforeMs: number, limit: number): Promise<number>
  /** Number of jobs waiting and running. */
  pendingCount(): Promise<{ readonly queued: number; readonly running: number }>
}

export interface UserStore {
  /** @returns undefined when the name, or the person at the single sign-on, has an account. */
  add(
    user: Pick<UserRecord, "name" | "role" | "passwordHash" | "mustChangePassword"> &
      Partial<Pick<UserRecord, "email" | "ssoIssuer" | "ssoSubject" | "groups">>,
  ): Promise<UserRecord | undefined>
  byKey(key: string): Promise<UserRecord | undefined>
  /** Looks up an account, whatever the letter case of the name. */
  byName(name: string): Promise<UserRecord | undefined>
  /** Looks up the person by who vouches for them and the name they have there. */
  bySso(issuer: string, subject: string): Promise<UserRecord | undefined>
  /** Everybody, by name. */
  list(): Promise<readonly UserRecord[]>
  count(): Promise<number>
  update(key: string, changes: UserChanges): Promise<void>
  /** Removes the account with its keys, sessions and memberships. @returns false when there was none. */
  remove(key: string): Promise<boolean>
  setPassword(key: string, passwordHash: string, mustChange: boolean): Promise<void>
}

export interface ApiKeyStore {
  add(apiKey: Pick<ApiKeyRecord, "userKey" | "teamspaceKey" | "label" | "keyHash" | "hint">): Promise<ApiKeyRecord>
  /** @returns the key with this hash that is not revoked. */
  byHash(keyHash: string): Promise<ApiKeyRecord | undefined>
  ofUser(userKey: string): Promise<readonly ApiKeyRecord[]>
  revoke(key: string): Promise<boolean>
  /** Revokes every living key of a person. @param teamspaceKey only those of this teamspace. */
  revokeOfUser(userKey: string, teamspaceKey?: string): Promise<void>
  markUsed(key: string, atMs: number): Promise<void>
}

/** Accounts at other services; at most one for each teamspace, kind and address. */
export interface ConnectionStore extends GrantStore {
  /**
   * Adds a connection, or gives the one that is there another account and token; its key stays.
   *
   * @param connection.grant of an account of OAuth, under a new key.
   */
  put(
    connection: Pick<ConnectionRecord, "teamspaceKey" | "kind" | "siteUrl" | "accountName" | "sealedToken"> & {
      readonly grant?: Pick<ConnectionGrant, "apiUrl" | "expiresAtMs"> | null
    },
  ): Promise<ConnectionRecord>
  byKey(key: string): Promise<ConnectionRecord | undefined>
  /** @returns those of one teamspace, by kind and address. */
  ofTeamspace(teamspaceKey: string): Promise<readonly ConnectionRecord[]>
  find(site: Pick<ConnectionRecord, "teamspaceKey" | "kind" | "siteUrl">): Promise<ConnectionRecord | undefined>
  /** @returns false when the teamspace has no such connection. */
  remove(teamspaceKey: string, key: string): Promise<boolean>
  markUsed(key: string, atMs: number): Promise<void>
}

/** Pages of wikis and notes as they were fetched, so that unchanged ones are not fetched again. */
export interface KeptPageStore {
  ofLibrary(libraryKey: string): Promise<readonly KeptPageRecord[]>
  /** Keeps a page in the place of an older revision. */
  put(libraryKey: string, page: KeptPageRecord): Promise<void>
  /** Forgets the pages that a library no longer has. */
  retain(libraryKey: string, pageIds: ReadonlySet<string>): Promise<void>
  /** Forgets the pages of deleted libraries. @returns their number. */
  prune(): Promise<number>
}

export interface FactsStore {
  /**
   * Takes published libraries whose host is to be asked, longest due first; for `leaseMs` nobody else gets them.
   *
   * @returns at most `limit`.
   */
  claimDue(nowMs: number, take: { readonly limit: number; readonly leaseMs: number }): Promise<readonly LibraryRecord[]>
  /** Says when the host of a library is asked again, epoch milliseconds. */
  askAgain(key: string, atMs: number): Promise<void>
}

export interface ReadingRulesStore {
  /** @returns undefined when the teamspace has never changed its rules. */
  of(teamspaceKey: string): Promise<ReadingRulesRecord | undefined>
  /**
   * Changes the rules of a teamspace; two changes at once happen one after the other.
   *
   * @param first what a teamspace without rules has.
   * @param change gets what is stored and gives what is to be; it may be called in a transaction and must only compute.
   */
  change(
    teamspaceKey: string,
    first: ReadingRules,
    change: (stored: ReadingRules) => ReadingRules,
  ): Promise<ReadingRulesRecord>
  /** Teamspaces whose rules changed after a change number, oldest change first, at most `limit`. */
  changedSince(
    after: number,
    limit: number,
  ): Promise<readonly { readonly teamspaceKey: string; readonly changeNumber: number }[]>
}

/** What a teamspace decides about reading. */
export type ReadingRules = Pick<ReadingRulesRecord, "policies" | "accessRules">

export interface SettingStore {
  get(name: string): Promise<string | undefined>
  /** @param prefix plain ASCII, not empty. @returns the values of all names that begin with it. */
  withPrefix(prefix: string): Promise<ReadonlyMap<string, string>>
  set(name: string, value: string): Promise<void>
  /** Sets the value only when there is none. @returns true for the one caller that set it. */
  claim(name: string, value: string): Promise<boolean>
}
