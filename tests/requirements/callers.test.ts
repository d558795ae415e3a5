import { statSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { API_KEY_HEADERS, CreateKeyResponse, ListKeysResponse } from "@lectern/contract"
import { initialPasswordOf, signIn, startProgram, type Program } from "./program.ts"

const GLOBAL_KEY = "a-key-for-everything"
const submission = { docsRepoUrl: "https://github.com/no/such" }

describe("a self-hosted instance", () => {
  let program: Program
  beforeAll(async () => {
    program = await startProgram()
  })
  afterAll(() => program.close())

  it.each(["/api/v2/libs/search?libraryName=a", "/api/openapi.json", "/api/docs", "/api/auth/mcp"])(
    "lets anyone read %s",
    async (path) => {
      expect((await program.call("GET", path)).status).toBe(200)
    },
  )

  it("lets anyone ask a library", async () => {
    const answer = await program.call("GET", "/api/v2/context?libraryId=/no/such&query=a")

    expect(answer.status).toBe(404)
  })

  it.each([
    ["POST", "/api/v2/add/repo/git", submission],
    ["POST", "/api/v1/refresh", { libraryName: "/no/such" }],
    ["POST", "/api/v2/import-libraries", { libraries: [] }],
    ["DELETE", "/api/v2/libs/no/such", undefined],
    ["GET", "/api/v2/libs/no/such/export", undefined],
    ["GET", "/api/v2/jobs", undefined],
  ] as const)(
    "answers 401 invalid_api_key to %s %s without a key, anonymous parse and delete being off",
    async (method, path, json) => {
      const answer = await program.call(method, path, { json })

      expect([answer.status, answer.json]).toEqual([401, { error: "invalid_api_key", message: expect.any(String) }])
    },
  )

  it("answers 401 to a wrong key also where anonymous is allowed", async () => {
    const answers = await Promise.all(
      ["/api/v2/libs/search?libraryName=a", "/api/v2/context?libraryId=/no/such&query=a"].map((path) =>
        program.call("GET", path, { key: "lectern_wrong" }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual([401, 401])
  })

  it.each(["Authorization", ...API_KEY_HEADERS])("reads the key from %s", async (header) => {
    const answer = await program.call("GET", "/api/v2/jobs", { headers: { [header]: program.key } })

    expect(answer.status).toBe(200)
  })

  it("reads the key from Authorization: Bearer", async () => {
    const answer = await program.call("GET", "/api/v2/jobs", { headers: { authorization: `Bearer ${program.key}` } })

    expect(answer.status).toBe(200)
  })

  it("takes the first credential that is not empty and falls back to none after it", async () => {
    const list = (headers: Record<string, string>) => program.call("GET", "/api/v2/jobs", { headers })
    const answers = await Promise.all([
      list({ authorization: "Bearer ", "x-api-key": program.key }),
      list({ authorization: "", lectern_api_key: "", "context7-api-key": program.key }),
      list({ authorization: "Bearer lectern_wrong", "x-api-key": program.key }),
      list({ lectern_api_key: "lectern_wrong", "x-api-key": program.key }),
    ])

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 401])
  })

  it.each(["Basic YWRtaW46YWRtaW4=", "Bearer a b", "Token x"])(
    "answers 401 to Authorization: %s",
    async (authorization) => {
      expect(
        (await program.call("GET", "/api/v2/libs/search?libraryName=a", { headers: { authorization } })).status,
      ).toBe(401)
    },
  )

  it("says that MCP needs no key", async () => {
    expect((await program.call("GET", "/api/auth/mcp")).json).toEqual({ enabled: false })
  })

  it("takes the bootstrap key as the key of an admin, and nothing is locked with a password given", async () => {
    const answer = await program.call("POST", "/api/v2/import-libraries", { key: program.key, json: { libraries: [] } })

    expect(answer.status).toBe(202)
  })
})

describe("keys", () => {
  let program: Program
  beforeAll(async () => {
    program = await startProgram()
  })
  afterAll(() => program.close())

  const create = async (name: string) =>
    CreateKeyResponse.parse((await program.call("POST", "/api/v2/keys", { key: program.key, json: { name } })).json)
  const useOf = async (key: string) => (await program.call("GET", "/api/v2/jobs", { key })).status

  it("have a label, start with lectern_ and inherit the role of who made them, with no scopes and no expiry", async () => {
    const { key, ...created } = await create("my laptop")

    expect(key).toMatch(/^lectern_.{32,}$/)
    expect(created).toMatchObject({ name: "my laptop", role: "admin" })
    expect(Object.keys(created).sort()).toEqual(["createdAt", "hint", "id", "lastUsedAt", "name", "role"])
    expect(await useOf(key)).toBe(200)
  })

  it("show their value once, at creation", async () => {
    const { key, id } = await create("shown once")

    const list = await program.call("GET", "/api/v2/keys", { key: program.key })

    expect(ListKeysResponse.parse(list.json).keys.map((entry) => entry.id)).toContain(id)
    expect(list.text).not.toContain(key)
  })

  it("end at once when they are revoked, and cannot come back", async () => {
    const { key, id } = await create("lost")
    const before = await useOf(key)

    const revoked = await program.call("DELETE", `/api/v2/keys/${id}`, { key: program.key })
    const again = await program.call("DELETE", `/api/v2/keys/${id}`, { key: program.key })

    expect([before, revoked.status, await useOf(key), again.status]).toEqual([200, 200, 401, 404])
  })

  it("are needed to see keys", async () => {
    expect((await program.call("GET", "/api/v2/keys")).status).toBe(401)
  })
})

describe("an instance whose admin has the initial password", () => {
  const json = { libraries: [] }
  let program: Program
  let initial: string
  beforeEach(async () => {
    program = await startProgram({ LECTERN_ADMIN_PASSWORD: undefined })
    initial = initialPasswordOf(program)
  })
  afterEach(() => program.close())

  it("lets the admin change it, which unlocks everything", async () => {
    const change = async (currentPassword: string) =>
      program.call("PATCH", "/api/v2/admin/users/admin", {
        headers,
        json: { currentPassword, password: "a better one" },
      })
    const headers = await signIn(program, initial)
    const changes = [await change("wrong"), await change(initial)]

    const after = await signIn(program, "a better one")
    const imported = await program.call("POST", "/api/v2/import-libraries", { headers: after, json })

    expect([...changes, imported].map(({ status }) => status)).toEqual([400, 200, 202])
  })

  it("answers password_change_required to admin actions", async () => {
    const headers = await signIn(program, initial)

    const answer = await program.call("POST", "/api/v2/import-libraries", { headers, json })

    expect([answer.status, answer.json]).toMatchObject([403, { error: "password_change_required" }])
  })

  it("does not lock a key that was made on its machine", async () => {
    const answer = await program.call("POST", "/api/v2/import-libraries", { key: program.key, json })

    expect(answer.status).toBe(202)
  })

  it("has a password that nobody else can read or guess", async () => {
    const other = await startProgram({ LECTERN_ADMIN_PASSWORD: undefined })
    const mode = statSync(join(program.dataDir, "initial-password")).mode & 0o777

    expect(mode).toBe(0o600)
    expect(initial).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
    expect(initialPasswordOf(other)).not.toBe(initial)
    await expect(signIn(program, "admin")).rejects.toThrow("401")
    await other.close()
  })
})

describe("an instance with a global key", () => {
  let program: Program
  beforeAll(async () => {
    program = await startProgram({ API_KEY: GLOBAL_KEY })
  })
  afterAll(() => program.close())

  it("needs a key everywhere but for ping, health and readiness", async () => {
    const open = await Promise.all(["/ping", "/api/health", "/api/ready"].map((path) => program.call("GET", path)))
    const closed = await Promise.all(
      ["/api/v2/libs/search?libraryName=a", "/api/v2/context?libraryId=/a/b&query=a", "/api/openapi.json"].map((path) =>
        program.call("GET", path),
      ),
    )
    const mcp = await program.call("POST", "/mcp", { json: { jsonrpc: "2.0", id: 1, method: "tools/list" } })

    expect(open.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([...closed, mcp].map(({ status }) => status)).toEqual([401, 401, 401, 401])
  })

  it("takes the global key and keys of its people", async () => {
    const answers = await Promise.all(
      [GLOBAL_KEY, program.key, "wrong"].map((key) =>
        program.call("GET", "/api/v2/libs/search?libraryName=a", { key }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401])
  })

  it("says that MCP needs a key, also to who has none", async () => {
    const answers = await Promise.all([
      program.call("GET", "/api/auth/mcp"),
      program.call("GET", "/api/auth/mcp", { key: GLOBAL_KEY }),
    ])

    expect(answers.map(({ status, json }) => [status, json])).toEqual([
      [200, { enabled: true }],
      [200, { enabled: true }],
    ])
  })
})
