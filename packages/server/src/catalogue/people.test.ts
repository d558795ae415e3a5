import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Catalogue } from "./catalogue.ts"
import { enginesUnderTest, type EngineUnderTest } from "./engines-under-test.testing.ts"
import { MAIN_TEAMSPACE } from "./teamspaces/records.ts"
import type { UserRecord } from "./users/records.ts"

describe.each(enginesUnderTest())("people on %s", (_name, start) => {
  let engine: EngineUnderTest
  let catalogue: Catalogue

  beforeEach(async () => {
    engine = await start()
    catalogue = await engine.open()
    await catalogue.migrate()
  })
  afterEach(() => engine.close())

  async function aUser(name: string): Promise<UserRecord> {
    return (await catalogue.users.add({ name, role: "member", passwordHash: "hash", mustChangePassword: false }))!
  }

  describe("accounts", () => {
    it("change in any field, and are found by who vouches for them", async () => {
      const { key } = await aUser("ann")

      const sso = { ssoIssuer: "https://id.example", ssoSubject: "17" }
      await catalogue.users.update(key, { ...sso, role: "admin", isActive: false, groups: ["a", "b"], email: "a@b.c" })
      await catalogue.users.update(key, {})

      const changed = { ...sso, key, role: "admin", isActive: false, groups: ["a", "b"], email: "a@b.c" }
      expect(await catalogue.users.bySso("https://id.example", "17")).toMatchObject(changed)
      expect(await catalogue.users.bySso("https://other.example", "17")).toBeUndefined()
    })

    it("are listed by name and go with their keys, sessions and memberships", async () => {
      const [ben, ann] = [await aUser("ben"), await aUser("ann")]
      const teamspace = await catalogue.teamspaces.add({ name: "Otters", plan: "free" })
      await catalogue.teamspaces.setRole(ben.key, teamspace.key, "owner")
      const place = { userKey: ben.key, teamspaceKey: teamspace.key }
      await catalogue.apiKeys.add({ ...place, label: "", keyHash: "k", hint: "" })
      await catalogue.sessions.add({ ...place, tokenHash: "s", signedInWith: "password", endsAtMs: 1 })

      expect((await catalogue.users.list()).map(({ name }) => name)).toEqual(["ann", "ben"])
      expect(await catalogue.users.remove(ben.key)).toBe(true)
      expect(await catalogue.users.remove(ben.key)).toBe(false)

      expect(await catalogue.users.list()).toEqual([ann])
      expect(await catalogue.apiKeys.byHash("k")).toBeUndefined()
      expect(await catalogue.sessions.byHash("s")).toBeUndefined()
      expect(await catalogue.teamspaces.members(teamspace.key)).toEqual([])
    })

    it("lose all their living keys at once, or those of one teamspace", async () => {
      const { key: userKey } = await aUser("ann")
      const { key: other } = await catalogue.teamspaces.add({ name: "Otters", plan: null })
      const key = (keyHash: string, teamspaceKey: string) =>
        catalogue.apiKeys.add({ userKey, teamspaceKey, label: "", keyHash, hint: "" })
      await Promise.all([key("1", MAIN_TEAMSPACE), key("2", other), key("3", other)])
      const living = async () =>
        (await catalogue.apiKeys.ofUser(userKey)).filter(({ revokedAtMs }) => revokedAtMs === null).length

      await catalogue.apiKeys.revokeOfUser(userKey, other)
      const afterOne = await living()
      await catalogue.apiKeys.revokeOfUser(userKey)

      expect([afterOne, await living()]).toEqual([1, 0])
    })
  })

  describe("teamspaces", () => {
    it("begin with the built-in one and its default project", async () => {
      expect(await catalogue.teamspaces.byKey(MAIN_TEAMSPACE)).toMatchObject({ plan: null })
      expect(await catalogue.teamspaces.projects(MAIN_TEAMSPACE)).toMatchObject([
        { key: MAIN_TEAMSPACE, isDefault: true },
      ])
    })

    it("have members with roles, which are theirs alone", async () => {
      const [ann, ben] = [await aUser("ann"), await aUser("ben")]
      const otters = await catalogue.teamspaces.add({ name: "Otters", plan: "free" })
      engine.clock.advance(1)
      const seals = await catalogue.teamspaces.add({ name: "Seals", plan: "pro" })
      await catalogue.teamspaces.setRole(ben.key, otters.key, "developer")
      await catalogue.teamspaces.setRole(ann.key, otters.key, "developer")
      await catalogue.teamspaces.setRole(ann.key, otters.key, "owner")
      engine.clock.advance(1)
      await catalogue.teamspaces.setRole(ann.key, seals.key, "admin")

      expect((await catalogue.teamspaces.members(otters.key)).map(({ name, role }) => [name, role])).toEqual([
        ["ann", "owner"],
        ["ben", "developer"],
      ])
      expect(await catalogue.teamspaces.ofUser(ann.key)).toEqual([
        { ...otters, role: "owner" },
        { ...seals, role: "admin" },
      ])
      expect(await catalogue.teamspaces.membership(ben.key, seals.key)).toBeUndefined()
      expect(await catalogue.teamspaces.removeMember(ben.key, otters.key)).toBe(true)
      expect(await catalogue.teamspaces.removeMember(ben.key, otters.key)).toBe(false)
      expect((await catalogue.teamspaces.list({ offset: 1, limit: 5 })).map(({ name }) => name)).toEqual([
        "Otters",
        "Seals",
      ])
    })

    it("change name and plan, and can be locked inside a transaction", async () => {
      const { key } = await catalogue.teamspaces.add({ name: "Otters", plan: "free" })

      await catalogue.inTransaction(async (within) => {
        await within.teamspaces.lock(key)
        await within.teamspaces.update(key, { name: "Sea otters", plan: "team" })
        await within.teamspaces.update(key, {})
      })

      expect(await catalogue.teamspaces.byKey(key)).toMatchObject({ name: "Sea otters", plan: "team" })
    })

    it("hold projects with names of their own, and keep the default one", async () => {
      const { key: teamspaceKey } = await catalogue.teamspaces.add({ name: "Otters", plan: "free" })
      const project = (await catalogue.teamspaces.addProject({ teamspaceKey, name: "Docs" }))!

      expect(await catalogue.teamspaces.addProject({ teamspaceKey, name: "Docs" })).toBeUndefined()
      expect(await catalogue.teamspaces.renameProject(project.key, "Default")).toBe(false)
      expect(await catalogue.teamspaces.renameProject(project.key, "Books")).toBe(true)
      expect(await catalogue.teamspaces.projectByKey(project.key)).toEqual({ ...project, name: "Books" })

      const [first] = await catalogue.teamspaces.projects(teamspaceKey)
      await catalogue.teamspaces.removeProject(project.key)
      await catalogue.teamspaces.removeProject(first!.key)
      expect(await catalogue.teamspaces.projects(teamspaceKey)).toEqual([first])
    })
  })

  describe("sessions and invitations", () => {
    it("keep sessions until they end, are unseen for long or are taken away", async () => {
      const { key: userKey } = await aUser("ann")
      const add = (tokenHash: string, endsAtMs: number) =>
        catalogue.sessions.add({
          userKey,
          teamspaceKey: MAIN_TEAMSPACE,
          signedInWith: "password",
          tokenHash,
          endsAtMs,
        })
      const nowMs = engine.clock.now()
      const [kept, ended] = [await add("kept", nowMs + 100), await add("ended", nowMs)]
      await catalogue.sessions.markSeen(kept.key, nowMs + 5)

      expect(await catalogue.sessions.byHash("kept")).toEqual({ ...kept, lastSeenAtMs: nowMs + 5 })
      expect(await catalogue.sessions.prune(nowMs, nowMs - 1)).toBe(1)
      expect(await catalogue.sessions.byHash("ended")).toBeUndefined()
      expect(await catalogue.sessions.remove(ended.key)).toBe(false)

      await add("other", nowMs + 100)
      await catalogue.sessions.removeOfUser(userKey, kept.key)
      expect(await catalogue.sessions.byHash("other")).toBeUndefined()
      expect(await catalogue.sessions.prune(0, nowMs + 6)).toBe(1)
    })

    it("let an invitation be used once", async () => {
      const invitation = await catalogue.invitations.add({
        tokenHash: "hash",
        teamspaceKey: MAIN_TEAMSPACE,
        label: "for Ben",
        role: "developer",
        invitedBy: null,
        expiresAtMs: 9,
      })

      expect(await catalogue.invitations.open(MAIN_TEAMSPACE)).toEqual([invitation])
      expect(await catalogue.invitations.byHash("hash")).toEqual(invitation)
      expect(await catalogue.invitations.accept(invitation.key, 5)).toBe(true)
      expect(await catalogue.invitations.accept(invitation.key, 6)).toBe(false)
      expect(await catalogue.invitations.open(MAIN_TEAMSPACE)).toEqual([])
      expect(await catalogue.invitations.byKey(invitation.key)).toMatchObject({ acceptedAtMs: 5 })
      expect(await catalogue.invitations.remove(invitation.key)).toBe(true)
    })

    it("count failures together until they lapse, from several processes", async () => {
      const other = await engine.open()

      await Promise.all([1, 2, 3, 4].map((at) => (at % 2 ? catalogue : other).signInFailures.add("ann", 0, 10)))

      expect(await catalogue.signInFailures.count("ann", 9)).toBe(4)
      expect(await catalogue.signInFailures.count("ann", 10)).toBe(0)
      expect(await catalogue.signInFailures.add("ann", 10, 20)).toBe(1)
      expect(await catalogue.signInFailures.add("ann", 11, 21)).toBe(2)
      expect(await catalogue.signInFailures.count("ann", 20)).toBe(0)
      await catalogue.signInFailures.clear("ann")
      expect(await catalogue.signInFailures.count("ann", 12)).toBe(0)
    })
  })

  describe("the audit log", () => {
    const entry = { actor: "ann", actorKey: null, subject: "x", outcome: "done", address: null } as const

    it("pages from the newest entry on, losing and repeating none", async () => {
      for (let at = 0; at < 25; at++) {
        await catalogue.audit.add({ ...entry, action: `act.${at}`, teamspaceKey: at % 2 ? "odd" : null })
        if (at % 3 === 0) engine.clock.advance(1)
      }

      const seen: string[] = []
      let page = await catalogue.audit.list({ limit: 4 })
      while (page.length > 0) {
        seen.push(...page.map(({ action }) => action))
        page = await catalogue.audit.list({ limit: 4, before: page.at(-1)! })
      }

      expect(new Set(seen).size).toBe(25)
      expect(seen).toHaveLength(25)
      expect(await catalogue.audit.list({ teamspaceKey: "odd", limit: 99 })).toHaveLength(12)
    })

    it("forgets what is too old, and nothing else", async () => {
      await catalogue.audit.add({ ...entry, action: "old", teamspaceKey: null })
      engine.clock.advance(10)
      await catalogue.audit.add({ ...entry, action: "new", teamspaceKey: null })

      expect(await catalogue.audit.prune(engine.clock.now(), 100)).toBe(1)
      expect((await catalogue.audit.list({ limit: 9 })).map(({ action }) => action)).toEqual(["new"])
    })
  })

  it("gives the settings whose names begin alike", async () => {
    for (const name of ["live.a", "live.b", "lively", "live", "other"]) await catalogue.settings.set(name, name)

    expect(await catalogue.settings.withPrefix("live.")).toEqual(
      new Map([
        ["live.a", "live.a"],
        ["live.b", "live.b"],
      ]),
    )
  })
})
