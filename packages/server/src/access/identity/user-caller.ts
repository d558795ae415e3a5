import type { Catalogue } from "../../catalogue/catalogue.ts"
import { MAIN_TEAMSPACE } from "../../catalogue/teamspaces/records.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import type { Settings } from "../../config/settings.ts"
import type { UserCaller } from "./caller.ts"

/** Edition of the program. */
export type Edition = Settings["LECTERN_EDITION"]

/** By what a person is recognised. */
export interface Authentication {
  readonly via: UserCaller["via"]
  /** Row of the key or session; of the account for a token. */
  readonly keyKey: string
  /** Teamspace that the key or session belongs to. */
  readonly teamspaceKey: string
}

/**
 * Makes the caller that a person is in a teamspace, with the roles of this moment.
 *
 * @returns undefined when the person is no member of the teamspace (any more).
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
