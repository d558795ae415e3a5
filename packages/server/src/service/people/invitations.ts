import { randomBytes } from "node:crypto"
import {
  INVITATION_TOKEN_PREFIX,
  type CreateInvitationRequest,
  type CreateInvitationResponse,
  type Invitation,
  type ListInvitationsResponse,
} from "@lectern/contract"
import { hashApiKey } from "../../access/identity/api-keys.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { Forbidden } from "../../access/errors.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { InvitationRecord } from "../../catalogue/invitations/records.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import { limitOfPlan } from "../../config/people-settings.ts"
import { actInTeamspace } from "../teamspaces/teamspace-scope.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { timestamp } from "../../base/timestamp.ts"
import { NothingThere } from "../errors.ts"
import { makeAccount } from "./make-account.ts"
import { isPasswordSignInOn } from "./sign-in.ts"
import { allow, evictCallers } from "../service-context.ts"
import type { PeopleServices } from "./people-services.ts"

/** An invitation that nobody accepted in this time is void. */
const INVITATION_MS = 7 * 24 * 3_600_000
const TOKEN_BYTES = 32
/** Invitations of a teamspace that wait at a time. */
const MAX_OPEN = 100

/**
 * Invites somebody into a teamspace, or, in the self-hosted edition, to the instance. No mail is sent: who invites
 * passes the link on.
 *
 * @throws {TeamMissing} @throws {Forbidden} when the role or the plan does not allow it.
 */
export async function createInvitation(
  context: PeopleServices,
  caller: Caller,
  teamspaceId: string,
  { label, role }: CreateInvitationRequest,
): Promise<CreateInvitationResponse> {
  const place = await actInTeamspace(context, caller, teamspaceId)
  allow(context, place.caller, role === "owner" ? "manageOwners" : "manageMembers")
  if (context.settings.LECTERN_EDITION === "self-hosted" && role === "admin") {
    throw new InvalidInput("role: owner makes an admin of this instance, developer a member")
  }
  const token = `${INVITATION_TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString("base64url")}`
  const invitation = await context.catalogue.inTransaction(async (within) => {
    await within.teamspaces.lock(teamspaceId)
    await assertRoom(context, within, { teamspaceKey: teamspaceId, joining: 1 })
    const open = await within.invitations.open(teamspaceId)
    if (open.length >= MAX_OPEN) throw new InvalidInput(`there are ${MAX_OPEN} open invitations: take some back first`)
    return within.invitations.add({
      tokenHash: hashApiKey(token),
      teamspaceKey: teamspaceId,
      label,
      role,
      invitedBy: caller.kind === "user" ? caller.userKey : null,
      expiresAtMs: context.clock.now() + INVITATION_MS,
    })
  })
  await recordAuditEntry(context, caller, {
    action: "invitation.create",
    subject: `${label} as ${role}`,
    teamspaceKey: teamspaceId,
  })
  return { ...describeInvitation(invitation), token, path: `/invitation#${token}` }
}

/** Lists the invitations that can still be accepted, newest first. @throws {TeamMissing} */
export async function listInvitations(
  context: PeopleServices,
  caller: Caller,
  teamspaceId: string,
): Promise<ListInvitationsResponse> {
  const place = await actInTeamspace(context, caller, teamspaceId)
  allow(context, place.caller, "manageMembers")
  const open = await context.catalogue.invitations.open(teamspaceId)
  const nowMs = context.clock.now()
  return { invitations: open.filter(({ expiresAtMs }) => expiresAtMs > nowMs).map(describeInvitation) }
}

/** Takes an invitation back. @throws {TeamMissing} @throws {NothingThere} */
export async function revokeInvitation(
  context: PeopleServices,
  caller: Caller,
  { id, invitationId }: { readonly id: string; readonly invitationId: string },
): Promise<void> {
  const place = await actInTeamspace(context, caller, id)
  allow(context, place.caller, "manageMembers")
  const invitation = await context.catalogue.invitations.byKey(invitationId)
  if (invitation?.teamspaceKey !== id || invitation.acceptedAtMs !== null) {
    throw new NothingThere(`there is no invitation ${invitationId} in this teamspace`)
  }
  await context.catalogue.invitations.remove(invitationId)
  await recordAuditEntry(context, caller, { action: "invitation.revoke", subject: invitation.label, teamspaceKey: id })
}

