import type { Catalogue } from "../../catalogue/catalogue.ts"
import { MAIN_TEAMSPACE } from "../../catalogue/teamspaces/records.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import type { Settings } from "../../config/settings.ts"
import type { UserCaller } from "./caller.ts"

/** Edition of Lectern. */
export type Edition = Settings["LECTERN_EDITION"]

/** How a user was authenticated. */
export interface Authentication {
  readonly via: UserCaller["via"]
  /** Row of the key or session; for an access token, of the account. */
  readonly keyKey: string
  /** Teamspace that the key or session belongs to. */
  readonly teamspaceKey: string
}

/**
 * Creates the caller for a user in a teamspace, with the current roles.
 *
 * @returns undefined if the user is not, or no longer, a member of the teamspace.
 */
export async function userCaller(
  catalogue: Pick<Catalogue, "teamspaces">,
  edition: Edition,
  user: UserRecord,
  { via, keyKey, teamspaceKey }: Authentication,
): Promise<UserCaller | undefined> {
  const { key: userKey, name, role, mustChangePassword, groups } = user
  const person = { kind: "user", userKey, name, role, mustChangePassword, groups, via, keyKey } as const
  if (edition === "self-hosted") {
    const teamspaceRole = role === "admin" ? "owner" : "developer"
    return { ...person, teamspaceKey: MAIN_TEAMSPACE, teamspaceRole, plan: null }
  }
  const membership = await catalogue.teamspaces.membership(userKey, teamspaceKey)
  const teamspace = membership && (await catalogue.teamspaces.byKey(teamspaceKey))
  if (membership === undefined || teamspace === undefined) return undefined
  return { ...person, teamspaceKey, teamspaceRole: membership.role, plan: teamspace.plan }
}
