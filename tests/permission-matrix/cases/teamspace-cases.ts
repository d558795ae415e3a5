import type { OperationId } from "@lectern/contract"
import type { Requester } from "../callers.ts"
import type { Case, Outcome, Sent, Step } from "../case.ts"
import type { World } from "../fixtures.ts"

type Cases = Partial<Record<OperationId, readonly [Case, ...Case[]]>>

const teamspace = { knows: "teamspace" } as const
const here = ({ teamspaceKey: id }: World): Sent => ({ params: { id } })

/** Creates cases about the teamspace of the world. */
function inTeamspace(steps: readonly Step[], payload?: (world: World) => object): readonly [Case] {
  const send = (world: World): Sent => ({
    ...here(world),
    ...(payload === undefined ? {} : { payload: payload(world) }),
  })
  return [{ what: "", steps, send, outcome: 200 }]
}

/** In the self-hosted edition, every account is a member. */
const onlyHosted = ({ edition }: World): Outcome => (edition === "hosted" ? 200 : "validation_error")

async function makeMember(world: World, teamspaceRole: "owner" | "developer"): Promise<string> {
  const plan = world.edition === "hosted" ? "team" : null
  const { teamspaceKey } = world
  return (await world.makePerson({ name: world.fresh("member"), teamspaceKey, teamspaceRole, plan })).user.key
}
const aboutMember =
  (teamspaceRole: "owner" | "developer", payload?: object) =>
  async (world: World): Promise<Sent> => {
    const params = { id: world.teamspaceKey, userId: await makeMember(world, teamspaceRole) }
    return payload === undefined ? { params } : { params, payload }
  }
/**
 * Adding and removing owners requires a separate permission, but only in the hosted edition: elsewhere, roles belong to
 * accounts.
 */
const aboutOwner = (edition: World["edition"]): readonly Step[] =>
  edition === "hosted"
    ? ["readMembers", teamspace, "manageMembers", "manageOwners"]
    : ["readMembers", teamspace, "manageMembers"]

async function makeProject(world: World): Promise<Sent> {
  const { teamspaces } = world.program.context.catalogue
  const project = await teamspaces.addProject({ teamspaceKey: world.teamspaceKey, name: world.fresh("project") })
  return { params: { id: world.teamspaceKey, projectId: project?.key ?? "" } }
}

/** Deletes projects, because a plan allows only a limited number. */
async function forgetProjects({ program, teamspaceKey }: World): Promise<void> {
  const { teamspaces } = program.context.catalogue
  for (const { key, isDefault } of await teamspaces.projects(teamspaceKey)) {
    if (!isDefault) await teamspaces.removeProject(key)
  }
}

async function makeInvitation(world: World): Promise<Sent> {
  const { invitations } = world.program.context.catalogue
  for (const { key } of await invitations.open(world.teamspaceKey)) await invitations.remove(key)
  const expiresAtMs = Date.now() + 3_600_000
  const given = { teamspaceKey: world.teamspaceKey, label: "somebody", role: "developer", invitedBy: null } as const
  const { key } = await invitations.add({ ...given, tokenHash: world.fresh("hash"), expiresAtMs })
  return { params: { id: world.teamspaceKey, invitationId: key } }
}

/** Leaves as another member of the same kind, because the member is gone afterwards. */
async function leave(world: World, requester: Requester): Promise<Sent> {
  const twin = await requester.twin?.()
  const params = { id: world.teamspaceKey, userId: twin?.person?.user.key ?? "nobody" }
  return twin === undefined ? { params } : { params, headers: twin.headers }
}
/** The key of the instance is not a member, so it can only remove others. */
const stepsOfLeaving = (_edition: World["edition"], { caller }: Pick<Requester, "caller">): readonly Step[] =>
  caller.kind === "global-key"
    ? ["readMembers", teamspace, "manageMembers"]
    : ["readMembers", teamspace, "leaveTeamspace"]
