import type {
  CreateInvitationResponse,
  CreateKeyResponse,
  ListMembersResponse,
  ListProjectsResponse,
  Project,
  ListTeamspacesResponse,
  SessionResponse,
  Teamspace,
} from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ownershipOf } from "../../../service/libraries/lookup/ownership.ts"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

type Method = "GET" | "POST" | "PATCH" | "DELETE"

let program: TestProgram
beforeAll(async () => {
  program = await startTestProgram({
    environment: { LECTERN_EDITION: "hosted", LECTERN_SIGN_UP: "on", LECTERN_PLAN_MEMBERS: "free=3,pro=3,team=9" },
  })
})
afterAll(() => program.remove())

const send = (method: Method, url: string, payload?: object, headers: object = {}) =>
  program.call({ method, url, headers: { ...headers }, ...(payload ? { payload } : {}) })

/** Somebody with a session in a teamspace of their own. */
interface Person {
  readonly headers: { cookie: string; origin: string; host: string }
  readonly userId: string
  readonly teamspaceId: string
}

async function enter(answer: Awaited<ReturnType<typeof send>>): Promise<Person> {
  expect(answer.status).toBe(200)
  const { user, teamspace } = answer.json as SessionResponse
  const cookie = String(answer.headers["set-cookie"]).split(";")[0]!
  const headers = { cookie, origin: "http://localhost:80", host: "localhost:80" }
  return { headers, userId: user!.id, teamspaceId: teamspace!.id }
}

let next = 0
async function aPerson(): Promise<Person & { readonly name: string }> {
  const name = `person-${next++}`
  const payload = { name, password: "long enough to be good" }
  // From an address of their own: one address may make ten accounts only.
  const remoteAddress = `192.0.2.${next}`
  const person = await enter(await program.call({ method: "POST", url: "/api/auth/sign-up", payload, remoteAddress }))
  return { ...person, name }
}

async function invite(by: Person, role: string): Promise<CreateInvitationResponse> {
  const url = `/api/v2/teamspaces/${by.teamspaceId}/invitations`
  const answer = await send("POST", url, { label: "for a friend", role }, by.headers)
  expect(answer.status).toBe(200)
  return answer.json
}

/** Lets a new person join the teamspace of another. */
async function aMember(by: Person, role: string): Promise<Person> {
  const { token } = await invite(by, role)
  const account = { token, name: `member-${next++}`, password: "long enough to be good" }
  return enter(await send("POST", "/api/auth/accept-invitation", account))
}

async function aKey(person: Person): Promise<{ authorization: string }> {
  const { json } = await send("POST", "/api/v2/keys", { name: "key" }, person.headers)
  return { authorization: `Bearer ${(json as CreateKeyResponse).key}` }
}

