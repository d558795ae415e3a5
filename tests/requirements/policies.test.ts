import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { LIMITS, PolicyConfiguration } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  ADMIN_KEY,
  asAdmin,
  startTestProgram,
  type TestProgram,
} from "../../packages/server/src/http/program.testing.ts"
import { obtainHookSecret } from "../../packages/server/src/service/incoming-hooks/hook-secret.ts"
import { callTool, importMarked, makeMember, makeTeamspace, marksOf, type Member, startHosted } from "./teamspaces.ts"

type Headers = Readonly<Record<string, string>>

function clientOf(program: () => TestProgram) {
  const patch = (url: string, headers: Headers, payload: object) =>
    program().call({ method: "PATCH", url, headers, payload })
  return {
    get: (url: string, headers: Headers = {}) => program().call({ url, headers }),
    post: (url: string, headers: Headers, payload: object) => program().call({ method: "POST", url, headers, payload }),
    patch,
    policies: (headers: Headers, payload: object) => patch("/api/v2/policies", headers, payload),
  }
}

const context = (id: string) => `/api/v2/context?libraryId=${id}&query=animals`
const SEARCH = "/api/v2/libs/search?libraryName=animals"
const RESET = {
  sourceTypes: { enable: ["public_repos", "private_sources", "wiki", "uploaded_files", "websites", "llmstxt"] },
  libraryFilters: {
    mode: null,
    quality: { blockedLibraries: { clear: true } },
    select: { allowedLibraries: { clear: true } },
  },
}

