export interface SessionRecord {
  readonly key: string
  readonly userKey: string
  /** The teamspace that the user works in. */
  readonly teamspaceKey: string
  readonly signedInWith: "password" | "sso"
  readonly createdAtMs: number
  readonly lastSeenAtMs: number
  /** Latest possible end of the session, regardless of its use. */
  readonly endsAtMs: number
}

/** Browser sessions; only the hashes of their tokens are stored. */
export interface SessionStore {
  add(
    session: Pick<SessionRecord, "userKey" | "teamspaceKey" | "signedInWith" | "endsAtMs"> & {
      readonly tokenHash: string
    },
  ): Promise<SessionRecord>
  byHash(tokenHash: string): Promise<SessionRecord | undefined>
  markSeen(key: string, atMs: number): Promise<void>
  /** @returns false if there is no such session. */
  remove(key: string): Promise<boolean>
  /** Ends all sessions of a user. @param exceptKey the session to keep. */
  removeOfUser(userKey: string, exceptKey?: string): Promise<void>
  /** Deletes sessions that ended before one time or were last used before another. @returns their number. */
  prune(endedBeforeMs: number, unseenSinceMs: number): Promise<number>
}
