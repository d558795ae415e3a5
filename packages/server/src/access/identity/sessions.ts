import type { Clock } from "../../base/clock.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { SessionRecord } from "../../catalogue/sessions/records.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import type { Settings } from "../../config/settings.ts"
import type { UserCaller } from "./caller.ts"
import { InvalidApiKey } from "../errors.ts"
import { createCallerCache } from "./caller-cache.ts"
import type { TokenSigner } from "../secrets/signed-tokens.ts"
import { userCaller } from "./user-caller.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/durations.ts"
import { sha256Hex } from "../../base/sha256.ts"

/** Maximum time until this process notices that a session ended in another one. */
const SESSION_CACHE_MS = 2_000
/** Minimum time between two updates of a session's last use. */
const MARK_SEEN_INTERVAL_MS = MINUTE_MS

/** Browser sessions. */
export interface Sessions {
  /** Lifetime of the cookie in seconds. */
  readonly maxAgeSeconds: number
  /** Starts a session. @returns its token, which is not stored. */
  begin(user: UserRecord, teamspaceKey: string, signedInWith: SessionRecord["signedInWith"]): Promise<string>
  /** Replaces a session by one with a new token, in the same or another teamspace. */
  rotate(token: string, teamspaceKey?: string): Promise<string>
  /**
   * Returns the user of a session.
   *
   * @throws {InvalidApiKey} if the token belongs to no current session of an active account.
   */
  authenticate(token: string): Promise<UserCaller>
  /** Ends a session; does nothing if it has already ended. */
  end(token: string): Promise<void>
  /** Clears the cache, so that changes of roles and passwords take effect immediately. */
  forget(): void
}

/** Dependencies of sessions. */
export interface SessionParts {
  readonly catalogue: Pick<Catalogue, "sessions" | "users" | "teamspaces" | "inTransaction">
  readonly clock: Clock
  readonly signer: TokenSigner
  readonly settings: Pick<Settings, "LECTERN_EDITION" | "LECTERN_SESSION_IDLE_HOURS" | "LECTERN_SESSION_MAX_DAYS">
}

/** Creates the session store of this process, with a cache of at most two seconds. */
export function createSessions({ catalogue, clock, signer, settings }: SessionParts): Sessions {
  const remembered = createCallerCache<UserCaller>(clock, SESSION_CACHE_MS)
  const maxMs = settings.LECTERN_SESSION_MAX_DAYS * DAY_MS
  const idleMs = settings.LECTERN_SESSION_IDLE_HOURS * HOUR_MS

  async function activeSession(token: string): Promise<SessionRecord> {
    const session = signer.isOwn(token) ? await catalogue.sessions.byHash(sha256Hex(token)) : undefined
    const nowMs = clock.now()
    if (session === undefined || session.endsAtMs <= nowMs || session.lastSeenAtMs + idleMs <= nowMs) throw isOver()
    return session
  }

  const beginning = beginningsOf({
    catalogue,
    clock,
    signer,
    maxMs,
    idleMs,
    activeSession,
    forget: () => remembered.forget(),
  })

  async function lookUp(token: string): Promise<UserCaller> {
    const session = await activeSession(token)
    const user = await catalogue.users.byKey(session.userKey)
    if (!user?.isActive) throw isOver()
    const { key: keyKey, teamspaceKey } = session
    const caller = await userCaller(catalogue, settings.LECTERN_EDITION, user, { via: "session", keyKey, teamspaceKey })
    if (caller === undefined) throw isOver()
    const nowMs = clock.now()
    if (nowMs - session.lastSeenAtMs >= MARK_SEEN_INTERVAL_MS) await catalogue.sessions.markSeen(session.key, nowMs)
    return caller
  }

  return {
    maxAgeSeconds: maxMs / 1000,
    ...beginning,
    authenticate: (token) => remembered.of(token, () => lookUp(token)),
    async end(token) {
      const session = signer.isOwn(token) ? await catalogue.sessions.byHash(sha256Hex(token)) : undefined
      if (session !== undefined) await catalogue.sessions.remove(session.key)
      remembered.forget(token)
    },
    forget: () => remembered.forget(),
  }
}

interface Beginning extends Pick<SessionParts, "catalogue" | "clock" | "signer"> {
  readonly maxMs: number
  readonly idleMs: number
  activeSession(token: string): Promise<SessionRecord>
  forget(): void
}

function beginningsOf({ catalogue, clock, signer, maxMs, idleMs, activeSession, forget }: Beginning) {
  return {
    async begin(user: UserRecord, teamspaceKey: string, signedInWith: SessionRecord["signedInWith"]) {
      const nowMs = clock.now()
      await catalogue.sessions.prune(nowMs, nowMs - idleMs)
      const token = signer.make()
      const endsAtMs = nowMs + maxMs
      await catalogue.sessions.add({
        userKey: user.key,
        teamspaceKey,
        signedInWith,
        endsAtMs,
        tokenHash: sha256Hex(token),
      })
      return token
    },
    async rotate(token: string, teamspaceKey?: string) {
      const { userKey, signedInWith, endsAtMs, ...old } = await activeSession(token)
      const renewed = signer.make()
      const activeTeamspaceKey = teamspaceKey ?? old.teamspaceKey
      await catalogue.inTransaction(async ({ sessions }) => {
        if (!(await sessions.remove(old.key))) throw isOver()
        await sessions.add({
          userKey,
          signedInWith,
          endsAtMs,
          teamspaceKey: activeTeamspaceKey,
          tokenHash: sha256Hex(renewed),
        })
      })
      forget()
      return renewed
    },
  }
}

function isOver(): InvalidApiKey {
  return new InvalidApiKey("the session has expired. Sign in again")
}