describe("policies of a self-hosted instance", () => {
  let program: TestProgram
  let member: Member
  const { get, post, policies } = clientOf(() => program)
  beforeAll(async () => {
    program = await startTestProgram({ workerMode: "inline" })
    member = await makeMember(program, "main", { name: "mia", role: "developer" })
    await importMarked(program, [1, 2])
  }, 30_000)
  afterAll(() => program.remove())

  it("are everything that is allowed at first, and read by members", async () => {
    const answer = await get("/api/v2/policies", member.headers)

    expect(answer.status).toBe(200)
    expect(PolicyConfiguration.parse(answer.json)).toEqual({
      sourceTypes: {
        public_repos: { enabled: true },
        private_sources: { enabled: true },
        wiki: { enabled: true },
        uploaded_files: { enabled: true },
        websites: { enabled: true },
        llmstxt: { enabled: true },
      },
      libraryFilters: {
        mode: null,
        quality: {
          requireVerified: false,
          minTrustScore: null,
          maxAgeDays: null,
          blockedLibraries: [],
          exceptedLibraries: [],
          repoFilters: { minStars: null, allowedLicenses: [] },
          websiteFilters: { minBacklinks: null, minReferringDomains: null, minOrganicTraffic: null },
        },
        select: { allowedLibraries: [] },
      },
      suspiciousContent: { action: "flag", maxFlaggedSnippets: 0 },
      flagged: { snippetCount: 0, libraryCount: 0, blockedCount: 0 },
      accessibleLibraryCount: 2,
    })
  })

  it("show what a change would hide before it is made", async () => {
    const listed = (await get("/api/v2/libs", asAdmin)).json as { libraries: { id: string }[] }
    const [first] = listed.libraries.map(({ id }) => id)
    const blocking = {
      libraryFilters: { mode: "quality", quality: { blockedLibraries: { add: [first ?? ""] } } },
    }

    const preview = await post("/api/v2/policies/preview", asAdmin, blocking)
    const refused = await post("/api/v2/policies/preview", member.headers, blocking)
    const after = await get("/api/v2/policies", asAdmin)

    expect(preview.json).toEqual({
      accessibleLibraryCount: 1,
      hiddenCount: 1,
      hidden: [first?.toLowerCase()],
      revealedCount: 0,
      revealed: [],
      flagged: { snippetCount: 0, libraryCount: 0, blockedCount: 0 },
    })
    expect(refused.status).toBe(403)
    expect(after.json).toMatchObject({ accessibleLibraryCount: 2, libraryFilters: { mode: null } })
  })

  it("are changed by admins only, and read with a key only", async () => {
    const change = { sourceTypes: { disable: ["websites"] } }

    expect((await get("/api/v2/policies")).json).toMatchObject({ error: "invalid_api_key" })
    expect((await policies({}, change)).status).toBe(401)
    expect((await policies(member.headers, change)).json).toMatchObject({ error: "forbidden" })
  })

  it.each([{}, { sourceTypes: { enable: ["wiki"], disable: ["confluence"] } }, { libraryFilters: { mode: "best" } }])(
    "refuse %j with 400",
    async (change) => {
      expect((await policies(asAdmin, change)).json).toMatchObject({ error: "validation_error" })
    },
  )

  it("keep a library away from search, which says so, and answer 403 access_denied to its context everywhere", async () => {
    const [first, second] = [marksOf(1).id, marksOf(2).id]
    const select = { mode: "select", select: { allowedLibraries: { add: [first.toUpperCase()] } } }
    const changed = await policies(asAdmin, { libraryFilters: select })

    for (const headers of [{}, member.headers, asAdmin]) {
      const found = await get(SEARCH, headers)
      expect(found.json).toMatchObject({ results: [{ id: first }], searchFilterApplied: true })
      expect([(await get(context(first), headers)).status, (await get(context(second), headers)).status]).toEqual([
        200, 403,
      ])
      expect((await get(context(second), headers)).json).toMatchObject({ error: "access_denied" })
      expect((await get(`/api/v2/libs${second}`, headers)).json).toMatchObject({ error: "access_denied" })
      expect((await get("/api/v3/search?query=animals", headers)).text).not.toContain(marksOf(2).word)
      const asked = { name: "query-docs", arguments: { libraryId: second, query: "animals" } }
      expect(await callTool(program, headers, asked)).toContain("do not allow")
    }
    expect(PolicyConfiguration.parse(changed.json).accessibleLibraryCount).toBe(1)
    await policies(asAdmin, RESET)
    expect((await get(SEARCH)).json).toMatchObject({ results: [{}, {}], searchFilterApplied: false })
  })

  it("lose nothing when many change at once", async () => {
    const entries = Array.from({ length: 20 }, (_, at) => `/org/repo-${at}`)
    const add = (entry: string) =>
      policies(asAdmin, { libraryFilters: { quality: { blockedLibraries: { add: [entry] } } } })

    await Promise.all(entries.map(add))

    const { libraryFilters } = PolicyConfiguration.parse((await get("/api/v2/policies", asAdmin)).json)
    expect([...libraryFilters.quality.blockedLibraries].toSorted()).toEqual(entries.toSorted())
    await policies(asAdmin, RESET)
  })

  it("leave the audit log a word of every change", async () => {
    await policies(asAdmin, { libraryFilters: { quality: { minTrustScore: null } } })

    const entries = await program.context.catalogue.audit.list({ limit: 5 })
    expect(entries[0]).toMatchObject({ action: "policy.change", actor: "admin", outcome: "done" })
  })
})

