/** Key of the only teamspace of the self-hosted edition, and of its default project. */
export const MAIN_TEAMSPACE = "main"

export type TeamspaceRole = "owner" | "admin" | "developer"

export type Plan = "free" | "pro" | "team"

export interface TeamspaceRecord {
  readonly key: string
  readonly name: string
  /** Null if it has no limits, as in the self-hosted edition. */
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
  /** True for the project of the teamspace that is used if none is named. */
  readonly isDefault: boolean
  readonly createdAtMs: number
}

/** Teamspaces with their members and projects. */
export interface TeamspaceStore {
  /** Creates a teamspace with its default project. */
  add(teamspace: Pick<TeamspaceRecord, "name" | "plan">): Promise<TeamspaceRecord>
  byKey(key: string): Promise<TeamspaceRecord | undefined>
  /** Lists all teamspaces, oldest first. */
  list(page: { readonly offset: number; readonly limit: number }): Promise<readonly TeamspaceRecord[]>
  update(key: string, changes: Partial<Pick<TeamspaceRecord, "name" | "plan">>): Promise<void>
  /** Locks a teamspace until the transaction ends; only inside `inTransaction`. */
  lock(key: string): Promise<void>
  /** Lists the teamspaces of a user with the role in each, oldest membership first. */
  ofUser(userKey: string): Promise<readonly (TeamspaceRecord & { readonly role: TeamspaceRole })[]>
  membership(userKey: string, teamspaceKey: string): Promise<MembershipRecord | undefined>
  /** Lists the members of a teamspace by name. */
  members(teamspaceKey: string): Promise<readonly (MembershipRecord & { readonly name: string })[]>
  /** Adds a member, or changes a member's role. */
  setRole(userKey: string, teamspaceKey: string, role: TeamspaceRole): Promise<void>
  /** @returns false if the user is not a member. */
  removeMember(userKey: string, teamspaceKey: string): Promise<boolean>
  /** @returns undefined if the teamspace already has a project with that name. */
  addProject(project: Pick<ProjectRecord, "teamspaceKey" | "name">): Promise<ProjectRecord | undefined>
  projectByKey(key: string): Promise<ProjectRecord | undefined>
  /** Lists the projects of a teamspace: the default one, then the others by name. */
  projects(teamspaceKey: string): Promise<readonly ProjectRecord[]>
  /** @returns false if the teamspace has another project with that name. */
  renameProject(key: string, name: string): Promise<boolean>
  /**
   * Deletes a project and moves its libraries to the default one. @returns false for the default project, which cannot
   * be deleted.
   */
  removeProject(key: string): Promise<boolean>
}