describe("a hosted instance", () => {
  it("lets people sign up where that is switched on, each with a free teamspace of their own", async () => {
    const person = await aPerson()

    const { teamspaces } = (await send("GET", "/api/v2/teamspaces", undefined, person.headers))
      .json as ListTeamspacesResponse

    expect(teamspaces).toMatchObject([{ id: person.teamspaceId, name: person.name, plan: "free", role: "owner" }])
    await send("PATCH", "/api/v2/admin/settings", { settings: { LECTERN_SIGN_UP: "off" } }, asAdmin)
    const refused = await send("POST", "/api/auth/sign-up", { name: "late", password: "long enough to be good" })
    await send("PATCH", "/api/v2/admin/settings", { settings: { LECTERN_SIGN_UP: "on" } }, asAdmin)
    expect(refused.status).toBe(403)
  })

  it("has no account that everybody knows the password of", async () => {
    const bare = await startTestProgram({
      environment: { LECTERN_EDITION: "hosted", LECTERN_ADMIN_PASSWORD: "", LECTERN_BOOTSTRAP_KEY: "" },
    })

    expect(await bare.context.catalogue.users.count()).toBe(0)
    await bare.remove()
  })

  it("hides teamspaces from everybody else", async () => {
    const [mine, other] = [await aPerson(), await aPerson()]
    const ask = async (id: string) => {
      const answer = await send("GET", `/api/v2/teamspaces/${id}`, undefined, mine.headers)
      return [answer.status, answer.text.replace(id, "ID")]
    }

    expect(await ask(other.teamspaceId)).toEqual(await ask("f".repeat(20)))
    expect(await ask(other.teamspaceId)).toMatchObject([404, expect.stringContaining("team_not_found")])
    for (const [method, path, body] of [
      ["PATCH", "", { name: "Mine now" }],
      ["GET", "/members", undefined],
      ["POST", "/projects", { name: "x" }],
      ["POST", "/invitations", { label: "x", role: "developer" }],
      ["DELETE", `/members/${other.userId}`, undefined],
    ] as const) {
      const answer = await send(method, `/api/v2/teamspaces/${other.teamspaceId}${path}`, body, mine.headers)
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
  })

  it("holds a key to the one teamspace it was made in", async () => {
    const person = await aPerson()
    const second = (await send("POST", "/api/v2/teamspaces", { name: "Second" }, person.headers)).json as Teamspace
    const key = await aKey(person)

    const listed = (await send("GET", "/api/v2/teamspaces", undefined, key)).json as ListTeamspacesResponse

    expect(second).toMatchObject({ name: "Second", role: "owner" })
    expect(listed.teamspaces.map(({ id }) => id)).toEqual([person.teamspaceId])
    expect((await send("GET", `/api/v2/teamspaces/${second.id}`, undefined, key)).status).toBe(404)
    expect((await send("GET", `/api/v2/teamspaces/${second.id}`, undefined, person.headers)).status).toBe(200)
  })

  it("lets a session work in another teamspace of the person, under a new token", async () => {
    const person = await aPerson()
    const second = (await send("POST", "/api/v2/teamspaces", { name: "Second" }, person.headers)).json as Teamspace
    const stranger = await aPerson()
    const go = (teamspaceId: string) => send("POST", "/api/auth/teamspace", { teamspaceId }, person.headers)

    const refused = await go(stranger.teamspaceId)
    const moved = await enter(await go(second.id))

    expect(refused.status).toBe(404)
    expect(moved.teamspaceId).toBe(second.id)
    expect((await send("GET", "/api/v2/teamspaces", undefined, person.headers)).status).toBe(401)
    expect((await send("GET", "/api/v2/teamspaces", undefined, moved.headers)).status).toBe(200)
  })

  it("gives plans to teamspaces by who operates it only", async () => {
    const person = await aPerson()
    const url = `/api/v2/teamspaces/${person.teamspaceId}`

    const own = await send("PATCH", url, { plan: "team" }, person.headers)
    const operator = await send("PATCH", url, { plan: "pro" }, asAdmin)
    const foreignName = await send("PATCH", url, { name: "Taken over" }, asAdmin)

    expect([own.status, operator.status, foreignName.status]).toEqual([403, 200, 403])
    expect(operator.json).toMatchObject({ plan: "pro", role: null })
  })
})

describe("members", () => {
  it("join by an invitation that works once, with the role that it names", async () => {
    const owner = await aPerson()
    const { token } = await invite(owner, "developer")
    const account = { token, name: `guest-${next++}`, password: "long enough to be good" }

    const guest = await enter(await send("POST", "/api/auth/accept-invitation", account))
    const again = await send("POST", "/api/auth/accept-invitation", { ...account, name: "another" })
    const { members } = (await send("GET", `/api/v2/teamspaces/${owner.teamspaceId}/members`, undefined, guest.headers))
      .json as ListMembersResponse

    expect(guest.teamspaceId).toBe(owner.teamspaceId)
    expect(again.status).toBe(404)
    expect(members.map(({ name, role }) => [name, role])).toEqual([
      [account.name, "developer"],
      [owner.name, "owner"],
    ])
  })

  it("join with the account that is signed in, and not past what the plan allows", async () => {
    const [owner, first, second, third] = [await aPerson(), await aPerson(), await aPerson(), await aPerson()]
    const join = async (person: Person, token: string) =>
      (await send("POST", "/api/auth/accept-invitation", { token }, person.headers)).status
    const tokens = [(await invite(owner, "admin")).token, (await invite(owner, "admin")).token]
    const spare = (await invite(owner, "admin")).token

    const statuses = [await join(first, tokens[0]!), await join(second, tokens[1]!), await join(third, spare)]
    const url = `/api/v2/teamspaces/${owner.teamspaceId}/invitations`
    const full = await send("POST", url, { label: "x", role: "developer" }, owner.headers)

    expect(statuses).toEqual([200, 200, 403])
    expect([full.status, full.text]).toMatchObject([403, expect.stringContaining("allows 3 members")])
  })

  it("are not joined with an invitation that was taken back", async () => {
    const owner = await aPerson()
    const { token, id } = await invite(owner, "developer")
    const url = `/api/v2/teamspaces/${owner.teamspaceId}/invitations`

    const listed = await send("GET", url, undefined, owner.headers)
    const taken = await send("DELETE", `${url}/${id}`, undefined, owner.headers)
    const late = await send("POST", "/api/auth/accept-invitation", { token, name: "late", password: "long enough" })

    expect(listed.text).not.toContain(token)
    expect([taken.status, late.status]).toEqual([200, 404])
  })

  it("are managed by owners and admins, owners by owners", async () => {
    const owner = await aPerson()
    const [admin, developer] = [await aMember(owner, "admin"), await aMember(owner, "developer")]
    const url = (userId: string) => `/api/v2/teamspaces/${owner.teamspaceId}/members/${userId}`
    const role = async (by: Person, whom: Person, name: string) =>
      (await send("PATCH", url(whom.userId), { role: name }, by.headers)).status

    expect([
      await role(developer, admin, "developer"),
      await role(admin, developer, "owner"),
      await role(admin, owner, "developer"),
      await role(admin, developer, "admin"),
      await role(owner, developer, "owner"),
    ]).toEqual([403, 403, 403, 200, 200])
    expect((await send("DELETE", url(owner.userId), undefined, admin.headers)).status).toBe(403)
  })

  it("leave with their keys, but never the last owner", async () => {
    const owner = await aPerson()
    const member = await aMember(owner, "developer")
    const key = await aKey(member)
    const url = (userId: string) => `/api/v2/teamspaces/${owner.teamspaceId}/members/${userId}`
    expect((await send("GET", "/api/v2/jobs", undefined, key)).status).toBe(200)

    const last = await send("DELETE", url(owner.userId), undefined, owner.headers)
    const demoted = await send("PATCH", url(owner.userId), { role: "developer" }, owner.headers)
    const left = await send("DELETE", url(member.userId), undefined, member.headers)

    expect([last.status, demoted.status, left.status]).toEqual([403, 403, 200])
    expect((await send("GET", "/api/v2/jobs", undefined, key)).status).toBe(401)
    const again = await send("POST", "/api/auth/sign-in", {
      name: `member-${next - 1}`,
      password: "long enough to be good",
    })
    expect((await enter(again)).teamspaceId).not.toBe(owner.teamspaceId)
  })
})

describe("projects", () => {
  it("begin with a default one, have names of their own and as many as the plan allows", async () => {
    const owner = await aPerson()
    const url = `/api/v2/teamspaces/${owner.teamspaceId}/projects`
    const add = async (name: string) => (await send("POST", url, { name }, owner.headers)).status

    const free = await add("Books")
    await send("PATCH", `/api/v2/teamspaces/${owner.teamspaceId}`, { plan: "pro" }, asAdmin)
    const paid = [await add("Books"), await add("Books")]
    const { projects } = (await send("GET", url, undefined, owner.headers)).json as ListProjectsResponse
    const renamed = await send("PATCH", `${url}/${projects[1]!.id}`, { name: "Papers" }, owner.headers)

    expect([free, ...paid]).toEqual([403, 200, 409])
    expect(projects.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ["Default", true],
      ["Books", false],
    ])
    expect(renamed.json).toMatchObject({ name: "Papers" })
  })

  it("are deleted, all but the default one, which takes their libraries", async () => {
    const owner = await aPerson()
    const url = `/api/v2/teamspaces/${owner.teamspaceId}`
    await send("PATCH", url, { plan: "pro" }, asAdmin)
    const books = (await send("POST", `${url}/projects`, { name: "Books" }, owner.headers)).json as Project
    const payload = { docsRepoUrl: "https://github.com/otters/moved", private: true, projectId: books.id }
    await send("POST", "/api/v2/add/repo/github", payload, owner.headers)
    const { libraries } = program.context.catalogue
    const before = await libraries.byId("/otters/moved", owner.teamspaceId)
    const [first] = ((await send("GET", `${url}/projects`, undefined, owner.headers)).json as ListProjectsResponse)
      .projects

    const remove = async (id: string) => {
      const { status, json } = await send("DELETE", `${url}/projects/${id}`, undefined, owner.headers)
      return [status, (json as { error?: string }).error]
    }
    const answers = [await remove(books.id), await remove(books.id), await remove(first!.id)]
    const after = await libraries.byId("/otters/moved", owner.teamspaceId)

    expect(answers).toEqual([
      [200, undefined],
      [404, "not_found"],
      [400, "validation_error"],
    ])
    expect([before?.projectKey, after?.projectKey]).toEqual([books.id, null])
  })

  it("of another teamspace are refused where a private source names them", async () => {
    const [mine, other] = [await aPerson(), await aPerson()]
    const projectOf = async (person: Person) => {
      const url = `/api/v2/teamspaces/${person.teamspaceId}/projects`
      return ((await send("GET", url, undefined, person.headers)).json as ListProjectsResponse).projects[0]!.id
    }
    const caller = await program.context.sessions.authenticate(mine.headers.cookie.split("=")[1]!)

    await send("PATCH", `/api/v2/teamspaces/${mine.teamspaceId}`, { plan: "pro" }, asAdmin)
    const paying = { ...caller, plan: "pro" } as const
    const projectId = await projectOf(mine)

    const owner = await ownershipOf(program.context, paying, { isPrivate: true, projectId })
    const foreign = ownershipOf(program.context, paying, { isPrivate: true, projectId: await projectOf(other) })

    expect(owner).toEqual({ isPrivate: true, teamspaceKey: mine.teamspaceId, projectKey: projectId })
    await expect(foreign).rejects.toMatchObject({ code: "forbidden" })
  })
})

