import type { OperationId } from "@lectern/contract"
import { teamspaceOf } from "../../../packages/server/src/access/identity/caller.ts"
import type { Requester } from "../callers.ts"
import type { Case, Sent, Step } from "../case.ts"
import { ACCOUNT_NAME } from "../external-services.ts"
import { PASSWORD, type Person, type World } from "../fixtures.ts"

type Cases = Partial<Record<OperationId, readonly [Case, ...Case[]]>>

const ownTeamspace = { knows: "ownTeamspace" } as const

const placeOf = (world: World, caller: Requester["caller"]) =>
  teamspaceOf(caller, world.program.context.settings) ?? world.teamspaceKey

/** Connects an account at the external service. */
function connect({ program, outside }: World, teamspaceKey: string) {
  const { catalogue, sealer } = program.context
  const account = { kind: "git", siteUrl: outside.url, accountName: null, sealedToken: sealer.seal("a token") } as const
  return catalogue.connections.put({ teamspaceKey, ...account })
}

/** Creates cases for an account of the caller's teamspace, and for one that it does not have. */
function aboutConnection(holds?: string): readonly [Case, Case] {
  const steps: readonly Step[] = ["manageConnections", ownTeamspace]
  const held = holds === undefined ? {} : { holds }
  return [
    {
      what: "of one's own teamspace",
      steps,
      send: async (world, { caller }) => ({
        params: { id: (await connect(world, placeOf(world, caller))).key },
        ...held,
      }),
      outcome: 200,
    },
    {
      what: "of nobody one knows",
      steps,
      send: async (world) => {
        if (world.edition === "self-hosted") return { params: { id: "nobody" } }
        return { params: { id: (await connect(world, await world.makeTeamspace("team"))).key } }
      },
      outcome: "not_found",
    },
  ]
}

/** A git host has no pages, which only authorised callers find out. */
const listedPages: readonly [Case] = [
  {
    what: "of a git host",
    steps: ["addPrivateLibrary", ownTeamspace],
    send: async (world, { caller }) => ({ params: { id: (await connect(world, placeOf(world, caller))).key } }),
    outcome: "validation_error",
  },
]

const one = (steps: readonly Step[], sent: Sent = {}): readonly [Case] => [
  { what: "", steps, send: () => sent, outcome: 200 },
]

/** Returns the account that a caller's keys belong to; for the key of the instance, that of the first admin. */
async function accountOf(world: World, { person }: Requester): Promise<Pick<Person, "user" | "teamspaceKey">> {
  if (person !== undefined) return person
  const { users, teamspaces } = world.program.context.catalogue
  const user = await users.byName("admin")
  if (user === undefined) throw new Error("there is no first admin")
  const [first] = await teamspaces.ofUser(user.key)
  return { user, teamspaceKey: first?.key ?? world.teamspaceKey }
}

async function createPerson(world: World): Promise<Person> {
  const plan = world.edition === "hosted" ? "team" : null
  const { teamspaceKey } = world
  return world.makePerson({ name: world.fresh("somebody"), teamspaceKey, teamspaceRole: "developer", plan })
}

/** Changes the password of another account of the same kind. The key of the instance has no password. */
async function changeOwnPassword({ fresh }: World, { person, twin }: Requester): Promise<Sent> {
  const other = await twin?.()
  const { user } = other?.person ?? person ?? {}
  const headers = other === undefined ? {} : { headers: other.headers }
  const payload = { currentPassword: PASSWORD, password: `${PASSWORD} ${fresh("and")}` }
  return { params: { id: user?.key ?? "nobody" }, payload, ...headers, holds: `"name":"${user?.name ?? ""}"` }
}

/** The newest entry belongs to no teamspace. */
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
      send: async (world, requester) => {
        const account = await accountOf(world, requester)
        return { params: { id: (await world.makeKey(account as Person)).id } }
      },
      outcome: 200,
    },
    {
      what: "of somebody else",
      steps: ["manageOwnKeys"],
      send: async (world) => ({ params: { id: (await world.makeKey(await createPerson(world))).id } }),
      outcome: "not_found",
    },
  ],
  listConnections: [
    {
      what: "",
      steps: ["readConnections", ownTeamspace],
      send: async (world, { caller }) => ({ holds: (await connect(world, placeOf(world, caller))).key }),
      outcome: 200,
    },
  ],
  createConnection: [
    {
      what: "",
      steps: ["manageConnections", ownTeamspace],
      send: ({ fresh }) => ({ payload: { kind: "git", siteUrl: `https://${fresh("git")}.example`, token: "a token" } }),
      outcome: 200,
    },
  ],
  beginConsent: [
    {
      what: "",
      steps: ["manageConnections", ownTeamspace],
      send: ({ hasSso }) => ({ payload: { kind: "notes" }, ...(hasSso ? { holds: "?ticket=" } : {}) }),
      outcome: ({ hasSso }) => (hasSso ? 200 : "validation_error"),
    },
  ],
  deleteConnection: aboutConnection(),
  listSourcePages: listedPages,
  testConnection: aboutConnection(`"accountName":"${ACCOUNT_NAME}"`),
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
      what: "with the right present password",
      steps: ["changeOwnPassword"],
      send: changeOwnPassword,
      outcome: ({ isClosed }, { caller }) => (isClosed && caller.kind === "global-key" ? "forbidden" : 200),
    },
    {
      what: "of somebody else",
      steps: ["changeOwnPassword", "manageUsers"],
      send: async (world) => ({
        params: { id: (await createPerson(world)).user.key },
        payload: { email: "somebody@mail.example" },
      }),
      outcome: 200,
    },
  ],
  deleteUser: [
    {
      what: "",
      steps: ["manageUsers"],
      send: async (world) => ({ params: { id: (await createPerson(world)).user.key } }),
      outcome: 200,
    },
  ],
  getInstanceStatus: one(["readSettings"]),
  getInstanceUsage: one(["readSettings"]),
  getBackups: one(["readSettings"]),
  requestBackup: [{ what: "", steps: ["changeSettings"], send: () => ({}), outcome: 202 }],
  getSettings: one(["readSettings"]),
  updateSettings: one(["changeSettings"], { payload: { settings: {} } }),
  testModel: one(["changeSettings"], { params: { model: "embedder" } }),
  getPermissions: one(["readPermissions"]),
  updatePermissions: [
    {
      what: "",
      steps: ["changePermissions"],
      // Sends the current values, so that the next request finds the same instance.
      send: ({ program }) => ({ payload: program.context.live.anonymousMay() }),
      outcome: 200,
    },
  ],
  listAudit: audit({ query: { limit: "5" } }),
  exportAudit: audit(),
} as const satisfies Cases
