import { FIRST_ADMIN_NAME } from "../../access/identity/first-start.ts"
import { hashPassword } from "../../access/identity/passwords.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { MAIN_TEAMSPACE, type TeamspaceRole } from "../../catalogue/teamspaces/records.ts"
import { foldName } from "../../catalogue/users/fold-name.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import { AlreadyExists } from "../errors.ts"
import { liveSetting } from "../live-values.ts"
import type { PeopleServices } from "./people-services.ts"

/** An account to create. */
export interface NewAccount {
  readonly name: string
  /** If undefined, the account can sign in only with single sign-on. */
  readonly password?: string
  readonly role: UserRecord["role"]
  readonly email?: string | null
  readonly sso?: { readonly issuer: string; readonly subject: string }
  readonly groups?: readonly string[]
  /** Teamspace that the account joins in the hosted edition; if undefined, a new one. */
  readonly joins?: { readonly teamspaceKey: string; readonly role: TeamspaceRole }
}

/**
 * Creates an account and, in the hosted edition, its membership in a teamspace.
 *
 * @param finish runs in the same transaction, after the account was created.
 * @throws {AlreadyExists} if the name or the single sign-on identity already has an account.
 */
export async function makeAccount(
  context: PeopleServices,
  { name, password, role, email = null, sso, groups = [], joins }: NewAccount,
  finish?: (within: Catalogue, user: UserRecord) => Promise<void>,
): Promise<UserRecord> {
  assertNotReserved({ name, role })
  const passwordHash = password === undefined ? "" : await hashPassword(password)
  return context.catalogue.inTransaction(async (within) => {
    const [ssoIssuer, ssoSubject] = [sso?.issuer ?? null, sso?.subject ?? null]
    const account = { name, role, passwordHash, mustChangePassword: false, email, groups, ssoIssuer, ssoSubject }
    const user = await within.users.add(account)
    if (user === undefined) throw new AlreadyExists(`account ${name} already exists. Choose another name`)
    if (context.settings.LECTERN_EDITION === "hosted") {
      if (joins === undefined) await addOwnTeamspace(context, within, user)
      else await within.teamspaces.setRole(user.key, joins.teamspaceKey, joins.role)
    }
    await finish?.(within, user)
    return user
  })
}

/**
 * Keeps the name of the first admin for admins: commands on the data directory, the bootstrap key and the key from
 * `LECTERN_API_KEY` use the account with this name, and a hosted instance has none at first.
 *
 * @throws {AlreadyExists}
 */
function assertNotReserved({ name, role }: Pick<NewAccount, "name" | "role">): void {
  if (role === "admin" || foldName(name) !== FIRST_ADMIN_NAME) return
  throw new AlreadyExists(`the name ${FIRST_ADMIN_NAME} is reserved for an admin of this instance. Choose another name`)
}

/**
 * Returns the teamspace of a new session; creates one for an account that has none.
 *
 * @returns `main` in the self-hosted edition.
 */
export async function firstTeamspaceOf(context: PeopleServices, user: UserRecord): Promise<string> {
  if (context.settings.LECTERN_EDITION === "self-hosted") return MAIN_TEAMSPACE
  return context.catalogue.inTransaction(async (within) => {
    const [first] = await within.teamspaces.ofUser(user.key)
    return first?.key ?? addOwnTeamspace(context, within, user)
  })
}

async function addOwnTeamspace(context: PeopleServices, within: Catalogue, user: UserRecord): Promise<string> {
  const plan = liveSetting(context, "LECTERN_DEFAULT_PLAN")
  const teamspace = await within.teamspaces.add({ name: user.name, plan })
  await within.teamspaces.setRole(user.key, teamspace.key, "owner")
  return teamspace.key
}
