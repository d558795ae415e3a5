import type { ListMembersResponse, User } from "@lectern/contract"
import { afterEach, describe, expect, it } from "vitest"
import { manualClock } from "../../packages/server/src/base/manual-clock.testing.ts"
import { asAdmin, startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"
import { makeMember, makeTeamspace, type Member } from "./teamspaces.ts"

const PASSWORD = "a password that is long"
const CROWD = 8

let programs: TestProgram[] = []
afterEach(async () => {
  // The folder goes with the one that made it, so that one comes last.
  for (const program of programs.splice(0).toReversed()) await program.remove()
})

async function start(options: Parameters<typeof startTestProgram>[0] = {}): Promise<TestProgram> {
  const program = await startTestProgram(options)
  programs.push(program)
  return program
}

const statusesOf = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).sort((left, right) => left - right)
const crowd = <Result>(act: (number: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: CROWD }, (_, number) => act(number)))

describe("acts at the same moment", () => {
  it("never leave an instance without an admin, whichever way admins unmake each other", async () => {
    const program = await start()
    const teamspaceKey = "main"
    const admins = await crowd(async (number) => {
      const admin = await makeMember(program, teamspaceKey, { name: `admin-${number}`, role: "owner" })
      await program.context.catalogue.users.update(admin.userKey, { role: "admin" })
      return admin
    })
    await program.call({ method: "DELETE", url: "/api/v2/admin/users/admin", headers: admins[0]!.headers })
    program.context.authenticator.forget()

    const answers = await crowd((number) => {
      const url = `/api/v2/admin/users/${admins[(number + 1) % CROWD]!.userKey}`
      const { headers } = admins[number]!
      if (number % 3 === 0) return program.call({ method: "DELETE", url, headers })
      return program.call({
        method: "PATCH",
        url,
        headers,
        payload: number % 3 === 1 ? { active: false } : { role: "member" },
      })
    })

    const left = await program.context.catalogue.users.list()
    const active = left.filter(({ role, isActive }) => role === "admin" && isActive)
    // Who was unmade before being recognised is refused, so that more than one may be left.
    expect(active).toHaveLength(CROWD - statusesOf(answers).filter((status) => status === 200).length)
    expect(active.length).toBeGreaterThanOrEqual(1)
  })

  it("never leave a teamspace without an owner, when all of them leave or unmake each other", async () => {
    const program = await start({ environment: { LECTERN_EDITION: "hosted" } })
    const teamspaceKey = await makeTeamspace(program, "one")
    const owners: readonly Member[] = await crowd((number) =>
      makeMember(program, teamspaceKey, { name: `owner-${number}`, role: "owner" }),
    )

    await crowd((number) => {
      const { headers, userKey } = owners[number]!
      const member = (key: string) => `/api/v2/teamspaces/${teamspaceKey}/members/${key}`
      if (number % 2 === 0) return program.call({ method: "DELETE", url: member(userKey), headers })
      const url = member(owners[(number + 2) % CROWD]!.userKey)
      return program.call({ method: "PATCH", url, headers, payload: { role: "developer" } })
    })

    const { members } = (await program.call({ url: `/api/v2/teamspaces/${teamspaceKey}/members`, headers: asAdmin }))
      .json as ListMembersResponse
    expect(members.filter(({ role }) => role === "owner").length).toBeGreaterThanOrEqual(1)
  })

  it("make one account of many sign-ups with one name, and one teamspace", async () => {
    const program = await start({ environment: { LECTERN_EDITION: "hosted", LECTERN_SIGN_UP: "on" } })

    const answers = await crowd((number) =>
      program.call({
        method: "POST",
        url: "/api/auth/sign-up",
        payload: { name: "ann", password: `${PASSWORD} ${number}` },
        remoteAddress: `10.0.${number}.1`,
      }),
    )

    const { users } = (await program.call({ url: "/api/v2/admin/users", headers: asAdmin })).json as { users: User[] }
    const teamspaces = await program.context.catalogue.teamspaces.list({ offset: 0, limit: 100 })
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: CROWD - 1 }, () => 409)])
    expect(users.filter(({ name }) => name === "ann")).toHaveLength(1)
    expect(teamspaces.filter(({ name }) => name === "ann")).toHaveLength(1)
  })

  it("let one of many in who accept one invitation", async () => {
    const program = await start()
    const made = await program.call({
      method: "POST",
      url: "/api/v2/teamspaces/main/invitations",
      headers: asAdmin,
      payload: { label: "ann", role: "developer" },
    })
    const { token } = made.json as { token: string }

    const answers = await crowd((number) =>
      program.call({
        method: "POST",
        url: "/api/auth/accept-invitation",
        payload: { token, name: `ann-${number}`, password: PASSWORD },
      }),
    )

    const people = await program.context.catalogue.users.list()
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: CROWD - 1 }, () => 404)])
    expect(people.filter(({ name }) => name.startsWith("ann-"))).toHaveLength(1)
  })
})

describe("another process of the same instance", () => {
  it("refuses a key two seconds after it was revoked, a session that ended, and who was switched off", async () => {
    const clock = manualClock(Date.now())
    const here = await start({ clock })
    const elsewhere = await start({ clock, dataDir: here.dataDir })
    const [ann, ben] = [
      await makeMember(here, "main", { name: "ann", role: "developer" }),
      await makeMember(here, "main", { name: "ben", role: "developer" }),
    ]
    const { catalogue, sessions } = here.context
    const user = await catalogue.users.byKey(ann.userKey)
    const token = await sessions.begin(user!, "main", "password")
    const asked = [ann.headers, ben.headers, { cookie: `lectern_session=${token}` }]
    const ask = async (program: TestProgram) => {
      const answers = await Promise.all(asked.map((headers) => program.call({ url: "/api/v2/jobs", headers })))
      return answers.map(({ status }) => status)
    }
    expect([await ask(here), await ask(elsewhere)]).toEqual([
      [200, 200, 200],
      [200, 200, 200],
    ])

    const [key] = await catalogue.apiKeys.ofUser(ann.userKey)
    await here.call({ method: "DELETE", url: `/api/v2/keys/${key!.key}`, headers: ann.headers })
    await here.call({ method: "PATCH", url: "/api/v2/admin/users/ben", headers: asAdmin, payload: { active: false } })
    await sessions.end(token)
    const atOnce = await ask(here)
    clock.advance(2_000)

    expect([atOnce, await ask(elsewhere)]).toEqual([
      [401, 401, 401],
      [401, 401, 401],
    ])
  })
})