describe("private sources of a hosted instance", () => {
  const add = (by: object, more: object = {}) => {
    const docsRepoUrl = `https://github.com/otters/docs-${next++}`
    return send("POST", "/api/v2/add/repo/github", { docsRepoUrl, private: true, ...more }, by)
  }

  it("need an owner or admin, a paid plan and a project of the own teamspace", async () => {
    const [owner, other] = [await aPerson(), await aPerson()]
    const [admin, developer] = [await aMember(owner, "admin"), await aMember(owner, "developer")]
    const { projects } = (
      await send("GET", `/api/v2/teamspaces/${other.teamspaceId}/projects`, undefined, other.headers)
    ).json as ListProjectsResponse

    const free = await add(owner.headers)
    await send("PATCH", `/api/v2/teamspaces/${owner.teamspaceId}`, { plan: "pro" }, asAdmin)
    const answers = [
      free,
      await add(developer.headers),
      await add(owner.headers, { projectId: projects[0]!.id }),
      await add(admin.headers),
      await add(owner.headers),
      await add({}),
      await add(developer.headers, { private: false }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 200, 200, 401, 200])
    expect(answers.slice(0, 3).map(({ json }) => (json as { error: string }).error)).toEqual(
      Array.from({ length: 3 }, () => "forbidden"),
    )
  })

  it("are deleted by owners and admins of their teamspace, public ones by who operates the instance", async () => {
    const owner = await aPerson()
    await send("PATCH", `/api/v2/teamspaces/${owner.teamspaceId}`, { plan: "team" }, asAdmin)
    const developer = await aMember(owner, "developer")
    const own = ((await add(owner.headers)).json as { libraryName: string }).libraryName
    const open = ((await add(owner.headers, { private: false })).json as { libraryName: string }).libraryName
    const remove = async (id: string, by: object) => (await send("DELETE", `/api/v2/libs${id}`, undefined, by)).status
    const stranger = await aPerson()

    expect([
      await remove(own, developer.headers),
      await remove(own, stranger.headers),
      await remove(own, owner.headers),
      await remove(open, owner.headers),
      await remove(open, asAdmin),
    ]).toEqual([403, 404, 200, 403, 200])
  })
})

