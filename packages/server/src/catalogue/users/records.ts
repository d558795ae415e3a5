import type { Changes } from "../../base/changes.ts"

export interface UserRecord {
  readonly key: string
  readonly name: string
  readonly role: "admin" | "member"
  /** If empty, no password is accepted. */
  readonly passwordHash: string
  readonly mustChangePassword: boolean
  readonly isActive: boolean
  readonly createdAtMs: number
  readonly email: string | null
  /** The user's identity provider and subject; both are set, or neither. */
  readonly ssoIssuer: string | null
  readonly ssoSubject: string | null
  /** Groups of the user at the last single sign-on. */
  readonly groups: readonly string[]
}

export interface UserStore {
  /** @returns undefined if the name or the single sign-on identity already has an account. */
  add(
    user: Pick<UserRecord, "name" | "role" | "passwordHash" | "mustChangePassword"> &
      Partial<Pick<UserRecord, "email" | "ssoIssuer" | "ssoSubject" | "groups">>,
  ): Promise<UserRecord | undefined>
  byKey(key: string): Promise<UserRecord | undefined>
  /** Finds an account by its name in any letter case. */
  byName(name: string): Promise<UserRecord | undefined>
  /** Finds an account by its single sign-on identity. */
  bySso(issuer: string, subject: string): Promise<UserRecord | undefined>
  /** Lists all accounts by name. */
  list(): Promise<readonly UserRecord[]>
  count(): Promise<number>
  update(key: string, changes: UserChanges): Promise<void>
  /** Deletes the account with its keys, sessions and memberships. @returns false if it does not exist. */
  remove(key: string): Promise<boolean>
  setPassword(key: string, passwordHash: string, mustChange: boolean): Promise<void>
}

/** The fields of an account that can be changed. */
export type UserChanges = Changes<
  Pick<UserRecord, "role" | "isActive" | "email" | "ssoIssuer" | "ssoSubject" | "groups">
>
