import { isPlainName } from "@lectern/contract"
import { Forbidden, SignInRefused } from "../../access/errors.ts"
import type { TokenIdentity } from "../../access/identity/access-tokens.ts"
import type { SsoIdentity } from "../../access/identity/sso-identity.ts"
import type { PendingSso } from "../../access/identity/sso.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { AlreadyExists, NotFound } from "../errors.ts"
import { makeAccount } from "./make-account.ts"
import { evictCallers } from "../service-context.ts"
import { beginSession, type BegunSession } from "./sign-in.ts"
import type { PeopleServices } from "./people-services.ts"
import { MINUTE_MS } from "../../base/durations.ts"

/** Time limit for signing in at the provider. */
const PENDING_MS = 10 * MINUTE_MS
/**
 * Maximum number of name variants that are tried; more accounts with the same name indicate a mistake at the provider.
 */
const MAX_SAME_NAMES = 50
const NAME_MAX_CHARACTERS = 90

interface SealedAttempt extends PendingSso {
  readonly returnTo: string
  readonly untilMs: number
}

/** A sign-in attempt: where to redirect, and the state that the browser keeps. */
export interface BegunAttempt {
  readonly url: string
  readonly sealed: string
}

/**
 * Starts a sign-in at the provider.
 *
 * @param returnTo path of this instance to return to.
 * @throws {NotFound} if single sign-on is not configured. @throws {SignInRefused} if the provider does not respond.
 */
export async function beginSso(context: PeopleServices, returnTo = "/"): Promise<BegunAttempt> {
  if (context.sso === undefined)
    throw new NotFound("single sign-on is not configured on this instance. Sign in with a password")
  const { url, pending } = await context.sso.begin()
  const attempt: SealedAttempt = { ...pending, returnTo, untilMs: context.clock.now() + PENDING_MS }
  return { url, sealed: context.sealer.seal(JSON.stringify(attempt)) }
}

/** The request of a browser that returns from the provider. */
export interface SsoCallback {
  readonly query: URLSearchParams
  /** The state that the browser kept; undefined if there is none. */
  readonly sealed: string | undefined
  readonly address: string
}

/**
 * Completes a sign-in, and creates an account for a new person.
 *
 * @throws {SignInRefused} if the provider does not confirm the identity, or the attempt belongs to another browser.
 * @throws {Forbidden} if no group of the person is allowed.
 */
export async function finishSso(
  context: PeopleServices,
  { query, sealed, address }: SsoCallback,
): Promise<BegunSession & { readonly returnTo: string }> {
  if (context.sso === undefined)
    throw new NotFound("single sign-on is not configured on this instance. Sign in with a password")
  const attempt = openAttempt(context, sealed)
  const user = await admit(context, await context.sso.finish(query, attempt))
  if (!user.isActive) throw new SignInRefused("cannot sign in: this account is disabled. Ask an admin of this instance")
  const begun = await beginSession(context, user, { address, signedInWith: "sso" })
  return { ...begun, returnTo: attempt.returnTo }
}

/**
 * Finds or creates the account of an access token. If the token contains no groups, those of the last sign-in apply.
 *
 * @throws {Forbidden} if no group of the person is allowed.
 */
export async function accountOfToken(
  context: PeopleServices,
  { identity, hasGroups }: TokenIdentity,
): Promise<UserRecord> {
  const known = await context.catalogue.users.bySso(identity.issuer, identity.subject)
  if (hasGroups || known === undefined) return admit(context, identity)
  assertAllowed(context, known.groups)
  return known
}

async function admit(context: PeopleServices, identity: SsoIdentity): Promise<UserRecord> {
  assertAllowed(context, identity.groups)
  return accountOf(context, identity)
}

function assertAllowed({ settings }: PeopleServices, groups: readonly string[]): void {
  const { LECTERN_OIDC_ALLOWED_GROUPS: allowed } = settings
  if (allowed.length > 0 && !groups.some((group) => allowed.includes(group))) {
    throw new Forbidden("cannot sign in: none of your groups is allowed on this instance. Ask an admin")
  }
}

