/** The attributes of a caller that decide which libraries are visible. */
export interface Viewer {
  /** Teamspace whose private libraries and rules apply; null: none. */
  readonly teamspaceKey: string | null
  /** False for callers to whom no private library is visible. */
  readonly seesPrivate: boolean
  /** Null for callers without a user. */
  readonly userKey: string | null
  readonly groups: readonly string[]
  /** Admins and owners: access rules do not apply to them. */
  readonly isAdmin: boolean
  /** The program itself: policies do not apply to it. */
  readonly isProgram: boolean
  /** True where the access rules of the teamspace also apply to public libraries, because it is the only one. */
  readonly isOnlyTeamspace: boolean
}
