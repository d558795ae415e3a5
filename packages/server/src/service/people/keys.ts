import { LIMITS, type ApiKey, type CreateKeyResponse, type ListKeysResponse } from "@lectern/contract"
import { apiKeyHint, newApiKey } from "../../access/identity/api-keys.ts"
import type { Authorized } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { Forbidden } from "../../access/errors.ts"
import { FIRST_ADMIN_NAME, forgetInitialPassword } from "../../access/identity/first-start.ts"
import { hashPassword, isPasswordOf } from "../../access/identity/passwords.ts"
import { recordAttempt } from "../../access/identity/sign-in.ts"
import { InvalidInput } from "../../base/errors.ts"
import { MAIN_TEAMSPACE } from "../../catalogue/teamspaces/records.ts"
import type { ApiKeyRecord } from "../../catalogue/api-keys/records.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { timestamp, timestampOrNull } from "../../base/timestamp.ts"
import { NotFound } from "../errors.ts"
import { evictCallers } from "../service-context.ts"
import type { PeopleServices } from "./people-services.ts"
import { sha256Hex } from "../../base/sha256.ts"

/** Lists the valid keys of the caller's account, newest first. */
export async function listKeys(
  context: PeopleServices,
  caller: Authorized<"manageOwnKeys">,
): Promise<ListKeysResponse> {
  const user = await accountOf(context, caller)
  const keys = await context.catalogue.apiKeys.ofUser(user.key)
  const living = keys.filter(({ revokedAtMs }) => revokedAtMs === null)
  living.sort((left, right) => right.createdAtMs - left.createdAtMs)
  return { keys: living.map((apiKey) => describeKey(apiKey, user)) }
}

/** A new key with the name of its account. */
export type CreatedKey = CreateKeyResponse & { readonly userName: string }

/** Creates a key of the caller's account. Its value is returned only once. */
export async function createKey(
  context: PeopleServices,
  caller: Authorized<"manageOwnKeys">,
  { name }: { readonly name: string },
): Promise<CreatedKey> {
  return makeKey(context, caller, { name, user: await accountOf(context, caller) })
}

/** Creates a key of any account. @throws {NotFound} if the account does not exist. */
export async function createKeyFor(
  context: PeopleServices,
  caller: Authorized<"manageKeysOfOthers">,
  { name, userName }: { readonly name: string; readonly userName: string },
): Promise<CreatedKey> {
  return makeKey(context, caller, { name, user: await accountOf(context, caller, userName) })
}

async function makeKey(
  context: PeopleServices,
  caller: Caller,
  { name, user }: { readonly name: string; readonly user: UserRecord },
): Promise<CreatedKey> {
  const key = newApiKey()
  const teamspaceKey = await teamspaceForKey(context, caller, user)
  const hint = apiKeyHint(key)
  const record = await context.catalogue.inTransaction(async (inside) => {
    const made = await inside.apiKeys.add({
      userKey: user.key,
      teamspaceKey,
      label: name,
      keyHash: sha256Hex(key),
      hint,
    })
    const timestamp = new Date(context.clock.now()).toISOString()
    const data = { keyId: made.key, name, hint, user: user.name }
    await inside.webhooks.announce(teamspaceKey, { type: "key.created", timestamp, data })
    return made
  })
  context.wakeWorker()
  context.log.info({ user: user.name, hint: record.hint }, "api key created")
  await recordAuditEntry(context, caller, { action: "key.create", subject: `${user.name}: ${name}` })
  return { ...describeKey(record, user), key, userName: user.name }
}

/**
 * Revokes a key of the caller's account, immediately and permanently.
 *
 * @throws {NotFound} if the account has no such key.
 */
