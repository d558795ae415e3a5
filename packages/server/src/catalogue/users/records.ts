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

/** What can change about a person's account. */
export type UserChanges = Partial<
  Pick<UserRecord, "role" | "isActive" | "email" | "ssoIssuer" | "ssoSubject" | "groups">
>
