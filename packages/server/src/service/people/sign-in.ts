import type { SessionResponse, SignInRequest, SignUpRequest } from "@lectern/contract"
import type { Caller } from "../../access/identity/caller.ts"
import { Forbidden, SignInRefused } from "../../access/errors.ts"
import { hasPermission } from "../../access/permissions/authorize.ts"
import { ACTIONS } from "../../access/permissions/permissions.ts"
import { checkPassword, recordAttempt } from "../../access/identity/sign-in.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { describeUser } from "./describe-user.ts"
import { TeamMissing } from "../errors.ts"
import { liveSetting } from "../live-values.ts"
import { firstTeamspaceOf, makeAccount } from "./make-account.ts"
import type { ServiceContext } from "../service-context.ts"
import { describeTeamspace } from "../teamspaces/teamspaces.ts"
import type { PeopleServices } from "./people-services.ts"

/** Maximum number of accounts that one address can create in 15 minutes. */
const MAX_SIGN_UPS = 10

/** A new session. Its token is sent only in the cookie. */
export interface BegunSession {
  readonly token: string
}

/** Returns true if password sign-in is enabled; it always is if there is no other way to sign in. */
export function isPasswordSignInOn(context: Pick<ServiceContext, "settings" | "live">): boolean {
  return context.settings.LECTERN_OIDC_ISSUER === undefined || liveSetting(context, "LECTERN_PASSWORD_SIGN_IN") === "on"
}

/** Returns true if anyone may create an account. */
function isSignUpOn(context: Pick<ServiceContext, "settings" | "live">): boolean {
  const isHosted = context.settings.LECTERN_EDITION === "hosted"
  return isHosted && isPasswordSignInOn(context) && liveSetting(context, "LECTERN_SIGN_UP") === "on"
}

/**
 * Signs in with a password.
 *
 * @param address of the client.
 * @throws {SignInRefused} @throws {TooManyAttempts} @throws {Forbidden} if password sign-in is disabled.
 */
export async function signIn(
  context: PeopleServices,
  { name, password }: SignInRequest,
  address: string,
): Promise<BegunSession> {
  if (!isPasswordSignInOn(context))
    throw new Forbidden("password sign-in is disabled on this instance. Sign in with single sign-on")
  try {
    const user = await checkPassword(context.catalogue, context.clock, { name, password, address })
    return await beginSession(context, user, { address, signedInWith: "password" })
  } catch (error) {
    if (error instanceof SignInRefused) {
      const refused = { action: "session.begin", subject: name, outcome: "refused", address } as const
      await recordAuditEntry(context, { kind: "anonymous" }, { ...refused, teamspaceKey: null })
    }
    throw error
  }
}

/** Creates an account and signs in. @throws {Forbidden} if sign-up is disabled. @throws {AlreadyExists} */
export async function signUp(
  context: PeopleServices,
  { name, password }: SignUpRequest,
  address: string,
): Promise<BegunSession> {
  if (!isSignUpOn(context)) throw new Forbidden("sign-up is disabled on this instance. Ask for an invitation")
  await recordAttempt(context.catalogue, context.clock, { act: "sign-up", by: { address }, max: MAX_SIGN_UPS })
  const user = await makeAccount(context, { name, password, role: "member" })
  await recordAuditEntry(
    context,
    { kind: "anonymous" },
    { action: "user.create", subject: name, address, teamspaceKey: null },
  )
  return beginSession(context, user, { address, signedInWith: "password" })
}

/** How a user signed in. */
export interface SignInDetails {
  readonly address: string
  readonly signedInWith: "password" | "sso"
  /** Active teamspace; the account's first one by default. */
  readonly teamspaceKey?: string
}

/** Starts a session for an authenticated account. */
export async function beginSession(
  context: PeopleServices,
  user: UserRecord,
  { address, signedInWith, ...details }: SignInDetails,
): Promise<BegunSession> {
  const teamspaceKey = details.teamspaceKey ?? (await firstTeamspaceOf(context, user))
  const token = await context.sessions.begin(user, teamspaceKey, signedInWith)
  context.log.info({ user: user.name, signedInWith }, "session started")
  const caller = await context.sessions.authenticate(token)
  await recordAuditEntry(context, caller, {
    action: "session.begin",
    subject: `${user.name} with ${signedInWith}`,
    address,
  })
  return { token }
}

/** Ends a session. */
export async function signOut(context: PeopleServices, caller: Caller, token: string): Promise<void> {
  await context.sessions.end(token)
  if (caller.kind === "user") await recordAuditEntry(context, caller, { action: "session.end", subject: caller.name })
}

/**
 * Switches a session to another teamspace, with a new token.
 *
 * @throws {TeamMissing} if the account is not a member of it.
 */
export async function switchTeamspace(
  context: PeopleServices,
  caller: Caller,
  { token, teamspaceId }: { readonly token: string; readonly teamspaceId: string },
): Promise<BegunSession> {
  const { settings, catalogue } = context
  const isMember =
    caller.kind === "user" &&
    (settings.LECTERN_EDITION === "self-hosted"
      ? teamspaceId === caller.teamspaceKey
      : (await catalogue.teamspaces.membership(caller.userKey, teamspaceId)) !== undefined)
  if (!isMember) throw new TeamMissing(`teamspace ${teamspaceId} does not exist`)
  return { token: await context.sessions.rotate(token, teamspaceId) }
}

/** Returns who is signed in, and the enabled ways to sign in. */
export async function describeSession(context: PeopleServices, caller: Caller): Promise<SessionResponse> {
  const { LECTERN_EDITION: edition, LECTERN_OIDC_ISSUER: issuer } = context.settings
  const ways = { password: isPasswordSignInOn(context), sso: issuer !== undefined, signUp: isSignUpOn(context) }
  const user = caller.kind === "user" ? await context.catalogue.users.byKey(caller.userKey) : undefined
  const permissions = ACTIONS.filter((action) => hasPermission(context, caller, action))
  const everybody = { edition, permissions, signInWith: ways }
  if (caller.kind !== "user" || user === undefined) return { user: null, teamspace: null, ...everybody }
  const teamspace = await context.catalogue.teamspaces.byKey(caller.teamspaceKey)
  return {
    user: { ...describeUser(user), mustChangePassword: user.mustChangePassword },
    teamspace: teamspace === undefined ? null : describeTeamspace(teamspace, caller.teamspaceRole),
    ...everybody,
  }
}
