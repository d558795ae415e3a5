import { authorize } from "../../../access/permissions/authorize.ts"
import type { AuditResponse, CreateKeyResponse, ListUsersResponse, User } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startModelServer } from "../../../models/model-server.testing.ts"
import { ADMIN_KEY, asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

let program: TestProgram
beforeAll(async () => {
  program = await startTestProgram({ environment: { HTTPS_PROXY: "otter:secret-of-proxy@proxy.example:8080" } })
})
afterAll(() => program.remove())

type Method = "GET" | "POST" | "PATCH" | "DELETE"
const send = (method: Method, url: string, payload?: object, headers: object = asAdmin) =>
  program.call({ method, url, headers: { ...headers }, ...(payload ? { payload } : {}) })

async function aUser(name: string, role: "admin" | "member" = "member"): Promise<User> {
  const answer = await send("POST", "/api/v2/admin/users", { name, password: `${name} has a password`, role })
  expect(answer.status).toBe(200)
  return answer.json
}

/** A key of an account, made as the command line does. */
async function aKeyOf(name: string): Promise<{ authorization: string }> {
  const { createKeyFor } = await import("../../../service/people/keys.ts")
  const system = authorize(program.context, { kind: "system" }, "manageKeysOfOthers")
  const { key } = await createKeyFor(program.context, system, { name: "test", userName: name })
  return { authorization: `Bearer ${key}` }
}

describe("accounts", () => {
  it("are made, listed without secrets, changed and deleted by admins", async () => {
    const ann = await aUser("ann")

    const listed = await send("GET", "/api/v2/admin/users")
    const changed = await send("PATCH", `/api/v2/admin/users/${ann.id}`, { role: "admin", email: "ann@example.org" })
    const taken = await send("POST", "/api/v2/admin/users", { name: "ann", password: "long enough", role: "member" })
    const deleted = await send("DELETE", `/api/v2/admin/users/${ann.id}`)

    expect((listed.json as ListUsersResponse).users.map(({ name }) => name)).toEqual(["admin", "ann"])
    expect(listed.text).not.toMatch(/argon2|passwordHash/)
    expect(changed.json).toMatchObject({ role: "admin", email: "ann@example.org", hasPassword: true, hasSso: false })
    expect([taken.status, taken.json]).toMatchObject([409, { error: "duplicate_repo" }])
    expect(deleted.status).toBe(200)
    expect((await send("DELETE", `/api/v2/admin/users/${ann.id}`)).status).toBe(404)
  })

  it("are nothing that a member may touch, but for the own password", async () => {
    const ben = await aUser("ben")
    const asBen = await aKeyOf("ben")

    const answers = [
      await send("GET", "/api/v2/admin/users", undefined, asBen),
      await send("POST", "/api/v2/admin/users", { name: "x", password: "long enough", role: "admin" }, asBen),
      await send("PATCH", `/api/v2/admin/users/${ben.id}`, { role: "admin" }, asBen),
      await send("DELETE", `/api/v2/admin/users/${ben.id}`, undefined, asBen),
      await send("GET", "/api/v2/admin/settings", undefined, asBen),
      await send("PATCH", "/api/v2/admin/permissions", { parse: true }, asBen),
      await send("GET", "/api/v2/admin/audit", undefined, asBen),
      await send("PATCH", `/api/v2/admin/users/admin`, { password: "long enough", currentPassword: "x" }, asBen),
    ]
    const own = { password: "a new password of ben", currentPassword: "ben has a password" }

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403, 403])
    expect((await send("PATCH", `/api/v2/admin/users/${ben.id}`, own, asBen)).status).toBe(200)
  })

  it("cannot find out their password with a key: after ten attempts they have to wait", async () => {
    const attempt = (number: number) =>
      program.call({
        method: "PATCH",
        url: "/api/v2/admin/users/admin",
        headers: asAdmin,
        payload: { currentPassword: `guess ${number}`, password: "a password of somebody else" },
      })
    const statuses: number[] = []
    for (let number = 0; number < 11; number++) statuses.push((await attempt(number)).status)

    const last = await attempt(11)

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    expect([last.json, Number(last.headers["retry-after"])]).toEqual([
      { error: "rate_limit_exceeded", message: expect.stringContaining("too many attempts") },
      expect.any(Number),
    ])
  })

  it("lose every key at once when they are deactivated, and their keys have the role of the moment", async () => {
    const cleo = await aUser("cleo", "admin")
    const asCleo = await aKeyOf("cleo")
    const statuses: number[] = []
    const look = async () => statuses.push((await send("GET", "/api/v2/admin/users", undefined, asCleo)).status)

    await look()
    await send("PATCH", `/api/v2/admin/users/${cleo.id}`, { role: "member" })
    await look()
    await send("PATCH", `/api/v2/admin/users/${cleo.id}`, { active: false })
    await look()
    await send("PATCH", `/api/v2/admin/users/${cleo.id}`, { active: true })
    await look()

    expect(statuses).toEqual([200, 403, 401, 401])
  })

  it("keep one active admin, also when two demote each other at the same moment", async () => {
    const other = await startTestProgram()
    const call = (method: Method, url: string, payload?: object) =>
      other.call({ method, url, headers: asAdmin, ...(payload ? { payload } : {}) })
    const last = await call("PATCH", "/api/v2/admin/users/admin", { role: "member" })
    await call("POST", "/api/v2/admin/users", { name: "dora", password: "dora has a password", role: "admin" })

    await Promise.all(["admin", "dora"].map((name) => call("PATCH", `/api/v2/admin/users/${name}`, { active: false })))
    const admins = (await other.context.catalogue.users.list()).filter((user) => user.role === "admin" && user.isActive)

    expect([last.status, last.json]).toMatchObject([400, { error: "validation_error" }])
    expect(admins).toHaveLength(1)
    await other.remove()
  })
})

