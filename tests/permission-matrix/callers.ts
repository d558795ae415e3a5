import type { Caller } from "../../packages/server/src/access/identity/caller.ts"
import { ANONYMOUS, GLOBAL_KEY, type NewPerson, type Person, type World } from "./fixtures.ts"
import { sha256Hex } from "../../packages/server/src/base/sha256.ts"

type Headers = Readonly<Record<string, string>>

/** One kind of caller. */
export interface Requester {
  readonly name: string
  /** What the credential is: an expired or revoked key or session is `dead`, and does not even count as anonymous. */
  readonly credential: "none" | "key" | "session" | "dead key" | "dead session"
  /** The caller for whom the table decides. */
  readonly caller: Caller
  readonly headers: Headers
  /** The account, if there is one. */
  readonly person?: Person
  /** Creates another caller of the same kind, for requests that change the state of their sender. */
  readonly twin?: () => Promise<Requester>
}

/** Headers of the instance's own pages, which may use the session cookie. */
const OWN_PAGE = { origin: "http://localhost:80", host: "localhost:80" }
const withKey = (key: string): Headers => ({ authorization: `Bearer ${key}` })
const withSession = (token: string): Headers => ({ cookie: `lectern_session=${token}`, ...OWN_PAGE })

/** Creates one caller of every kind in an edition. */
export async function makeRequesters(world: World): Promise<readonly Requester[]> {
  const { isClosed } = world
  const instanceKey: Requester = isClosed
    ? { name: "global key", credential: "key", caller: { kind: "global-key" }, headers: withKey(GLOBAL_KEY) }
    : { name: "wrong key", credential: "dead key", caller: ANONYMOUS, headers: withKey(GLOBAL_KEY) }
  return [
    { name: "anonymous", credential: "none", caller: ANONYMOUS, headers: {} },
    instanceKey,
    ...(await (world.edition === "hosted" ? hostedPeople(world) : peopleOfInstance(world))),
    ...(await deadCredentials(world)),
  ]
}

async function peopleOfInstance(world: World): Promise<Requester[]> {
  const { teamspaceKey } = world
  const member = { name: "member", teamspaceKey, teamspaceRole: "developer", plan: null } as const
  const admin = {
    name: "admin of the instance",
    role: "admin",
    teamspaceKey,
    teamspaceRole: "owner",
    plan: null,
  } as const
  return [
    await keyRequester(world, member),
    await sessionRequester(world, { ...member, name: "member in a session" }),
    await keyRequester(world, admin),
    await sessionRequester(world, { ...admin, name: "admin of the instance in a session" }),
    await keyRequester(world, {
      ...admin,
      name: "key of an admin with the initial password",
      mustChangePassword: true,
    }),
    await sessionRequester(world, { ...admin, name: "admin with the initial password", mustChangePassword: true }),
  ]
}

async function hostedPeople(world: World): Promise<Requester[]> {
  const { teamspaceKey } = world
  const own = { teamspaceKey, plan: "team" } as const
  const [other, poor, operators] = [
    await world.makeTeamspace("team"),
    await world.makeTeamspace("free"),
    await world.makeTeamspace("team"),
  ]
  const locked = { role: "admin", mustChangePassword: true } as const
  return [
    await keyRequester(world, { ...own, name: "developer", teamspaceRole: "developer" }),
    await keyRequester(world, { ...own, name: "admin", teamspaceRole: "admin" }),
    await keyRequester(world, { ...own, name: "owner", teamspaceRole: "owner" }),
    await sessionRequester(world, { ...own, name: "developer in a session", teamspaceRole: "developer" }),
    await sessionRequester(world, { ...own, name: "owner in a session", teamspaceRole: "owner" }),
    await keyRequester(world, { name: "other tenant", teamspaceKey: other, teamspaceRole: "owner", plan: "team" }),
    await keyRequester(world, {
      name: "owner on the free plan",
      teamspaceKey: poor,
      teamspaceRole: "owner",
      plan: "free",
    }),
    await keyRequester(world, {
      name: "operator",
      role: "admin",
      teamspaceKey: operators,
      teamspaceRole: "developer",
      plan: "team",
    }),
    await sessionRequester(world, {
      ...own,
      ...locked,
      name: "operator with the initial password",
      teamspaceRole: "owner",
    }),
  ]
}

async function deadCredentials(world: World): Promise<Requester[]> {
  const { catalogue } = world.program.context
  const { teamspaceKey, edition } = world
  const person = await world.makePerson({
    name: world.fresh("leaver"),
    role: "admin",
    teamspaceKey,
    teamspaceRole: "owner",
    plan: edition === "hosted" ? "team" : null,
  })
  const revoked = await world.makeKey(person)
  await catalogue.apiKeys.revoke(revoked.id)
  const token = await world.makeSession(person)
  const session = await catalogue.sessions.byHash(sha256Hex(token))
  // The session was last used so long ago that it has expired.
  await catalogue.sessions.markSeen(session?.key ?? "", 0)
  return [
    { name: "revoked key", credential: "dead key", caller: ANONYMOUS, headers: withKey(revoked.key) },
    { name: "expired session", credential: "dead session", caller: ANONYMOUS, headers: withSession(token) },
  ]
}

async function keyRequester(world: World, given: NewPerson): Promise<Requester> {
  const person = await world.makePerson({ ...given, name: world.fresh(given.name.replaceAll(" ", "_")) })
  const { key } = await world.makeKey(person)
  const { caller } = person
  const twin = () => keyRequester(world, given)
  return { name: given.name, credential: "key", caller, headers: withKey(key), person, twin }
}

async function sessionRequester(world: World, given: NewPerson): Promise<Requester> {
  const person = await world.makePerson({ ...given, name: world.fresh(given.name.replaceAll(" ", "_")) })
  const headers = withSession(await world.makeSession(person))
  const caller = { ...person.caller, via: "session" } as const
  const twin = () => sessionRequester(world, given)
  return { name: given.name, credential: "session", caller, headers, person, twin }
}