/** Who accepts: with a new account, or with the account that is signed in. */
export interface Acceptance {
  readonly token: string
  readonly account: { readonly name: string; readonly password: string } | { readonly user: UserRecord }
}

/**
 * Accepts an invitation, once.
 *
 * @returns the account and the teamspace it has joined.
 * @throws {NothingThere} when the invitation is unknown, used, taken back or too old: all read the same.
 */
export async function acceptInvitation(
  context: PeopleServices,
  { token, account }: Acceptance,
): Promise<{ readonly user: UserRecord; readonly teamspaceKey: string }> {
  const invitation = await context.catalogue.invitations.byHash(hashApiKey(token))
  const nowMs = context.clock.now()
  if (!("user" in account) && !isPasswordSignInOn(context)) {
    throw new Forbidden("passwords are switched off here: sign in with the single sign-on")
  }
  if (invitation === undefined || invitation.acceptedAtMs !== null || invitation.expiresAtMs <= nowMs) throw voided()
  const { key, teamspaceKey, role, label } = invitation
  const use = async (within: Catalogue) => {
    await within.teamspaces.lock(teamspaceKey)
    // The new member is in already.
    await assertRoom(context, within, { teamspaceKey, joining: 0 })
    if (!(await within.invitations.accept(key, nowMs))) throw voided()
  }
  let user: UserRecord
  if ("user" in account) {
    user = account.user
    await joinWith(context, user, { teamspaceKey, role, use })
  } else {
    const isAdmin = context.settings.LECTERN_EDITION === "self-hosted" && role === "owner"
    const person = { ...account, role: isAdmin ? "admin" : "member", joins: { teamspaceKey, role } } as const
    user = await makeAccount(context, person, use)
  }
  evictCallers(context)
  const subject = `${label}: ${user.name} as ${role}`
  await recordAuditEntry(context, { kind: "system" }, { action: "invitation.accept", subject, teamspaceKey })
  return { user, teamspaceKey }
}

interface Joining {
  readonly teamspaceKey: string
  readonly role: InvitationRecord["role"]
  use(within: Catalogue): Promise<void>
}

async function joinWith(context: PeopleServices, user: UserRecord, { teamspaceKey, role, use }: Joining) {
  if (context.settings.LECTERN_EDITION === "self-hosted") {
    throw new InvalidInput("name: you have an account here already: the invitation is for somebody who has none")
  }
  await context.catalogue.inTransaction(async (within) => {
    if ((await within.teamspaces.membership(user.key, teamspaceKey)) !== undefined) {
      throw new InvalidInput("you are a member of this teamspace already")
    }
    await within.teamspaces.setRole(user.key, teamspaceKey, role)
    await use(within)
  })
}

interface Room {
  readonly teamspaceKey: string
  /** People who are to join and are no members yet. */
  readonly joining: number
}

/** @throws {Forbidden} when the teamspace would hold more people than its plan allows. */
async function assertRoom(context: PeopleServices, within: Catalogue, { teamspaceKey, joining }: Room): Promise<void> {
  const plan = (await within.teamspaces.byKey(teamspaceKey))?.plan ?? null
  if (plan === null) return
  const max = limitOfPlan(context.settings.LECTERN_PLAN_MEMBERS, plan)
  if ((await within.teamspaces.members(teamspaceKey)).length + joining > max) {
    throw new Forbidden(`the plan ${plan} allows ${max} members: a larger plan allows more`)
  }
}

function voided(): NothingThere {
  return new NothingThere("the invitation is not valid any more: ask for a new one")
}

function describeInvitation({ key: id, label, role, createdAtMs, expiresAtMs }: InvitationRecord): Invitation {
  return { id, label, role, createdAt: timestamp(createdAtMs), expiresAt: timestamp(expiresAtMs) }
}
