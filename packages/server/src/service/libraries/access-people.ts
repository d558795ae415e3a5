import { InvalidInput } from "../../base/errors.ts"
import type { LibraryAccess } from "../../catalogue/libraries/records.ts"
import type { ServiceContext } from "../service-context.ts"

/** The access of a library, with the names of accounts. */
export interface WireAccess {
  readonly access: "everyone" | "chosen"
  readonly users: string[]
  readonly groups: string[]
}

/** The requested access of a library. */
export interface AskedAccess {
  readonly access: "everyone" | "chosen"
  readonly users?: readonly string[] | undefined
  readonly groups?: readonly string[] | undefined
}

/** Translates between the names of accounts and their stored keys. */
export interface People {
  /** @throws {InvalidInput} for a name that no account of the teamspace has. */
  toStored(asked: AskedAccess): LibraryAccess
  /** Accounts that no longer exist are left out. */
  toWire(access: LibraryAccess): WireAccess
}

/** Reads the accounts of a teamspace: all accounts of a self-hosted instance, or the members in the hosted edition. */
export async function readPeople(
  context: Pick<ServiceContext, "catalogue" | "settings">,
  teamspaceKey: string,
): Promise<People> {
  const people = await listPeople(context, teamspaceKey)
  const keyByName = new Map(people.map(({ key, name }) => [name, key]))
  const nameByKey = new Map(people.map(({ key, name }) => [key, name]))
  return {
    toStored({ access, users = [], groups = [] }) {
      if (access === "everyone") return { mode: "everyone" }
      const userKeys = users.map((name) => {
        const key = keyByName.get(name)
        if (key === undefined) throw new InvalidInput(`users: the account ${name} does not exist in this teamspace`)
        return key
      })
      return { mode: "chosen", userKeys: [...new Set(userKeys)], groups: [...new Set(groups)] }
    },
    toWire(access) {
      if (access.mode === "everyone") return { access: "everyone", users: [], groups: [] }
      const users = access.userKeys.map((key) => nameByKey.get(key)).filter((name) => name !== undefined)
      return { access: "chosen", users, groups: [...access.groups] }
    },
  }
}

async function listPeople(
  { catalogue, settings }: Pick<ServiceContext, "catalogue" | "settings">,
  teamspaceKey: string,
) {
  if (settings.LECTERN_EDITION === "self-hosted") return catalogue.users.list()
  const members = await catalogue.teamspaces.members(teamspaceKey)
  return members.map(({ userKey: key, name }) => ({ key, name }))
}