describe("the self-hosted edition", () => {
  it("is one teamspace of everybody, to which people are invited", async () => {
    const selfHosted = await startTestProgram()
    const call = (method: Method, url: string, payload?: object, headers: object = asAdmin) =>
      selfHosted.call({ method, url, headers: { ...headers }, ...(payload ? { payload } : {}) })

    const listed = (await call("GET", "/api/v2/teamspaces")).json as ListTeamspacesResponse
    const another = await call("POST", "/api/v2/teamspaces", { name: "Second" })
    const invited = await call("POST", "/api/v2/teamspaces/main/invitations", { label: "Eve", role: "developer" })
    const { token } = invited.json as CreateInvitationResponse
    const joined = await call(
      "POST",
      "/api/auth/accept-invitation",
      { token, name: "eve", password: "long enough" },
      {},
    )
    const members = (await call("GET", "/api/v2/teamspaces/main/members")).json as ListMembersResponse

    expect(listed.teamspaces).toMatchObject([{ id: "main", plan: null, role: "owner" }])
    expect([another.status, another.text]).toMatchObject([403, expect.stringContaining("hosted edition")])
    expect(joined.json).toMatchObject({ user: { name: "eve", role: "member" } })
    expect(members.members.map(({ name, role }) => [name, role])).toEqual([
      ["admin", "owner"],
      ["eve", "developer"],
    ])
    await selfHosted.remove()
  })
})
