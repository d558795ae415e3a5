import { teamspaceOf, type Caller } from "../../access/identity/caller.ts"
import { userCaller } from "../../access/identity/user-caller.ts"
import type { TeamspaceRecord } from "../../catalogue/teamspaces/records.ts"
import { TeamMissing } from "../errors.ts"
import { may } from "../service-context.ts"
import type { TeamspaceServices } from "./teamspace-services.ts"

/** A teamspace, and the caller with their role in it. */
export interface TeamspaceScope {
  readonly teamspace: TeamspaceRecord
  readonly caller: Caller
}

/**
 * Finds the teamspace that a request names, if the caller can see it: with a key, its own teamspace; with a session, every teamspace
 * of the person; as an operator of the instance, any.
 *
 * @throws {TeamMissing} if there is none, or the caller cannot see it; the message is the same.
 */
export async function actInTeamspace(
  context: TeamspaceServices,
  caller: Caller,
  teamspaceId: string,
): Promise<TeamspaceScope> {
  const teamspace = await context.catalogue.teamspaces.byKey(teamspaceId)
  const acting = teamspace && (await callerIn(context, caller, teamspace))
  if (teamspace === undefined || acting === undefined) throw new TeamMissing(`there is no teamspace ${teamspaceId}`)
  return { teamspace, caller: acting }
}

async function callerIn(
  context: TeamspaceServices,
  caller: Caller,
  { key: teamspaceKey }: TeamspaceRecord,
): Promise<Caller | undefined> {
  if (teamspaceOf(caller, context.settings) === teamspaceKey) return caller
  const { LECTERN_EDITION: edition } = context.settings
  if (edition === "self-hosted") return undefined
  if (caller.kind === "user" && caller.via === "session" && caller.keyKey !== null) {
    const user = await context.catalogue.users.byKey(caller.userKey)
    const recognition = { via: "session", keyKey: caller.keyKey, teamspaceKey } as const
    const member = user && (await userCaller(context.catalogue, edition, user, recognition))
    if (member !== undefined) return member
  }
  if (!may(context, caller, "changePlan")) return undefined
  // Operators of the instance see every teamspace and set its plan; everything else is up to its members.
  return caller.kind === "user" ? { ...caller, teamspaceKey, teamspaceRole: "developer" } : caller
}
