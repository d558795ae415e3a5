import type { Settings } from "../../config/settings.ts"
import { MAIN_TEAMSPACE, type Plan, type TeamspaceRole } from "../../catalogue/teamspaces/records.ts"

/** Who asks. Made by `access/` from the credential of a request; use cases decide by it. */
export type Caller =
  | { readonly kind: "anonymous" }
  /** The key of the environment variable `LECTERN_API_KEY`: may do what an admin may. */
  | { readonly kind: "global-key" }
  /** The program itself: the bundled sample, commands on the data directory. */
  | {
      readonly kind: "system"
      /** Name of the lectern.yaml for which it acts: what is added then may be pruned by it. */
      readonly manager?: string
    }
  | UserCaller

/** A person, with a key or a session. */
export interface UserCaller {
  readonly kind: "user"
  readonly userKey: string
  readonly name: string
  /** In the hosted edition an `admin` is who operates the instance. */
  readonly role: "admin" | "member"
  readonly mustChangePassword: boolean
  /** The teamspace of the key, or the one that the session works in; `main` in the self-hosted edition. */
  readonly teamspaceKey: string
  /** Role in that teamspace; in the self-hosted edition an admin is its owner, a member a developer. */
  readonly teamspaceRole: TeamspaceRole
  /** Plan of that teamspace; null where none limits it, as in the self-hosted edition. */
  readonly plan: Plan | null
  /** Groups of the person, as the single sign-on told. */
  readonly groups: readonly string[]
  /** By a key, a session, or an access token of the single sign-on. */
  readonly via: "key" | "session" | "token"
  /** Row of the key or session that was used; of the account for a token. */
  readonly keyKey: string | null
}

export const anonymousCaller: Caller = { kind: "anonymous" }

/**
 * Names the teamspace that a caller works in.
 *
 * @returns `main` for everybody in the self-hosted edition; null for callers without one in the hosted edition.
 */
export function teamspaceOf(caller: Caller, settings: Pick<Settings, "LECTERN_EDITION">): string | null {
  if (settings.LECTERN_EDITION === "self-hosted") return MAIN_TEAMSPACE
  return caller.kind === "user" ? caller.teamspaceKey : null
}
