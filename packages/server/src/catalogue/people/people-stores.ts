import type { UserRecord } from "../records.ts"

/** Key of the one teamspace of the self-hosted edition, and of its default project. */
export const MAIN_TEAMSPACE = "main"

export type TeamspaceRole = "owner" | "admin" | "developer"
export type Plan = "free" | "pro" | "team"

export interface TeamspaceRecord {
  readonly key: string
  readonly name: string
  /** Null: no plan limits it, as in the self-hosted edition. */
  readonly plan: Plan | null
  readonly createdAtMs: number
}

export interface MembershipRecord {
  readonly userKey: string
  readonly teamspaceKey: string
  readonly role: TeamspaceRole
  readonly createdAtMs: number
}

export interface ProjectRecord {
  readonly key: string
  readonly teamspaceKey: string
  readonly name: string
  /** True for the one project of a teamspace that counts where none is named. */
  readonly isDefault: boolean
  readonly createdAtMs: number
}

/** Teamspaces with their members and projects. */
export interface TeamspaceStore {
  /** Makes a teamspace with its default project. */
  add(teamspace: Pick<TeamspaceRecord, "name" | "plan">): Promise<TeamspaceRecord>
  byKey(key: string): Promise<TeamspaceRecord | undefined>
  /** All teamspaces, oldest first. */
  list(page: { readonly offset: number; readonly limit: number }): Promise<readonly TeamspaceRecord[]>
  update(key: string, changes: Partial<Pick<TeamspaceRecord, "name" | "plan">>): Promise<void>
  /** Makes others that lock the same teamspace wait until the transaction ends; only inside `inTransaction`. */
  lock(key: string): Promise<void>
  /** The teamspaces of a person with the role in each, oldest membership first. */
  ofUser(userKey: string): Promise<readonly (TeamspaceRecord & { readonly role: TeamspaceRole })[]>
  membership(userKey: string, teamspaceKey: string): Promise<MembershipRecord | undefined>
  /** Members of a teamspace by name. */
  members(teamspaceKey: string): Promise<readonly (MembershipRecord & { readonly name: string })[]>
  /** Makes the person a member, or changes the role of one. */
  setRole(userKey: string, teamspaceKey: string, role: TeamspaceRole): Promise<void>
  /** @returns false when the person was no member. */
  removeMember(userKey: string, teamspaceKey: string): Promise<boolean>
  /** @returns undefined when the teamspace has a project of that name. */
  addProject(project: Pick<ProjectRecord, "teamspaceKey" | "name">): Promise<ProjectRecord | undefined>
  projectByKey(key: string): Promise<ProjectRecord | undefined>
  /** Projects of a teamspace, the default one first, then by name. */
  projects(teamspaceKey: string): Promise<readonly ProjectRecord[]>
  /** @returns false when the teamspace has another project of that name. */
  renameProject(key: string, name: string): Promise<boolean>
  /** Removes a project; its libraries go to the default one, which itself stays. @returns false when it is not removed. */
  removeProject(key: string): Promise<boolean>
}

export interface SessionRecord {
  readonly key: string
  readonly userKey: string
  /** The teamspace that the person works in. */
  readonly teamspaceKey: string
  readonly signedInWith: "password" | "sso"
  readonly createdAtMs: number
  readonly lastSeenAtMs: number
  /** After this time the session is over, however much it is used. */
  readonly endsAtMs: number
}

/** Sessions of browsers; only hashes of their tokens are kept. */
export interface SessionStore {
  add(
    session: Pick<SessionRecord, "userKey" | "teamspaceKey" | "signedInWith" | "endsAtMs"> & {
      readonly tokenHash: string
    },
  ): Promise<SessionRecord>
  byHash(tokenHash: string): Promise<SessionRecord | undefined>
  markSeen(key: string, atMs: number): Promise<void>
  /** @returns false when there is no such session. */
  remove(key: string): Promise<boolean>
  /** Ends every session of a person. @param exceptKey one that stays. */
  removeOfUser(userKey: string, exceptKey?: string): Promise<void>
  /** Forgets sessions that ended before a time or were not seen since another. @returns how many. */
  prune(endedBeforeMs: number, unseenSinceMs: number): Promise<number>
}

export interface InvitationRecord {
  readonly key: string
  readonly teamspaceKey: string
  /** For whom it is meant. */
  readonly label: string
  /** Role in the teamspace; in the self-hosted edition `owner` stands for an admin, `developer` for a member. */
  readonly role: TeamspaceRole
  readonly invitedBy: string | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly acceptedAtMs: number | null
}

/** Invitations into a teamspace; only hashes of their tokens are kept. */
export interface InvitationStore {
  add(
    invitation: Pick<InvitationRecord, "teamspaceKey" | "label" | "role" | "invitedBy" | "expiresAtMs"> & {
      readonly tokenHash: string
    },
  ): Promise<InvitationRecord>
  /** @returns the invitation with this hash, whether it can still be accepted or not. */
  byHash(tokenHash: string): Promise<InvitationRecord | undefined>
  byKey(key: string): Promise<InvitationRecord | undefined>
  /** Invitations of a teamspace that were not accepted, newest first. */
  open(teamspaceKey: string): Promise<readonly InvitationRecord[]>
  /** Marks an invitation as used. @returns false when it was used before. */
  accept(key: string, atMs: number): Promise<boolean>
  remove(key: string): Promise<boolean>
}

/** Counts of failed attempts, shared between processes. */
export interface SignInFailureStore {
  /** Failures of a bucket that still count. */
  count(bucket: string, nowMs: number): Promise<number>
  /** Counts one more; the count lapses at the given time after the first failure. @returns the new count. */
  add(bucket: string, nowMs: number, lapsesAtMs: number): Promise<number>
  clear(bucket: string): Promise<void>
  prune(nowMs: number): Promise<void>
}

export interface AuditRecord {
  readonly key: string
  readonly atMs: number
  /** Name of the person, or the kind of caller. */
  readonly actor: string
  readonly actorKey: string | null
  readonly teamspaceKey: string | null
  readonly action: string
  /** What was acted on. */
  readonly subject: string
  readonly outcome: "done" | "refused"
  /** Address that the request came from. */
  readonly address: string | null
}

/** Where a page of the audit log ends. */
export type AuditPlace = Pick<AuditRecord, "atMs" | "key">

/** The audit log: grows at its end, loses only what is too old. */
export interface AuditStore {
  add(entry: Omit<AuditRecord, "key" | "atMs">): Promise<AuditRecord>
  /** Entries, newest first. @param filter.teamspaceKey only those of this teamspace. */
  list(filter: {
    readonly teamspaceKey?: string
    /** Only entries older than this one. */
    readonly before?: AuditPlace
    readonly limit: number
  }): Promise<readonly AuditRecord[]>
  /** Forgets what is older than a time. @returns how many. */
  prune(beforeMs: number, limit: number): Promise<number>
}

/** What can change about a person's account. */
export type UserChanges = Partial<
  Pick<UserRecord, "role" | "isActive" | "email" | "ssoIssuer" | "ssoSubject" | "groups">
>
