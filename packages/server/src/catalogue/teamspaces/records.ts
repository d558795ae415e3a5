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
