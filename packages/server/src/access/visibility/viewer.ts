/** Who reads, as far as it decides what may be read. */
export interface Reader {
  /** Teamspace whose private libraries and rules count; null: none. */
  readonly teamspaceKey: string | null
  /** False for callers who may know of no private library, whatever their teamspace. */
  readonly readsPrivate: boolean
  /** Null for callers who are nobody in particular. */
  readonly userKey: string | null
  readonly groups: readonly string[]
  /** Admins and owners: access rules do not hold them back. */
  readonly isAdmin: boolean
  /** The program itself: policies do not hold it back. */
  readonly isProgram: boolean
  /** True where the rules of access of the teamspace also count for public libraries: it is the only one. */
  readonly isOnlyTeamspace: boolean
}
