import type { ListMembersResponse, Member, UpdateMemberRequest } from "@lectern/contract"
import { authorize } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { Forbidden } from "../../access/errors.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { MembershipRecord } from "../../catalogue/teamspaces/records.ts"
import { authorizeInTeamspace } from "./teamspace-scope.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { timestamp } from "../../base/timestamp.ts"
import { NotFound } from "../errors.ts"
import { evictCallers } from "../service-context.ts"
import type { TeamspaceServices } from "./teamspace-services.ts"

type NamedMember = MembershipRecord & { readonly name: string }

/** Lists the members of a teamspace by name; in the self-hosted edition, all active accounts. @throws {TeamMissing} */
export async function listMembers(
  context: TeamspaceServices,
  caller: Caller,
  teamspaceId: string,
): Promise<ListMembersResponse> {
  await authorizeInTeamspace(context, caller, teamspaceId, "readMembers")
  if (context.settings.LECTERN_EDITION === "self-hosted") {
    const people = (await context.catalogue.users.list()).filter(({ isActive }) => isActive)
    const members = people.map(({ key: userId, name, role, createdAtMs }): Member => {
      return { userId, name, role: role === "admin" ? "owner" : "developer", joinedAt: timestamp(createdAtMs) }
    })
    return { members }
  }
  return { members: (await context.catalogue.teamspaces.members(teamspaceId)).map(describeMember) }
}

/** A member and the teamspace. */
export interface MemberAddress {
  readonly id: string
  readonly userId: string
}

/**
 * Changes the role of a member. Only owners can add or remove owners.
 *
 * @throws {TeamMissing} @throws {NotFound} @throws {Forbidden} if no owner would be left.
 */
export async function updateMember(
  context: TeamspaceServices,
  caller: Caller,
  { id, userId }: MemberAddress,
  { role }: UpdateMemberRequest,
): Promise<Member> {
  const acting = await authorizeInTeamspace(context, caller, id, "manageMembers")
  assertHosted(context)
  const member = await context.catalogue.inTransaction(async (within) => {
    const found = await findMember(within, id, userId)
    if (found.role === "owner" || role === "owner") authorize(context, acting.caller, "manageOwners")
    if (role !== "owner") await assertOwnerStays(within, found)
    await within.teamspaces.setRole(userId, id, role)
    return found
  })
  evictCallers(context)
  await recordAuditEntry(context, caller, {
    action: "member.change",
    subject: `${member.name} as ${role}`,
    teamspaceKey: id,
  })
  return describeMember({ ...member, role })
}

/**
 * Removes a member, or lets one leave. Their keys of this teamspace stop working immediately.
 *
 * @throws {TeamMissing} @throws {NotFound} @throws {Forbidden} if no owner would be left.
 */
export async function removeMember(
  context: TeamspaceServices,
  caller: Caller,
  { id, userId }: MemberAddress,
): Promise<void> {
  const acting = await authorizeInTeamspace(context, caller, id, "readMembers")
  const isLeaving = acting.caller.kind === "user" && acting.caller.userKey === userId
  authorize(context, acting.caller, isLeaving ? "leaveTeamspace" : "manageMembers")
  assertHosted(context)
  const member = await context.catalogue.inTransaction(async (within) => {
    const found = await findMember(within, id, userId)
    if (found.role === "owner" && !isLeaving) authorize(context, acting.caller, "manageOwners")
    await assertOwnerStays(within, found)
    await within.teamspaces.removeMember(userId, id)
    await within.apiKeys.revokeOfUser(userId, id)
    return found
  })
  evictCallers(context)
  await recordAuditEntry(context, caller, { action: "member.remove", subject: member.name, teamspaceKey: id })
}

function assertHosted(context: TeamspaceServices): void {
  if (context.settings.LECTERN_EDITION === "hosted") return
  throw new InvalidInput(
    "cannot change members: every account is a member on this instance, with the role of the account. Change the account instead",
  )
}

/** Finds a member and locks the teamspace until the transaction ends, so that two owners cannot leave at the same time. */
async function findMember(within: Catalogue, teamspaceKey: string, userKey: string): Promise<NamedMember> {
  await within.teamspaces.lock(teamspaceKey)
  const member = (await within.teamspaces.members(teamspaceKey)).find((one) => one.userKey === userKey)
  if (member === undefined) throw new NotFound(`member ${userKey} does not exist in this teamspace`)
  return member
}

async function assertOwnerStays(within: Catalogue, member: NamedMember): Promise<void> {
  if (member.role !== "owner") return
  const members = await within.teamspaces.members(member.teamspaceKey)
  if (members.some(({ role, userKey }) => role === "owner" && userKey !== member.userKey)) return
  throw new Forbidden(`${member.name} is the last owner of the teamspace. Make someone else an owner first`)
}

function describeMember({ userKey: userId, name, role, createdAtMs }: NamedMember): Member {
  return { userId, name, role, joinedAt: timestamp(createdAtMs) }
}
