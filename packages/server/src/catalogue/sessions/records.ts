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
