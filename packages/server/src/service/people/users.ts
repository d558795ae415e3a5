import type { CreateUserRequest, ListUsersResponse, UpdateUserRequest, User } from "@lectern/contract"
import { authorize, type Authorized } from "../../access/permissions/authorize.ts"
import { Forbidden } from "../../access/errors.ts"
import { forgetInitialPassword } from "../../access/identity/first-start.ts"
import { hashPassword } from "../../access/identity/passwords.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { MAIN_TEAMSPACE } from "../../catalogue/teamspaces/records.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { describeUser } from "./describe-user.ts"
import { NotFound } from "../errors.ts"
import { changePassword } from "./keys.ts"
import { makeAccount } from "./make-account.ts"
import { removeAbandonedData } from "./remove-abandoned-data.ts"
import { evictCallers } from "../service-context.ts"
import type { PeopleServices } from "./people-services.ts"

/** Lists all accounts, by name. */
export async function listUsers(context: PeopleServices, _caller: Authorized<"readUsers">): Promise<ListUsersResponse> {
  return { users: (await context.catalogue.users.list()).map(describeUser) }
}

/** Creates an account with a password. @throws {AlreadyExists} if the name is taken. */
export async function createUser(
  context: PeopleServices,
  caller: Authorized<"manageUsers">,
  request: CreateUserRequest,
): Promise<User> {
  const { name, password, role, email = null } = request
  const user = await makeAccount(context, { name, password, role, email })
  context.log.info({ user: name, role }, "account created")
  await recordAuditEntry(context, caller, { action: "user.create", subject: `${name} as ${role}`, teamspaceKey: null })
  return describeUser(user)
}

/**
 * Changes an account: people may change their own password with the current one; admins may change everything. A
 * deactivated account loses all keys and sessions immediately.
 *
 * @param userId id or name of the account.
 * @throws {NotFound} @throws {Forbidden} @throws {InvalidInput} if no active admin would be left.
 */
export async function updateUser(
  context: PeopleServices,
  caller: Authorized<"changeOwnPassword">,
  userId: string,
  change: UpdateUserRequest,
): Promise<User> {
  const { password, currentPassword, role, active, email } = change
  const isOwnPassword = currentPassword !== undefined && password !== undefined
  if (isOwnPassword && role === undefined && active === undefined && email === undefined) {
    return describeUser(await changePassword(context, caller, { user: userId, password, currentPassword }))
  }
  authorize(context, caller, "manageUsers")
  if (isOwnPassword)
    throw new InvalidInput("currentPassword: to change your own password, send only password and currentPassword")
  const user = await findUser(context, userId)
  if (password !== undefined && caller.kind === "user" && caller.userKey === user.key) {
    throw new InvalidInput("currentPassword: is required to change your own password")
  }
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const changed = await context.catalogue.inTransaction(async (within) => {
    if (role === "member" || active === false) await assertAdminStays(within, user)
    await within.users.update(user.key, { role, isActive: active, email })
    if (passwordHash !== undefined) await within.users.setPassword(user.key, passwordHash, false)
    if (active === false) await within.apiKeys.revokeOfUser(user.key)
    if (active === false || passwordHash !== undefined || role !== undefined) {
      await within.sessions.removeOfUser(user.key)
    }
    return within.users.byKey(user.key)
  })
  if (passwordHash !== undefined) await forgetInitialPassword(context.settings, user)
  evictCallers(context)
  const fields = Object.keys(change).join(", ")
  context.log.info({ user: user.name, fields }, "account changed")
  await recordAuditEntry(context, caller, {
    action: "user.change",
    subject: `${user.name}: ${fields}${role === undefined ? "" : `, now ${role}`}`,
    teamspaceKey: null,
  })
  return describeUser(changed ?? user)
}

/**
 * Deletes an account with its keys, sessions and memberships. Its libraries are kept, except the private ones of
 * teamspaces in which nobody else is a member.
 *
 * @throws {NotFound} @throws {InvalidInput} if no active admin would be left, or a teamspace would be left without an
 *   owner.
 */
export async function deleteUser(
  context: PeopleServices,
  caller: Authorized<"manageUsers">,
  userId: string,
): Promise<void> {
  const user = await findUser(context, userId)
  const abandoned = await context.catalogue.inTransaction(async (within) => {
    await assertAdminStays(within, user)
    await assertOwnersStay(within, user)
    const removed = await removeAbandonedData(within, user)
    await within.users.remove(user.key)
    return removed
  })
  evictCallers(context)
  if (abandoned.length > 0) await context.catalogueSync.catchUp()
  context.log.info({ user: user.name }, "account deleted")
  await recordAuditEntry(context, caller, { action: "user.delete", subject: user.name, teamspaceKey: null })
  for (const { teamspaceKey, libraryIds } of abandoned) {
    for (const subject of libraryIds) {
      await recordAuditEntry(context, caller, { action: "library.delete", subject, teamspaceKey })
    }
  }
}

async function findUser(context: PeopleServices, userId: string): Promise<UserRecord> {
  const { users } = context.catalogue
  const user = (await users.byKey(userId)) ?? (await users.byName(userId))
  if (user === undefined) throw new NotFound(`account ${userId} does not exist`)
  return user
}

/** Locks a row, so that two admins who demote each other at the same time cannot both succeed. */
async function assertAdminStays(within: Catalogue, user: UserRecord): Promise<void> {
  await within.teamspaces.lock(MAIN_TEAMSPACE)
  const people = await within.users.list()
  const isAdmin = (one: UserRecord) => one.role === "admin" && one.isActive
  const isLast = people.filter(isAdmin).every(({ key }) => key === user.key)
  if (isLast && people.some((one) => one.key === user.key && isAdmin(one))) {
    throw new InvalidInput(`${user.name} is the last active admin. Make someone else an admin first`)
  }
}

/**
 * Checks that every teamspace of a user keeps an owner. A teamspace that loses its only member stays without members and
 * private data; one with other members needs an owner.
 */
async function assertOwnersStay(within: Catalogue, user: UserRecord): Promise<void> {
  for (const { key, name, role } of await within.teamspaces.ofUser(user.key)) {
    if (role !== "owner") continue
    await within.teamspaces.lock(key)
    const others = (await within.teamspaces.members(key)).filter(({ userKey }) => userKey !== user.key)
    if (others.length > 0 && !others.some((other) => other.role === "owner")) {
      throw new Forbidden(`${user.name} is the last owner of the teamspace ${name}. Make someone else an owner first`)
    }
  }
}
