import { randomBytes } from "node:crypto"
import {
  INVITATION_TOKEN_PREFIX,
  type CreateInvitationRequest,
  type CreateInvitationResponse,
  type Invitation,
  type ListInvitationsResponse,
} from "@lectern/contract"
import { authorize } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { Forbidden } from "../../access/errors.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { InvitationRecord } from "../../catalogue/invitations/records.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import { limitOfPlan } from "../../config/people-settings.ts"
import { authorizeInTeamspace } from "../teamspaces/teamspace-scope.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { timestamp } from "../../base/timestamp.ts"
import { NotFound } from "../errors.ts"
import { makeAccount } from "./make-account.ts"
import { isPasswordSignInOn } from "./sign-in.ts"
import { evictCallers } from "../service-context.ts"
import type { PeopleServices } from "./people-services.ts"
import { DAY_MS } from "../../base/durations.ts"
import { sha256Hex } from "../../base/sha256.ts"

/** An invitation expires after this time. */
const INVITATION_MS = 7 * DAY_MS
const TOKEN_BYTES = 32
/** Maximum number of open invitations per teamspace. */
const MAX_OPEN = 100

/**
 * Invites someone to a teamspace or, in the self-hosted edition, to the instance. No email is sent: the inviter passes
 * the link on.
 *
 * @throws {TeamMissing} @throws {Forbidden} if the role or the plan does not allow it.
 */
export async function createInvitation(
  context: PeopleServices,
  caller: Caller,
  teamspaceId: string,
  { label, role }: CreateInvitationRequest,
): Promise<CreateInvitationResponse> {
  const acting = await authorizeInTeamspace(context, caller, teamspaceId, "manageMembers")
  if (role === "owner") authorize(context, acting.caller, "manageOwners")
  if (context.settings.LECTERN_EDITION === "self-hosted" && role === "admin") {
    throw new InvalidInput("role: must be owner (an admin of this instance) or developer (a member)")
  }
  const token = `${INVITATION_TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString("base64url")}`
  const invitation = await context.catalogue.inTransaction(async (within) => {
    await within.teamspaces.lock(teamspaceId)
    await assertMemberQuota(context, within, { teamspaceKey: teamspaceId, joining: 1 })
    const open = await within.invitations.open(teamspaceId)
    if (open.length >= MAX_OPEN)
      throw new InvalidInput(
        `cannot create the invitation: there are already ${MAX_OPEN} open ones, the maximum. Revoke some first`,
      )
    return within.invitations.add({
      tokenHash: sha256Hex(token),
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

/** Lists the open invitations, newest first. @throws {TeamMissing} */
export async function listInvitations(
  context: PeopleServices,
  caller: Caller,
  teamspaceId: string,
): Promise<ListInvitationsResponse> {
  await authorizeInTeamspace(context, caller, teamspaceId, "manageMembers")
  const open = await context.catalogue.invitations.open(teamspaceId)
  const nowMs = context.clock.now()
  return { invitations: open.filter(({ expiresAtMs }) => expiresAtMs > nowMs).map(describeInvitation) }
}

/** Revokes an invitation. @throws {TeamMissing} @throws {NotFound} */
export async function revokeInvitation(
  context: PeopleServices,
  caller: Caller,
  { id, invitationId }: { readonly id: string; readonly invitationId: string },
): Promise<void> {
  await authorizeInTeamspace(context, caller, id, "manageMembers")
  const invitation = await context.catalogue.invitations.byKey(invitationId)
  if (invitation?.teamspaceKey !== id || invitation.acceptedAtMs !== null) {
    throw new NotFound(`invitation ${invitationId} does not exist in this teamspace`)
  }
  await context.catalogue.invitations.remove(invitationId)
  await recordAuditEntry(context, caller, { action: "invitation.revoke", subject: invitation.label, teamspaceKey: id })
}

/** The person who accepts: a new account, or the signed-in one. */
export interface Acceptance {
  readonly token: string
  readonly account: { readonly name: string; readonly password: string } | { readonly user: UserRecord }
}

/**
 * Accepts an invitation, once.
 *
 * @returns the account and the teamspace that it joined.
 * @throws {NotFound} if the invitation is unknown, used, revoked or expired, with the same message for all of them.
 */
export async function acceptInvitation(
  context: PeopleServices,
  { token, account }: Acceptance,
): Promise<{ readonly user: UserRecord; readonly teamspaceKey: string }> {
  const invitation = await context.catalogue.invitations.byHash(sha256Hex(token))
  const nowMs = context.clock.now()
  if (!("user" in account) && !isPasswordSignInOn(context)) {
    throw new Forbidden("password sign-in is disabled on this instance. Sign in with single sign-on")
  }
  if (invitation === undefined || invitation.acceptedAtMs !== null || invitation.expiresAtMs <= nowMs) throw voided()
  const { key, teamspaceKey, role, label } = invitation
  const use = async (within: Catalogue) => {
    await within.teamspaces.lock(teamspaceKey)
    // The count already includes the new member.
    await assertMemberQuota(context, within, { teamspaceKey, joining: 0 })
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
    throw new InvalidInput("name: you already have an account on this instance. The invitation is for a new account")
  }
  await context.catalogue.inTransaction(async (within) => {
    if ((await within.teamspaces.membership(user.key, teamspaceKey)) !== undefined) {
      throw new InvalidInput("you are already a member of this teamspace")
    }
    await within.teamspaces.setRole(user.key, teamspaceKey, role)
    await use(within)
  })
}

interface MemberQuotaCheck {
  readonly teamspaceKey: string
  /** Number of people who are about to join but are not members yet. */
  readonly joining: number
}

/** @throws {Forbidden} if the teamspace would have more members than its plan allows. */
async function assertMemberQuota(
  context: PeopleServices,
  within: Catalogue,
  { teamspaceKey, joining }: MemberQuotaCheck,
): Promise<void> {
  const plan = (await within.teamspaces.byKey(teamspaceKey))?.plan ?? null
  if (plan === null) return
  const max = limitOfPlan(context.settings.LECTERN_PLAN_MEMBERS, plan)
  if ((await within.teamspaces.members(teamspaceKey)).length + joining > max) {
    throw new Forbidden(`cannot add the member: the plan ${plan} allows ${max} members. Upgrade to a larger plan`)
  }
}

function voided(): NotFound {
  return new NotFound("the invitation is no longer valid. Ask for a new one")
}

function describeInvitation({ key: id, label, role, createdAtMs, expiresAtMs }: InvitationRecord): Invitation {
  return { id, label, role, createdAt: timestamp(createdAtMs), expiresAt: timestamp(expiresAtMs) }
}
