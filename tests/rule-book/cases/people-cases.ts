import type { OperationId } from "@lectern/contract"
import type { Asker } from "../askers.ts"
import type { Case, Sent, Step } from "../case.ts"
import { PASSWORD, type Person, type World } from "../world.ts"

type Cases = Partial<Record<OperationId, readonly [Case, ...Case[]]>>

const ownTeamspace = { knows: "ownTeamspace" } as const
const MISSING = { params: { id: "nobody" } }

const one = (steps: readonly Step[], sent: Sent = {}): readonly [Case] => [
  { what: "", steps, send: () => sent, outcome: 200 },
]

/** The account that a caller's keys belong to: the first admin's for the key of the instance. */
async function accountOf(world: World, { person }: Asker): Promise<Pick<Person, "user" | "teamspaceKey">> {
  if (person !== undefined) return person
  const { users, teamspaces } = world.program.context.catalogue
  const user = await users.byName("admin")
  if (user === undefined) throw new Error("there is no first admin")
  const [first] = await teamspaces.ofUser(user.key)
  return { user, teamspaceKey: first?.key ?? world.teamspaceKey }
}

async function makeSomebody(world: World): Promise<Person> {
  const plan = world.edition === "hosted" ? "team" : null
  const { teamspaceKey } = world
  return world.makePerson({ name: world.fresh("somebody"), teamspaceKey, teamspaceRole: "developer", plan })
}

/** The newest entry is of nobody's teamspace. */
const audit = (sent: Sent = {}): readonly [Case] => [
  {
    what: "",
    steps: ["readAudit"],
    send: async ({ program }) => {
      const entry = {
        actor: "elsewhere",
        actorKey: null,
        teamspaceKey: null,
        action: "session.end",
        subject: "",
      } as const
      await program.context.catalogue.audit.add({ ...entry, outcome: "done", address: null })
      return sent
    },
    outcome: 200,
    shows: { text: '"actor":"elsewhere"', to: "readWholeAudit" },
  },
]

/** Requests about keys, connected accounts, people, settings and the audit log. */
export const PEOPLE_CASES = {
  listKeys: one(["manageOwnKeys"]),
  createKey: one(["manageOwnKeys"], { payload: { name: "a key" } }),
  revokeKey: [
    {
      what: "of one's own",
      steps: ["manageOwnKeys"],
      send: async (world, asker) => {
        const account = await accountOf(world, asker)
        return { params: { id: (await world.makeKey(account as Person)).id } }
      },
      outcome: 200,
    },
    {
      what: "of somebody else",
      steps: ["manageOwnKeys"],
      send: async (world) => ({ params: { id: (await world.makeKey(await makeSomebody(world))).id } }),
      outcome: "not_found",
    },
  ],
  listConnections: one(["readConnections", ownTeamspace]),
  createConnection: [
    {
      what: "",
      steps: ["manageConnections", ownTeamspace],
      send: ({ fresh }) => ({ payload: { kind: "git", siteUrl: `https://${fresh("git")}.example`, token: "a token" } }),
      outcome: 200,
    },
  ],
  deleteConnection: [
    { what: "", steps: ["manageConnections", ownTeamspace], send: () => MISSING, outcome: "not_found" },
  ],
  testConnection: [{ what: "", steps: ["manageConnections", ownTeamspace], send: () => MISSING, outcome: "not_found" }],
  listUsers: one(["readUsers"]),
  createUser: [
    {
      what: "",
      steps: ["manageUsers"],
      send: ({ fresh }) => ({ payload: { name: fresh("newcomer"), password: PASSWORD, role: "member" } }),
      outcome: 200,
    },
  ],
  updateUser: [
    {
      what: "with a wrong present password",
      steps: ["changeOwnPassword"],
      send: (_world, { person }) => ({
        params: { id: person?.user.key ?? "admin" },
        payload: { currentPassword: "not the one", password: "another long password" },
      }),
      outcome: "validation_error",
    },
    {
      what: "of somebody else",
      steps: ["changeOwnPassword", "manageUsers"],
      send: async (world) => ({
        params: { id: (await makeSomebody(world)).user.key },
        payload: { email: "somebody@mail.example" },
      }),
      outcome: 200,
    },
  ],
  deleteUser: [
    {
      what: "",
      steps: ["manageUsers"],
      send: async (world) => ({ params: { id: (await makeSomebody(world)).user.key } }),
      outcome: 200,
    },
  ],
  getSettings: one(["readSettings"]),
  updateSettings: one(["changeSettings"], { payload: { settings: {} } }),
  getPermissions: one(["readPermissions"]),
  updatePermissions: [
    {
      what: "",
      steps: ["changePermissions"],
      // As they are, so that the next request meets the same instance.
      send: ({ program }) => ({ payload: program.context.live.anonymousMay() }),
      outcome: 200,
    },
  ],
  listAudit: audit({ query: { limit: "5" } }),
  exportAudit: audit(),
} as const satisfies Cases