function openAttempt(context: PeopleServices, sealed: string | undefined): SealedAttempt {
  const gone = () =>
    new SignInRefused("cannot sign in: the attempt has expired, or was started in another browser. Sign in again")
  if (sealed === undefined) throw gone()
  let attempt: SealedAttempt
  try {
    // Encrypted by this instance, so the content can be trusted.
    attempt = JSON.parse(context.sealer.unseal(sealed)) as SealedAttempt
  } catch {
    throw gone()
  }
  if (!(attempt.untilMs > context.clock.now())) throw gone()
  return attempt
}

/**
 * Finds or creates an account. Users are identified only by issuer and subject: a name or email address does not prove
 * that it is the same person.
 */
async function accountOf(context: PeopleServices, identity: SsoIdentity): Promise<UserRecord> {
  const { users } = context.catalogue
  const known = await users.bySso(identity.issuer, identity.subject)
  if (known === undefined) return makeSsoAccount(context, identity)
  const role = roleFor(context, identity) ?? known.role
  const facts = { email: identity.email, groups: identity.groups }
  await users.update(known.key, facts)
  if (role !== known.role) await changeRole(context, known, role)
  evictCallers(context)
  return (await users.byKey(known.key)) ?? known
}

async function changeRole(context: PeopleServices, user: UserRecord, role: UserRecord["role"]): Promise<void> {
  const isChanged = await context.catalogue.inTransaction(async (within) => {
    const others = (await within.users.list()).filter((one) => one.key !== user.key)
    const hasAdmin = others.some((one) => one.role === "admin" && one.isActive)
    // The last admin stays an admin regardless of the provider; otherwise, nobody could correct the roles.
    if (role === "member" && !hasAdmin) return false
    await within.users.update(user.key, { role })
    return true
  })
  if (!isChanged) {
    context.log.warn(
      { user: user.name },
      "kept the admin role of the last admin, although single sign-on does not grant it",
    )
    return
  }
  const subject = `${user.name}: role, now ${role}, by single sign-on`
  await recordAuditEntry(context, { kind: "system" }, { action: "user.change", subject, teamspaceKey: null })
}

/** @returns undefined if the groups do not determine a role. */
function roleFor(context: PeopleServices, { groups }: SsoIdentity): UserRecord["role"] | undefined {
  const { LECTERN_OIDC_ADMIN_GROUPS: adminGroups } = context.settings
  if (adminGroups.length === 0) return undefined
  return groups.some((group) => adminGroups.includes(group)) ? "admin" : "member"
}

async function makeSsoAccount(context: PeopleServices, identity: SsoIdentity): Promise<UserRecord> {
  const { issuer, subject, email, groups } = identity
  const role = roleFor(context, identity) ?? "member"
  const given = identity.name
    .replaceAll(/[\s/]+/g, "-")
    .replace(/^@+/, "")
    .slice(0, NAME_MAX_CHARACTERS)
  // A provider may let users choose a name that looks like someone else's.
  const wanted = given !== "" && isPlainName(given) ? given : "person"
  for (let number = 1; number <= MAX_SAME_NAMES; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    if ((await context.catalogue.users.byName(name)) !== undefined) continue
    try {
      const user = await makeAccount(context, { name, role, email, groups, sso: { issuer, subject } })
      const act = {
        action: "user.create",
        subject: `${name} as ${role}, by single sign-on`,
        teamspaceKey: null,
      } as const
      await recordAuditEntry(context, { kind: "system" }, act)
      return user
    } catch (error) {
      if (!(error instanceof AlreadyExists)) throw error
      // The name was taken in the meantime, or the same user signed in twice at once.
      const same = await context.catalogue.users.bySso(issuer, subject)
      if (same !== undefined) return same
    }
  }
  throw new AlreadyExists(
    `cannot create the account: too many accounts are named ${wanted}. Ask an admin of this instance`,
  )
}
