import { InvalidInput } from "../../base/errors.ts"
import type { LibraryAccess } from "../../catalogue/libraries/records.ts"
import type { ServiceContext } from "../service-context.ts"

/** Who may read, with the names of people. */
export interface WireAccess {
  readonly access: "everyone" | "chosen"
  readonly users: string[]
  readonly groups: string[]
}

/** Who may read, as it is asked for. */
export interface AskedAccess {
  readonly access: "everyone" | "chosen"
  readonly users?: readonly string[] | undefined
  readonly groups?: readonly string[] | undefined
}

/** Translates between the names of people and what is stored of them. */
export interface People {
  /** @throws {InvalidInput} for a name that no account of the teamspace has. */
  toStored(asked: AskedAccess): LibraryAccess
  /** People who have gone are left out. */
  toWire(access: LibraryAccess): WireAccess
}

/** Reads who belongs to a teamspace: all accounts of a self-hosted instance, the members in the hosted edition. */
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
