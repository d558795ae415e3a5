import type { Permission } from "@lectern/contract"
import { authorize, type Authorized, hasPermission } from "../../access/permissions/authorize.ts"
import { teamspaceOf, type Caller } from "../../access/identity/caller.ts"
import { userCaller } from "../../access/identity/user-caller.ts"
import type { TeamspaceRecord } from "../../catalogue/teamspaces/records.ts"
import { TeamMissing } from "../errors.ts"
import type { TeamspaceServices } from "./teamspace-services.ts"

/** A teamspace, and the caller with their role in it. */
export interface TeamspaceScope<P extends Permission> {
  readonly teamspace: TeamspaceRecord
  readonly caller: Authorized<P>
}

/**
 * Finds the teamspace that a request names and requires a permission in it. It is found if the caller can see it: with a key, its own teamspace; with a session, every teamspace
 * of the person; as an operator of the instance, any.
 *
 * @throws {TeamMissing} if there is none, or the caller cannot see it; the message is the same.
 * @throws {Forbidden} if the caller's role in it does not allow the permission.
 */
export async function authorizeInTeamspace<P extends Permission>(
  context: TeamspaceServices,
  caller: Caller,
  teamspaceId: string,
  permission: P,
): Promise<TeamspaceScope<P>> {
  const teamspace = await context.catalogue.teamspaces.byKey(teamspaceId)
  const acting = teamspace && (await callerIn(context, caller, teamspace))
  if (teamspace === undefined || acting === undefined) throw new TeamMissing(`teamspace ${teamspaceId} does not exist`)
  return { teamspace, caller: authorize(context, acting, permission) }
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
  if (!hasPermission(context, caller, "changePlan")) return undefined
  // Operators of the instance see every teamspace and set its plan; only its members decide about everything else.
  return caller.kind === "user" ? { ...caller, teamspaceKey, teamspaceRole: "developer" } : caller
}