describe("access to libraries of a self-hosted instance", () => {
  let program: TestProgram
  let member: Member
  const { get, patch } = clientOf(() => program)
  beforeAll(async () => {
    program = await startTestProgram({ workerMode: "inline" })
    member = await makeMember(program, "main", { name: "mia", role: "developer" })
    await importMarked(program, [1, 2])
  }, 30_000)
  afterAll(() => program.remove())

  it("is given to chosen people, hides the library from all others but admins, and is given back", async () => {
    const { id } = marksOf(1)
    const set = (change: object) => patch(`/api/v2/libs${id}/access`, asAdmin, change)

    const chosen = await set({ access: "chosen", users: ["admin"] })
    expect(chosen.json).toEqual({ libraryId: id, access: "chosen", users: ["admin"], groups: [] })
    const statuses = async () =>
      Promise.all([{}, member.headers, asAdmin].map(async (headers) => (await get(context(id), headers)).status))
    expect(await statuses()).toEqual([404, 404, 200])
    await set({ access: "chosen", users: ["mia"] })
    expect(await statuses()).toEqual([404, 200, 200])
    expect((await set({ access: "chosen", users: ["nobody"] })).json).toMatchObject({ error: "validation_error" })
    await set({ access: "default" })
    expect(await statuses()).toEqual([200, 200, 200])
  })

  it("follows rules on prefixes where the library says nothing, the longest first", async () => {
    const rules = (change: object) => patch("/api/v2/admin/access-rules", asAdmin, change)
    const [first, second] = [marksOf(1).id, marksOf(2).id]

    const changed = await rules({ default: "closed", set: [{ prefix: "/Owner1q", access: "everyone" }] })
    expect(changed.json).toEqual({
      default: "closed",
      rules: [{ prefix: "/owner1q", access: "everyone", users: [], groups: [] }],
    })
    expect([(await get(context(first))).status, (await get(context(second))).status]).toEqual([200, 404])
    await rules({ set: [{ prefix: first, access: "chosen", users: ["mia"] }] })
    expect([(await get(context(first))).status, (await get(context(first), member.headers)).status]).toEqual([404, 200])
    await rules({ default: "open", remove: ["/owner1q", first] })
    expect((await get(context(first))).status).toBe(200)
    expect((await patch("/api/v2/admin/access-rules", member.headers, { default: "open" })).status).toBe(403)
  })

  it("names so many users and groups in all rules together that they are prepared in no time", async () => {
    const rules = (change: object) => patch("/api/v2/admin/access-rules", asAdmin, change)
    const groups = Array.from({ length: LIMITS.accessNamesMaxCount }, (_, at) => `group ${at}`)
    const ruleCount = LIMITS.accessRulesMaxNames / groups.length
    const set = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => ({ prefix: `/group-${from + at}`, access: "chosen", groups }))

    const most = await rules({ set: set(0, ruleCount) })
    const more = await rules({ set: set(ruleCount, ruleCount + 1) })
    const instead = await rules({ set: set(ruleCount, ruleCount + 1), remove: ["/group-0"] })
    const reset = await rules({ remove: set(0, ruleCount + 1).map(({ prefix }) => prefix) })

    expect([most.status, more.status, instead.status]).toEqual([200, 400, 200])
    expect(more.json).toMatchObject({
      error: "validation_error",
      message: expect.stringContaining("too many users and groups, 11000 after this change. At most 10000 are allowed"),
    })
    expect(reset.json).toEqual({ default: "open", rules: [] })
  })
})

