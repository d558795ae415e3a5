import type {
  CreateTeamspaceRequest,
  ListTeamspacesResponse,
  Teamspace,
  UpdateTeamspaceRequest,
} from "@lectern/contract"
import { authorize, type Authorized } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { MAIN_TEAMSPACE, type TeamspaceRecord, type TeamspaceRole } from "../../catalogue/teamspaces/records.ts"
import { InvalidInput } from "../../base/errors.ts"
import { authorizeInTeamspace } from "./teamspace-scope.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { timestamp } from "../../base/timestamp.ts"
import { liveSetting } from "../live-values.ts"
import { evictCallers } from "../service-context.ts"
import type { TeamspaceServices } from "./teamspace-services.ts"

/** Maximum number of teamspaces per owner, so that nobody can fill the instance with empty ones. */
const MAX_OWNED = 20

/** Lists the caller's teamspaces, oldest membership first; with a key, only the key's teamspace. */
export async function listTeamspaces(
  context: TeamspaceServices,
  caller: Authorized<"readTeamspaces">,
): Promise<ListTeamspacesResponse> {
  const { teamspaces } = context.catalogue
  if (context.settings.LECTERN_EDITION === "self-hosted") {
    const main = await teamspaces.byKey(MAIN_TEAMSPACE)
    return { teamspaces: main === undefined ? [] : [describeTeamspace(main, roleOf(caller))] }
  }
  if (caller.kind !== "user") return { teamspaces: [] }
  const own = await teamspaces.ofUser(caller.userKey)
  const known = caller.via === "session" ? own : own.filter(({ key }) => key === caller.teamspaceKey)
  return { teamspaces: known.map(({ role, ...teamspace }) => describeTeamspace(teamspace, role)) }
}

/** Returns a teamspace. @throws {TeamMissing} */
export async function readTeamspace(
  context: TeamspaceServices,
  caller: Authorized<"readTeamspaces">,
  teamspaceId: string,
): Promise<Teamspace> {
  const acting = await authorizeInTeamspace(context, caller, teamspaceId, "readTeamspaces")
  return describeTeamspace(acting.teamspace, await memberRole(context, acting.caller, teamspaceId))
}

/**
 * Creates a teamspace with the caller as its owner.
 *
 * @throws {Forbidden} in the self-hosted edition. @throws {InvalidInput} if the caller owns too many.
 */
export async function createTeamspace(
  context: TeamspaceServices,
  caller: Authorized<"readTeamspaces">,
  { name }: CreateTeamspaceRequest,
): Promise<Teamspace> {
  authorize(context, caller, "createTeamspace")
  if (caller.kind !== "user")
    throw new InvalidInput("cannot create the teamspace: the caller has no account. Use the key of an account")
  const plan = liveSetting(context, "LECTERN_DEFAULT_PLAN")
  const teamspace = await context.catalogue.inTransaction(async ({ teamspaces }) => {
    const owned = (await teamspaces.ofUser(caller.userKey)).filter(({ role }) => role === "owner")
    if (owned.length >= MAX_OWNED)
      throw new InvalidInput(`cannot create the teamspace: you already own ${MAX_OWNED}, the maximum`)
    const made = await teamspaces.add({ name, plan })
    await teamspaces.setRole(caller.userKey, made.key, "owner")
    return made
  })
  await recordAuditEntry(context, caller, { action: "teamspace.create", subject: name, teamspaceKey: teamspace.key })
  return describeTeamspace(teamspace, "owner")
}

/** Renames a teamspace or changes its plan. @throws {TeamMissing} @throws {Forbidden} */
export async function updateTeamspace(
  context: TeamspaceServices,
  caller: Caller,
  teamspaceId: string,
  { name, plan }: UpdateTeamspaceRequest,
): Promise<Teamspace> {
  const acting = await authorizeInTeamspace(context, caller, teamspaceId, "readTeamspaces")
  if (name !== undefined) authorize(context, acting.caller, "changeTeamspace")
  if (plan !== undefined) authorize(context, acting.caller, "changePlan")
  const changes = { ...(name === undefined ? {} : { name }), ...(plan === undefined ? {} : { plan }) }
  await context.catalogue.teamspaces.update(teamspaceId, changes)
  evictCallers(context)
  const subject = Object.entries(changes).map(([field, value]) => `${field}=${value}`)
  await recordAuditEntry(context, caller, {
    action: "teamspace.change",
    subject: subject.join(", "),
    teamspaceKey: teamspaceId,
  })
  const role = await memberRole(context, acting.caller, teamspaceId)
  return describeTeamspace({ ...acting.teamspace, ...changes }, role)
}

/** Converts a teamspace to its form in the contract, for a member with this role. */
export function describeTeamspace(teamspace: TeamspaceRecord, role: TeamspaceRole | null): Teamspace {
  const { key: id, name, plan, createdAtMs } = teamspace
  return { id, name, plan, role, createdAt: timestamp(createdAtMs) }
}

function roleOf(caller: Caller): TeamspaceRole | null {
  return caller.kind === "user" ? caller.teamspaceRole : null
}

/** Returns the caller's role; null for an operator of the instance who is not a member. */
async function memberRole(
  context: TeamspaceServices,
  caller: Caller,
  teamspaceKey: string,
): Promise<TeamspaceRole | null> {
  if (context.settings.LECTERN_EDITION === "self-hosted" || caller.kind !== "user") return roleOf(caller)
  return (await context.catalogue.teamspaces.membership(caller.userKey, teamspaceKey))?.role ?? null
}
