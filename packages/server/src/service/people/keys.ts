import { LIMITS, type ApiKey, type CreateKeyResponse, type ListKeysResponse } from "@lectern/contract"
import { apiKeyHint, hashApiKey, newApiKey } from "../../access/identity/api-keys.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { Forbidden } from "../../access/errors.ts"
import { FIRST_ADMIN_NAME } from "../../access/identity/first-start.ts"
import { hashPassword, isPasswordOf } from "../../access/identity/passwords.ts"
import { recordAttempt } from "../../access/identity/sign-in.ts"
import { InvalidInput } from "../../base/errors.ts"
import { MAIN_TEAMSPACE } from "../../catalogue/teamspaces/records.ts"
import type { ApiKeyRecord } from "../../catalogue/api-keys/records.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { timestamp, timestampOrNull } from "../../base/timestamp.ts"
import { NothingThere } from "../errors.ts"
import { allow, evictCallers } from "../service-context.ts"
import type { PeopleServices } from "./people-services.ts"

/** Lists the living keys of the caller's account, newest first. */
export async function listKeys(context: PeopleServices, caller: Caller): Promise<ListKeysResponse> {
  allow(context, caller, "manageOwnKeys")
  const user = await accountOf(context, caller)
  const keys = await context.catalogue.apiKeys.ofUser(user.key)
  const living = keys.filter(({ revokedAtMs }) => revokedAtMs === null)
  living.sort((left, right) => right.createdAtMs - left.createdAtMs)
  return { keys: living.map((apiKey) => describeKey(apiKey, user)) }
}

/** Which key to make. */
export interface CreateKeyRequest {
  readonly name: string
  /** Account that the key belongs to; the caller's own when left out. */
  readonly userName?: string
}

/**
 * Makes a key; its value is told this once.
 *
 * @throws {NothingThere} when there is no such account.
 */
export async function createKey(
  context: PeopleServices,
  caller: Caller,
  request: CreateKeyRequest,
): Promise<CreateKeyResponse & { readonly userName: string }> {
  allow(context, caller, request.userName === undefined ? "manageOwnKeys" : "manageKeysOfOthers")
  const user = await accountOf(context, caller, request.userName)
  const key = newApiKey()
  const teamspaceKey = await teamspaceForKey(context, caller, user)
  const hint = apiKeyHint(key)
  const record = await context.catalogue.inTransaction(async (inside) => {
    const { name } = request
    const made = await inside.apiKeys.add({
      userKey: user.key,
      teamspaceKey,
      label: name,
      keyHash: hashApiKey(key),
      hint,
    })
    const timestamp = new Date(context.clock.now()).toISOString()
    const data = { keyId: made.key, name, hint, user: user.name }
    await inside.webhooks.announce(teamspaceKey, { type: "key.created", timestamp, data })
    return made
  })
  context.wakeWorker()
  context.log.info({ user: user.name, hint: record.hint }, "api key created")
  await recordAuditEntry(context, caller, { action: "key.create", subject: `${user.name}: ${request.name}` })
  return { ...describeKey(record, user), key, userName: user.name }
}

/**
 * Revokes a key of the caller's account, at once and for good.
 *
 * @throws {NothingThere} when the account has no such key.
 */
export async function revokeKey(context: PeopleServices, caller: Caller, keyId: string): Promise<void> {
  allow(context, caller, "manageOwnKeys")
  const user = await accountOf(context, caller)
  const own = await context.catalogue.apiKeys.ofUser(user.key)
  const isOwn = own.some(({ key, revokedAtMs }) => key === keyId && revokedAtMs === null)
  if (!isOwn || !(await context.catalogue.apiKeys.revoke(keyId)))
    throw new NothingThere(`there is no key ${keyId} of yours`)
  evictCallers(context)
  context.log.info({ user: user.name, keyId }, "api key revoked")
  await recordAuditEntry(context, caller, { action: "key.revoke", subject: `${user.name}: ${keyId}` })
}

/** Attempts to change the password of one account in a quarter of an hour. */
const MAX_PASSWORD_CHANGES = 10

/** A change of a password. */
export interface ChangePasswordRequest {
  /** Id or name of the account; only the caller's own. */
  readonly user: string
  readonly currentPassword: string
  readonly password: string
}

/**
 * Changes the password of the caller's own account, which unlocks one that still had the default password. Every
 * session of the account ends.
 *
 * @throws {InvalidInput} when the present password is wrong or the new one is too short.
 * @throws {Forbidden} for another account. @throws {TooManyAttempts}
 */
export async function changePassword(
  context: PeopleServices,
  caller: Caller,
  request: ChangePasswordRequest,
): Promise<UserRecord> {
  allow(context, caller, "changeOwnPassword")
  const user = await accountOf(context, caller)
  if (request.user !== user.key && request.user !== user.name) {
    throw new Forbidden("only your own password can be changed here")
  }
  if (request.password.length < LIMITS.passwordMinCharacters) {
    throw new InvalidInput(`password: must be at least ${LIMITS.passwordMinCharacters} characters`)
  }
  if (user.passwordHash === "") throw new Forbidden("this account has no password: it signs in with single sign-on")
  // Whoever has found a key or an open browser is not to find out the password with it.
  const by = { userKey: user.key }
  await recordAttempt(context.catalogue, context.clock, { act: "password change", by, max: MAX_PASSWORD_CHANGES })
  if (!(await isPasswordOf(user.passwordHash, request.currentPassword))) {
    throw new InvalidInput("currentPassword: is not the present password")
  }
  const passwordHash = await hashPassword(request.password)
  await context.catalogue.inTransaction(async (within) => {
    await within.users.setPassword(user.key, passwordHash, false)
    await within.sessions.removeOfUser(user.key)
  })
  evictCallers(context)
  context.log.info({ user: user.name }, "password changed")
  await recordAuditEntry(context, caller, { action: "password.change", subject: user.name })
  return { ...user, passwordHash, mustChangePassword: false }
}

/** The account that a caller stands for: the first admin's for the global key and the program itself. */
async function accountOf(context: PeopleServices, caller: Caller, userName?: string): Promise<UserRecord> {
  const { users } = context.catalogue
  const isPerson = caller.kind === "user" && userName === undefined
  const name = userName ?? FIRST_ADMIN_NAME
  const user = isPerson ? await users.byKey(caller.userKey) : await users.byName(name)
  if (user === undefined) throw new NothingThere(`there is no account ${name}`)
  return user
}

/** A key belongs to the teamspace that its owner works in, or to the first one of somebody else. */
async function teamspaceForKey(context: PeopleServices, caller: Caller, user: UserRecord): Promise<string> {
  if (context.settings.LECTERN_EDITION === "self-hosted") return MAIN_TEAMSPACE
  if (caller.kind === "user" && caller.userKey === user.key) return caller.teamspaceKey
  const [first] = await context.catalogue.teamspaces.ofUser(user.key)
  if (first === undefined) throw new NothingThere(`${user.name} belongs to no teamspace`)
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