export async function revokeKey(
  context: PeopleServices,
  caller: Authorized<"manageOwnKeys">,
  keyId: string,
): Promise<void> {
  const user = await accountOf(context, caller)
  const own = await context.catalogue.apiKeys.ofUser(user.key)
  const isOwn = own.some(({ key, revokedAtMs }) => key === keyId && revokedAtMs === null)
  if (!isOwn || !(await context.catalogue.apiKeys.revoke(keyId))) throw new NotFound(`you have no key ${keyId}`)
  evictCallers(context)
  context.log.info({ user: user.name, keyId }, "api key revoked")
  await recordAuditEntry(context, caller, { action: "key.revoke", subject: `${user.name}: ${keyId}` })
}

/** Maximum number of attempts to change the password of one account in 15 minutes. */
const MAX_PASSWORD_CHANGES = 10

/** A change of a password. */
export interface ChangePasswordRequest {
  /** Id or name of the account; only the caller's own. */
  readonly user: string
  readonly currentPassword: string
  readonly password: string
}

/**
 * Changes the password of the caller's own account, which also unlocks an account with the initial password. Every
 * session of the account ends.
 *
 * @throws {InvalidInput} if the current password is incorrect or the new one is too short.
 * @throws {Forbidden} for another account. @throws {TooManyAttempts}
 */
export async function changePassword(
  context: PeopleServices,
  caller: Authorized<"changeOwnPassword">,
  request: ChangePasswordRequest,
): Promise<UserRecord> {
  const user = await accountOf(context, caller)
  if (request.user !== user.key && request.user !== user.name) {
    throw new Forbidden("you can change only your own password")
  }
  if (request.password.length < LIMITS.passwordMinCharacters) {
    throw new InvalidInput(`password: must be at least ${LIMITS.passwordMinCharacters} characters`)
  }
  if (user.passwordHash === "") throw new Forbidden("this account has no password. Sign in with single sign-on")
  // Limited, so that a stolen key or an open browser cannot be used to guess the password.
  const by = { userKey: user.key }
  await recordAttempt(context.catalogue, context.clock, { act: "password change", by, max: MAX_PASSWORD_CHANGES })
  if (!(await isPasswordOf(user.passwordHash, request.currentPassword))) {
    throw new InvalidInput("currentPassword: incorrect")
  }
  const passwordHash = await hashPassword(request.password)
  await context.catalogue.inTransaction(async (within) => {
    await within.users.setPassword(user.key, passwordHash, false)
    await within.sessions.removeOfUser(user.key)
  })
  await forgetInitialPassword(context.settings, user)
  evictCallers(context)
  context.log.info({ user: user.name }, "password changed")
  await recordAuditEntry(context, caller, { action: "password.change", subject: user.name })
  return { ...user, passwordHash, mustChangePassword: false }
}

/** Returns the account of a caller; for the global key and the program itself, that of the first admin. */
async function accountOf(context: PeopleServices, caller: Caller, userName?: string): Promise<UserRecord> {
  const { users } = context.catalogue
  const isPerson = caller.kind === "user" && userName === undefined
  const name = userName ?? FIRST_ADMIN_NAME
  const user = isPerson ? await users.byKey(caller.userKey) : await users.byName(name)
  if (user === undefined) throw new NotFound(`account ${name} does not exist`)
  return user
}

/**
 * Returns the teamspace of a new key: the one that its owner is working in, or for someone else's key, that account's
 * first teamspace.
 */
async function teamspaceForKey(context: PeopleServices, caller: Caller, user: UserRecord): Promise<string> {
  if (context.settings.LECTERN_EDITION === "self-hosted") return MAIN_TEAMSPACE
  if (caller.kind === "user" && caller.userKey === user.key) return caller.teamspaceKey
  const [first] = await context.catalogue.teamspaces.ofUser(user.key)
  if (first === undefined) throw new NotFound(`${user.name} is not a member of any teamspace`)
  return first.key
}

function describeKey(apiKey: ApiKeyRecord, user: UserRecord): ApiKey {
  return {
    id: apiKey.key,
    name: apiKey.label,
    hint: apiKey.hint,
    role: user.role,
    createdAt: timestamp(apiKey.createdAtMs),
    lastUsedAt: timestampOrNull(apiKey.lastUsedAtMs),
  }
}