const afterLeaving = (world: World, { person }: Requester): Outcome => {
  if (world.edition === "self-hosted") return "validation_error"
  return person?.teamspaceKey === world.teamspaceKey ? 200 : "not_found"
}

/** Requests about teamspaces, their members, projects and invitations. */
export const TEAMSPACE_CASES = {
  listTeamspaces: [{ what: "", steps: ["readTeamspaces"], send: () => ({}), outcome: 200 }],
  createTeamspace: [
    {
      what: "",
      steps: ["readTeamspaces", "createTeamspace"],
      // Sent by another user of the same kind, because one user can own only a limited number.
      send: async ({ fresh }, { twin }) => {
        const payload = { name: fresh("made") }
        const headers = (await twin?.())?.headers
        return headers === undefined ? { payload } : { payload, headers }
      },
      outcome: (_world, { caller }) => (caller.kind === "user" ? 200 : "validation_error"),
    },
  ],
  getTeamspace: inTeamspace(["readTeamspaces", teamspace]),
  updateTeamspace: [
    {
      what: "its name",
      steps: ["readTeamspaces", teamspace, "changeTeamspace"],
      send: (world) => ({ ...here(world), payload: { name: "one" } }),
      outcome: 200,
    },
    {
      what: "its plan",
      steps: ["readTeamspaces", teamspace, "changePlan"],
      send: (world) => ({ ...here(world), payload: { plan: "team" } }),
      outcome: 200,
    },
  ],
  listMembers: inTeamspace(["readMembers", teamspace]),
  updateMember: [
    {
      what: "with a role below the owners'",
      steps: ["readMembers", teamspace, "manageMembers"],
      send: aboutMember("developer", { role: "admin" }),
      outcome: onlyHosted,
    },
    { what: "to an owner", steps: aboutOwner, send: aboutMember("developer", { role: "owner" }), outcome: onlyHosted },
    { what: "who is an owner", steps: aboutOwner, send: aboutMember("owner", { role: "admin" }), outcome: onlyHosted },
  ],
  removeMember: [
    {
      what: "who is no owner",
      steps: ["readMembers", teamspace, "manageMembers"],
      send: aboutMember("developer"),
      outcome: onlyHosted,
    },
    { what: "who is an owner", steps: aboutOwner, send: aboutMember("owner"), outcome: onlyHosted },
    {
      what: "who is oneself",
      steps: stepsOfLeaving,
      send: leave,
      outcome: afterLeaving,
    },
  ],
  listProjects: inTeamspace(["readTeamspaces", teamspace]),
  createProject: [
    {
      what: "",
      steps: ["readTeamspaces", teamspace, "manageProjects"],
      send: async (world) => {
        await forgetProjects(world)
        return { ...here(world), payload: { name: world.fresh("project") } }
      },
      outcome: 200,
    },
  ],
  updateProject: [
    {
      what: "",
      steps: ["readTeamspaces", teamspace, "manageProjects"],
      send: async (world) => ({ ...(await makeProject(world)), payload: { name: world.fresh("renamed") } }),
      outcome: 200,
    },
  ],
  deleteProject: [
    { what: "", steps: ["readTeamspaces", teamspace, "manageProjects"], send: makeProject, outcome: 200 },
  ],
  createInvitation: [
    {
      what: "of a developer",
      steps: ["readMembers", teamspace, "manageMembers"],
      send: (world) => ({ ...here(world), payload: { label: "somebody", role: "developer" } }),
      outcome: 200,
    },
    {
      what: "of an owner",
      steps: ["readMembers", teamspace, "manageOwners"],
      send: (world) => ({ ...here(world), payload: { label: "somebody", role: "owner" } }),
      outcome: 200,
    },
  ],
  listInvitations: inTeamspace(["readMembers", teamspace, "manageMembers"]),
  revokeInvitation: [
    { what: "", steps: ["readMembers", teamspace, "manageMembers"], send: makeInvitation, outcome: 200 },
  ],
} as const satisfies Cases
