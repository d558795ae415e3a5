import type { Settings } from "../../config/settings.ts"
import { MAIN_TEAMSPACE, type Plan, type TeamspaceRole } from "../../catalogue/teamspaces/records.ts"

/** The sender of a request. `access/` creates it from the credential, and use cases base their decisions on it. */
export type Caller =
  | { readonly kind: "anonymous" }
  /** The key from `LECTERN_API_KEY`, with the permissions of an admin. */
  | { readonly kind: "global-key" }
  /** The program itself: for the bundled sample, and commands on the data directory. */
  | {
      readonly kind: "system"
      /** Name of the lectern.yaml that it applies. Applying it again can prune libraries that it has added. */
      readonly manager?: string
    }
  | UserCaller

/** A user with a key, a session or an access token. */
export interface UserCaller {
  readonly kind: "user"
  readonly userKey: string
  readonly name: string
  /** In the hosted edition, an `admin` operates the instance. */
  readonly role: "admin" | "member"
  readonly mustChangePassword: boolean
  /** The teamspace of the key, or the current one of the session; `main` in the self-hosted edition. */
  readonly teamspaceKey: string
  /** Role in that teamspace; in the self-hosted edition, an admin is an owner and a member is a developer. */
  readonly teamspaceRole: TeamspaceRole
  /** Plan of that teamspace; null if it has no limits, as in the self-hosted edition. */
  readonly plan: Plan | null
  /** Groups of the user, from single sign-on. */
  readonly groups: readonly string[]
  /** How the user is authenticated. */
  readonly via: "key" | "session" | "token"
  /** Row of the key or session; for an access token, of the account. */
  readonly keyKey: string | null
}

export const anonymousCaller: Caller = { kind: "anonymous" }

/**
 * Returns the teamspace that a caller works in.
 *
 * @returns `main` for every caller in the self-hosted edition; null for callers without one in the hosted edition.
 */
export function teamspaceOf(caller: Caller, settings: Pick<Settings, "LECTERN_EDITION">): string | null {
  if (settings.LECTERN_EDITION === "self-hosted") return MAIN_TEAMSPACE
  return caller.kind === "user" ? caller.teamspaceKey : null
}