describe("private libraries of the hosted edition", () => {
  let program: TestProgram
  let one: Member
  let developer: Member
  let two: Member
  const { get, post } = clientOf(() => program)
  beforeAll(async () => {
    program = await startHosted()
    const [first, second] = [await makeTeamspace(program, "one"), await makeTeamspace(program, "two")]
    one = await makeMember(program, first, { name: "olga", role: "owner" })
    developer = await makeMember(program, first, { name: "dora", role: "developer" })
    two = await makeMember(program, second, { name: "otto", role: "owner" })
    await importMarked(program, [1])
  }, 30_000)
  afterAll(() => program.remove())

  it("may have the identifier of a public one, which everybody else gets", async () => {
    const { libraries } = program.context.catalogue
    await importMarked(program, [2])
    const moved = await libraries.byId(marksOf(2).id)
    await libraries.update(moved!.key, { id: marksOf(1).id, teamspaceKey: one.teamspaceKey })
    await program.context.catalogueSync.catchUp()

    const wordOf = async (headers: Headers) => /okapi\dq/.exec((await get(context(marksOf(1).id), headers)).text)?.[0]
    expect(await Promise.all([one.headers, developer.headers, two.headers, {}].map(wordOf))).toEqual([
      marksOf(2).word,
      marksOf(2).word,
      marksOf(1).word,
      marksOf(1).word,
    ])
    const titles = async (headers: Headers) => {
      const { json } = await get(SEARCH, headers)
      return (json as { results: { title: string }[] }).results.map(({ title }) => title)
    }
    expect([await titles(one.headers), await titles(two.headers)]).toEqual([[marksOf(2).title], [marksOf(1).title]])
  })

  it("are added once by a teamspace, and by another one as if nobody had them", async () => {
    const add = (headers: Headers) =>
      post("/api/v2/add/repo/github", headers, { docsRepoUrl: "https://github.com/den/secrets", private: true })

    const added = await add(one.headers)
    const again = await add(one.headers)
    const elsewhere = await add(two.headers)

    expect([added.status, again.status, elsewhere.status]).toEqual([200, 409, 200])
    expect(again.json).toMatchObject({ error: "duplicate_repo" })
    expect(elsewhere.text).toBe(added.text)
    expect((await add(developer.headers)).json).toMatchObject({ error: "forbidden" })
  })

  it("are added by owners and admins of a pro or team plan only", async () => {
    const { teamspaces } = program.context.catalogue
    const payload = { docsRepoUrl: "https://github.com/den/plans", private: true }
    const add = () => post("/api/v2/add/repo/github", two.headers, payload)

    await teamspaces.update(two.teamspaceKey, { plan: "free" })
    program.context.authenticator.forget()
    const refused = await add()
    await teamspaces.update(two.teamspaceKey, { plan: "pro" })
    program.context.authenticator.forget()

    expect([refused.status, refused.json]).toEqual([403, expect.objectContaining({ error: "forbidden" })])
    expect((await add()).status).toBe(200)
  })

  it("belong to a project of the teamspace, never to one of another", async () => {
    const { teamspaces } = program.context.catalogue
    const foreign = await teamspaces.addProject({ teamspaceKey: two.teamspaceKey, name: "theirs" })
    const add = (projectId: string) =>
      post("/api/v2/add/repo/github", one.headers, {
        docsRepoUrl: "https://github.com/den/projects",
        private: true,
        projectId,
      })

    const [other, missing] = [await add(foreign!.key), await add("nothing")]

    expect([other.status, other.json]).toEqual([403, expect.objectContaining({ error: "forbidden" })])
    expect(other.text.replaceAll(foreign!.key, "nothing")).toBe(missing.text)
  })
})

describe("a stolen database file", () => {
  it("holds no key, password or token that could be used", async () => {
    const password = "a password that is long"
    const program = await startTestProgram()
    const make = async (url: string, payload: object) => {
      const answer = await program.call({ method: "POST", url, headers: asAdmin, payload })
      if (answer.status >= 300) throw new Error(answer.text)
      return answer
    }
    const member = await makeMember(program, "main", { name: "mia", role: "developer" })
    const { json } = await make("/api/v2/keys", { name: "mine" })
    const payload = { docsRepoUrl: "https://github.com/den/secrets", gitToken: "ghp_a-token-of-a-repository" }
    await make("/api/v2/add/repo/github", payload)
    const account = { kind: "wiki", siteUrl: "https://wiki.example", token: "a-token-of-the-wiki" }
    await make("/api/v2/connections", account)
    const webhook = await make("/api/v2/webhooks", { url: "https://hook.example/" })
    const invitation = await make("/api/v2/teamspaces/main/invitations", { label: "ann", role: "developer" })
    const session = await make("/api/auth/sign-in", { name: "admin", password })
    const [, cookie = ""] = /^lectern_session=([^;]+)/.exec(String(session.headers["set-cookie"])) ?? []
    const secrets = [
      account.token,
      (webhook.json as { secret: string }).secret,
      (invitation.json as { token: string }).token,
      cookie,
      await obtainHookSecret(program.context, false),
      ADMIN_KEY,
      member.headers.authorization.slice("Bearer ".length),
      (json as { key: string }).key,
      payload.gitToken,
      password,
    ]

    const names = (await readdir(program.dataDir)).filter((name) => name.startsWith("lectern.db"))
    const files = await Promise.all(names.map((name) => readFile(join(program.dataDir, name))))
    const bytes = Buffer.concat(files)

    expect(bytes.includes("den/secrets")).toBe(true)
    expect(new Set(secrets.filter((secret) => secret.length >= 10)).size).toBe(secrets.length)
    for (const secret of secrets) {
      for (const form of [secret, Buffer.from(secret).toString("base64"), Buffer.from(secret).toString("hex")]) {
        expect(bytes.includes(form)).toBe(false)
      }
    }
    await program.remove()
  })
})