describe("keys", () => {
  it("that are revoked by one process are refused by another within two seconds", { timeout: 10_000 }, async () => {
    const other = await startTestProgram({ dataDir: program.dataDir })
    const { json } = await send("POST", "/api/v2/keys", { name: "shared" })
    const { id, key } = json as CreateKeyResponse
    const use = async () => (await other.call({ url: "/api/v2/jobs", headers: { "x-api-key": key } })).status
    expect(await use()).toBe(200)

    await send("DELETE", `/api/v2/keys/${id}`)
    const revokedAtMs = performance.now()
    while ((await use()) !== 401 && performance.now() - revokedAtMs < 5_000) {
      await new Promise((resolve) => setImmediate(resolve))
    }

    expect(performance.now() - revokedAtMs).toBeLessThan(2_500)
    expect(await use()).toBe(401)
    await other.close()
  })
})

describe("settings", () => {
  it("are shown with their secrets masked", async () => {
    const answer = await send("GET", "/api/v2/admin/settings")
    const { settings, changeable } = answer.json as { settings: Record<string, unknown>; changeable: string[] }

    expect(answer.text).not.toContain(ADMIN_KEY)
    expect(answer.text).not.toContain("secret-of-proxy")
    expect(settings).toMatchObject({
      LECTERN_BOOTSTRAP_KEY: "********",
      LECTERN_ADMIN_PASSWORD: "********",
      LECTERN_OIDC_CLIENT_SECRET: null,
      LECTERN_HTTPS_PROXY: "http://********@proxy.example:8080",
      LECTERN_EDITION: "self-hosted",
      LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8",
    })
    expect(changeable).toContain("LECTERN_AUDIT_RETENTION_DAYS")
  })

  it("change where they may, all or none", async () => {
    const change = (settings: object) => send("PATCH", "/api/v2/admin/settings", { settings })

    const good = await change({ LECTERN_AUDIT_RETENTION_DAYS: 30 })
    const bad = await change({
      LECTERN_AUDIT_RETENTION_DAYS: 31,
      LECTERN_PORT: 1,
      LECTERN_SIGN_UP: "maybe",
      NO_SUCH: 1,
    })
    const lockOut = await change({ LECTERN_PASSWORD_SIGN_IN: "off" })

    expect(good.json).toMatchObject({ settings: { LECTERN_AUDIT_RETENTION_DAYS: 30 } })
    expect(bad.status).toBe(400)
    expect(bad.text).toMatch(/LECTERN_PORT.*LECTERN_SIGN_UP.*NO_SUCH/)
    expect(lockOut.text).toContain("nobody could sign in")
    expect((await send("GET", "/api/v2/admin/settings")).json).toMatchObject({
      settings: { LECTERN_AUDIT_RETENTION_DAYS: 30 },
    })
  })
})

