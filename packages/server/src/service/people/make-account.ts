import { hashPassword } from "../../access/identity/passwords.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { MAIN_TEAMSPACE, type TeamspaceRole } from "../../catalogue/teamspaces/records.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import { AlreadyThere } from "../errors.ts"
import { liveSetting } from "../live-values.ts"
import type { PeopleServices } from "./people-services.ts"

/** An account to make. */
export interface NewAccount {
  readonly name: string
  /** Left out: only single sign-on lets the person in. */
  readonly password?: string
  readonly role: UserRecord["role"]
  readonly email?: string | null
  readonly sso?: { readonly issuer: string; readonly subject: string }
  readonly groups?: readonly string[]
  /** Teamspace that the person joins in the hosted edition; one of their own when left out. */
  readonly joins?: { readonly teamspaceKey: string; readonly role: TeamspaceRole }
}

/**
 * Makes an account, in the hosted edition with a place in a teamspace.
 *
 * @param finish runs in the same transaction, once the account is there.
 * @throws {AlreadyThere} when the name, or the person at the single sign-on, has an account.
 */
export async function makeAccount(
  context: PeopleServices,
  { name, password, role, email = null, sso, groups = [], joins }: NewAccount,
  finish?: (within: Catalogue, user: UserRecord) => Promise<void>,
): Promise<UserRecord> {
  const passwordHash = password === undefined ? "" : await hashPassword(password)
  return context.catalogue.inTransaction(async (within) => {
    const vouched = sso === undefined ? {} : { ssoIssuer: sso.issuer, ssoSubject: sso.subject }
    const account = { name, role, passwordHash, mustChangePassword: false, email, groups, ...vouched }
    const user = await within.users.add(account)
    if (user === undefined) throw new AlreadyThere(`there is an account ${name} already: choose another name`)
    if (context.settings.LECTERN_EDITION === "hosted") {
      if (joins === undefined) await addOwnTeamspace(context, within, user)
      else await within.teamspaces.setRole(user.key, joins.teamspaceKey, joins.role)
    }
    await finish?.(within, user)
    return user
  })
}

/**
 * Names the teamspace that a person works in after signing in; one of their own is made for who has none.
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
