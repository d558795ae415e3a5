import { Forbidden, SignInRefused } from "../../access/errors.ts"
import type { TokenIdentity } from "../../access/identity/access-tokens.ts"
import type { SsoIdentity } from "../../access/identity/sso-identity.ts"
import type { PendingSso } from "../../access/identity/sso.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { AlreadyThere, NothingThere } from "../errors.ts"
import { makeAccount } from "./make-account.ts"
import { evictCallers } from "../service-context.ts"
import { beginSession, type BegunSession } from "./sign-in.ts"
import type { PeopleServices } from "./people-services.ts"

/** Time that somebody may take at the provider. */
const PENDING_MS = 10 * 60_000
/** Accounts with one name that are tried; more than a few with one name is a mistake at the provider. */
const MAX_SAME_NAMES = 50
const NAME_MAX_CHARACTERS = 90

interface SealedAttempt extends PendingSso {
  readonly returnTo: string
  readonly untilMs: number
}

/** An attempt that has begun: where to go, and what the browser keeps meanwhile. */
export interface BegunAttempt {
  readonly url: string
  readonly sealed: string
}

/**
 * Begins to sign in at the provider.
 *
 * @param returnTo path of this instance to end at.
 * @throws {NothingThere} where there is no single sign-on. @throws {SignInRefused} when the provider does not answer.
 */
export async function beginSso(context: PeopleServices, returnTo = "/"): Promise<BegunAttempt> {
  if (context.sso === undefined) throw new NothingThere("there is no single sign-on here: sign in with a password")
  const { url, pending } = await context.sso.begin()
  const attempt: SealedAttempt = { ...pending, returnTo, untilMs: context.clock.now() + PENDING_MS }
  return { url, sealed: context.sealer.seal(JSON.stringify(attempt)) }
}

/** A browser that has come back from the provider. */
export interface Return {
  readonly query: URLSearchParams
  /** What the browser kept; undefined when it has nothing. */
  readonly sealed: string | undefined
  readonly address: string
}

/**
 * Signs in who comes back from the provider, with a new account for who is here the first time.
 *
 * @throws {SignInRefused} when the provider does not vouch for the person, or the attempt is not this browser's.
 * @throws {Forbidden} for who is in none of the allowed groups.
 */
export async function finishSso(
  context: PeopleServices,
  { query, sealed, address }: Return,
): Promise<BegunSession & { readonly returnTo: string }> {
  if (context.sso === undefined) throw new NothingThere("there is no single sign-on here: sign in with a password")
  const attempt = openAttempt(context, sealed)
  const user = await admit(context, await context.sso.finish(query, attempt))
  if (!user.isActive) throw new SignInRefused("this account is switched off: ask an admin of this instance")
  const begun = await beginSession(context, user, { address, signedInWith: "sso" })
  return { ...begun, returnTo: attempt.returnTo }
}

/**
 * Finds or makes the account of who sends an access token. What a token does not say about groups stays as the last
 * sign-in has told.
 *
 * @throws {Forbidden} for who is in none of the allowed groups.
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
    throw new Forbidden("none of your groups may sign in here: ask an admin of this instance")
  }
}

function openAttempt(context: PeopleServices, sealed: string | undefined): SealedAttempt {
  const gone = () => new SignInRefused("this attempt to sign in is over, or began in another browser: begin again")
  if (sealed === undefined) throw gone()
  let attempt: SealedAttempt
  try {
    // Written by this instance: the seal says so.
    attempt = JSON.parse(context.sealer.unseal(sealed)) as SealedAttempt
  } catch {
    throw gone()
  }
  if (!(attempt.untilMs > context.clock.now())) throw gone()
  return attempt
}

/** People are known by issuer and subject only: a name or an e-mail address is no proof of being the same person. */
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
    // The last admin stays one, whatever the provider says: else nobody could put it right.
    if (role === "member" && !hasAdmin) return false
    await within.users.update(user.key, { role })
    return true
  })
  if (!isChanged) {
    context.log.warn({ user: user.name }, "the last admin stays an admin, against what the single sign-on says")
    return
  }
  const subject = `${user.name}: role, now ${role}, by single sign-on`
  await recordAuditEntry(context, { kind: "system" }, { action: "user.change", subject, teamspaceKey: null })
}

/** @returns undefined where groups say nothing about roles. */
function roleFor(context: PeopleServices, { groups }: SsoIdentity): UserRecord["role"] | undefined {
  const { LECTERN_OIDC_ADMIN_GROUPS: adminGroups } = context.settings
  if (adminGroups.length === 0) return undefined
  return groups.some((group) => adminGroups.includes(group)) ? "admin" : "member"
}

async function makeSsoAccount(context: PeopleServices, identity: SsoIdentity): Promise<UserRecord> {
  const { issuer, subject, email, groups } = identity
  const role = roleFor(context, identity) ?? "member"
  const wanted =
    identity.name
      .replaceAll(/[\s/]+/g, "-")
      .replace(/^@+/, "")
      .slice(0, NAME_MAX_CHARACTERS) || "person"
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
      if (!(error instanceof AlreadyThere)) throw error
      // Somebody took the name at this moment, or the same person came twice.
      const same = await context.catalogue.users.bySso(issuer, subject)
      if (same !== undefined) return same
    }
  }
  throw new AlreadyThere(`there are too many accounts ${wanted}: ask an admin of this instance`)
}