describe("anonymous permissions", () => {
  it("are off at first, and open what they are for to callers without a key, until they are off again", async () => {
    const anonymously = (method: Method, url: string, payload?: object) => send(method, url, payload, {})
    const statuses = async () => [
      (await anonymously("POST", "/api/v1/refresh", { libraryName: "/no/such" })).status,
      (await anonymously("DELETE", "/api/v2/libs/no/such")).status,
      (await anonymously("POST", "/api/v2/import-libraries", { libraries: [] })).status,
    ]
    const first = (await send("GET", "/api/v2/admin/permissions")).json
    const off = await statuses()

    await send("PATCH", "/api/v2/admin/permissions", { parse: true })
    const parse = await statuses()
    await send("PATCH", "/api/v2/admin/permissions", { parse: false, delete: true })
    const remove = await statuses()
    await send("PATCH", "/api/v2/admin/permissions", { delete: false })

    expect(first).toEqual({ parse: false, delete: false })
    expect([off, parse, remove, await statuses()]).toEqual([
      [401, 401, 401],
      [404, 401, 401],
      [401, 404, 401],
      [401, 401, 401],
    ])
  })
})

describe("models", () => {
  it("are tested with an example that says whether they respond", async () => {
    const models = await startModelServer()
    const environment = { LECTERN_EMBEDDER_URL: models.url, LECTERN_EMBEDDER_MODEL: "m" }
    const withModel = await startTestProgram({ environment })
    const test = (name: string) =>
      withModel.call({ method: "POST", url: `/api/v2/admin/models/${name}/test`, headers: asAdmin })

    const works = await test("embedder")
    const missing = await test("writer")
    models.answerWith(() => ({ status: 401, body: { error: "wrong key" } }))
    const fails = await test("embedder")

    expect(works.json).toMatchObject({ model: "embedder", works: true, message: expect.stringContaining("dimensions") })
    expect(missing.json).toMatchObject({ works: false, message: "not configured" })
    expect(fails.json).toMatchObject({ works: false })
    expect((await test("nothing")).status).toBe(400)
    await withModel.remove()
    await models.close()
  })
})

describe("the audit log", () => {
  it("is filtered by account, action and outcome", async () => {
    await aUser("fay")
    await send("DELETE", "/api/v2/admin/users/fay")
    const actions = async (query: string) => {
      const { entries } = (await send("GET", `/api/v2/admin/audit?limit=100&${query}`)).json as AuditResponse
      return new Set(entries.map(({ action }) => action))
    }
    const outcomes = async (query: string) => {
      const { entries } = (await send("GET", `/api/v2/admin/audit?limit=100&${query}`)).json as AuditResponse
      return new Set(entries.map(({ outcome }) => outcome))
    }

    expect([...(await actions("action=user.delete"))]).toEqual(["user.delete"])
    expect((await actions("action=user.")).size).toBeGreaterThan(1)
    expect((await actions("actor=nobody")).size).toBe(0)
    expect([...(await outcomes("outcome=refused"))]).not.toContain("done")
    expect((await send("GET", "/api/v2/admin/audit?action=%25")).status).toBe(400)
  })

  it("tells of sign-ins, keys, accounts, permissions and refused attempts, without secrets", async () => {
    await send("POST", "/api/auth/sign-in", { name: "admin", password: "wrong" }, {})
    await send("GET", "/api/v2/jobs", undefined, { authorization: "Bearer lectern_wrong" })
    await send("POST", "/api/v2/keys", { name: "for the log" })

    const { entries } = (await send("GET", "/api/v2/admin/audit?limit=100")).json as AuditResponse
    const told = new Set(entries.map(({ action, outcome }) => `${action} ${outcome}`))

    for (const act of [
      "session.begin refused",
      "request.refused refused",
      "key.create done",
      "key.revoke done",
      "user.create done",
      "user.change done",
      "user.delete done",
      "password.change done",
      "permissions.change done",
      "settings.change done",
    ]) {
      expect(told).toContain(act)
    }
    expect(entries.find(({ action }) => action === "key.create")).toMatchObject({
      actor: "admin",
      subject: "admin: for the log",
      teamspaceId: "main",
    })
    expect(JSON.stringify(entries)).not.toMatch(/lectern_|has a password/)
  })

  it("pages, exports every entry as a line of JSON, and can be neither changed nor deleted", async () => {
    const ids: string[] = []
    let cursor: string | null = ""
    while (cursor !== null) {
      const page: AuditResponse = (
        await send("GET", `/api/v2/admin/audit?limit=7${cursor === "" ? "" : `&cursor=${cursor}`}`)
      ).json
      ids.push(...page.entries.map(({ id }) => id))
      cursor = page.nextCursor
    }

    const exported = await send("GET", "/api/v2/admin/audit/export")
    const lines = exported.text.trimEnd().split("\n")

    expect(ids.length).toBeGreaterThan(7)
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(ids)
    expect((await send("DELETE", "/api/v2/admin/audit")).status).toBe(405)
    expect((await send("GET", "/api/v2/admin/audit?cursor=nonsense")).status).toBe(400)
  })
})
