import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { SessionResponse } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

const PASSWORD = "a password that is long"
const fromOwnPage = { origin: "http://localhost:80", host: "localhost:80" }

/** Sends requests as a browser does that keeps its cookie. */
function aBrowser(program: TestProgram) {
  let cookie = ""
  return {
    cookie: () => cookie,
    async send(method: "GET" | "POST" | "PATCH", url: string, payload?: object, headers: object = fromOwnPage) {
      const sent = { ...headers, ...(cookie === "" ? {} : { cookie }) }
      const answer = await program.call({ method, url, headers: sent, ...(payload ? { payload } : {}) })
      const given = answer.headers["set-cookie"]
      if (typeof given === "string") cookie = given.startsWith("lectern_session=;") ? "" : (given.split(";")[0] ?? "")
      return { ...answer, setCookie: typeof given === "string" ? given : "" }
    },
    signIn(name = "admin", password = PASSWORD) {
      return this.send("POST", "/api/auth/sign-in", { name, password })
    },
  }
}

describe("sessions", () => {
  let program: TestProgram
  beforeAll(async () => {
    program = await startTestProgram()
  })
  afterAll(() => program.remove())

  it("begin with name and password, in a cookie that scripts and other sites cannot use", async () => {
    const browser = aBrowser(program)
    const before = SessionResponse.parse((await browser.send("GET", "/api/auth/session")).json)

    const answer = await browser.signIn()

    expect(before).toMatchObject({ user: null, signInWith: { password: true, sso: false, signUp: false } })
    expect(SessionResponse.parse(answer.json)).toMatchObject({
      user: { name: "admin", role: "admin", mustChangePassword: false },
      teamspace: { id: "main", role: "owner", plan: null },
      edition: "self-hosted",
    })
    expect(answer.setCookie).toMatch(/; HttpOnly; SameSite=Lax$/)
    expect(answer.text).not.toContain(browser.cookie().split("=")[1]!.slice(0, 20))
    expect((await browser.send("GET", "/api/v2/admin/users")).status).toBe(200)
  })

  it("are marked for https where the instance is reached over it", async () => {
    const secure = await startTestProgram({ environment: { LECTERN_PUBLIC_URL: "https://docs.example" } })

    const answer = await aBrowser(secure).signIn()

    expect(answer.setCookie).toContain("; Secure")
    await secure.remove()
  })

  it("end when one signs out, and a token that was made up never began one", async () => {
    const browser = aBrowser(program)
    await browser.signIn()
    const { cookie } = { cookie: browser.cookie() }

    await browser.send("POST", "/api/auth/sign-out")

    expect(browser.cookie()).toBe("")
    for (const old of [cookie, "lectern_session=made.up", `${cookie}x`]) {
      const answer = await program.call({ url: "/api/v2/jobs", headers: { cookie: old } })
      expect([answer.status, answer.json]).toMatchObject([401, { error: "invalid_api_key" }])
      expect(String(answer.headers["set-cookie"])).toContain("Max-Age=0")
    }
  })

  it("begin under a new token each time, and the one before ends", async () => {
    const browser = aBrowser(program)
    await browser.signIn()
    const first = browser.cookie()
    await browser.signIn()

    expect(browser.cookie()).not.toBe(first)
    expect((await program.call({ url: "/api/v2/jobs", headers: { cookie: first } })).status).toBe(401)
    expect((await browser.send("GET", "/api/v2/jobs")).status).toBe(200)
  })

  it("change nothing for pages of other sites, and for requests that come from no page", async () => {
    const browser = aBrowser(program)
    await browser.signIn()
    const create = (headers: object) => browser.send("POST", "/api/v2/keys", { name: "x" }, headers)

    const answers = [
      await create({ origin: "https://evil.example" }),
      await create({}),
      await create({ origin: "null" }),
      await create({ "sec-fetch-site": "cross-site" }),
      await create({ "sec-fetch-site": "same-origin" }),
      await create(fromOwnPage),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 200, 200])
    expect(answers[0]!.json).toMatchObject({ error: "forbidden" })
  })

  it("cannot be begun by a page of another site", async () => {
    const answer = await aBrowser(program).send(
      "POST",
      "/api/auth/sign-in",
      { name: "admin", password: PASSWORD },
      { origin: "https://evil.example" },
    )

    expect([answer.status, answer.setCookie]).toEqual([403, ""])
  })

  it("all end when the password changes; who changed it goes on", async () => {
    const other = await startTestProgram()
    const [mine, elsewhere] = [aBrowser(other), aBrowser(other)]
    await Promise.all([mine.signIn(), elsewhere.signIn()])

    const change = { currentPassword: PASSWORD, password: "an even longer password" }
    const changed = await mine.send("PATCH", "/api/v2/admin/users/admin", change)

    expect(changed.status).toBe(200)
    expect((await mine.send("GET", "/api/v2/jobs")).status).toBe(200)
    expect((await elsewhere.send("GET", "/api/v2/jobs")).status).toBe(401)
    expect((await elsewhere.signIn()).status).toBe(401)
    await other.remove()
  })

  it("insist on another password while the initial one lasts", async () => {
    const fresh = await startTestProgram({ environment: { LECTERN_ADMIN_PASSWORD: "" } })
    const initial = readFileSync(join(fresh.dataDir, "initial-password"), "utf8").trim()
    const browser = aBrowser(fresh)

    const session = await browser.signIn("admin", initial)
    const locked = await browser.send("GET", "/api/v2/admin/users")
    const change = { currentPassword: initial, password: "not the initial one" }
    await browser.send("PATCH", "/api/v2/admin/users/admin", change)

    expect(session.json).toMatchObject({ user: { mustChangePassword: true } })
    expect([locked.status, locked.json]).toMatchObject([403, { error: "password_change_required" }])
    expect((await browser.send("GET", "/api/v2/admin/users")).status).toBe(200)
    expect(existsSync(join(fresh.dataDir, "initial-password"))).toBe(false)
    await fresh.remove()
  })

  it("are open to begin on an instance that a global key closes", async () => {
    const closed = await startTestProgram({ environment: { LECTERN_API_KEY: "a-global-key" } })
    const browser = aBrowser(closed)
    const search = () => browser.send("GET", "/api/v2/libs/search?libraryName=a")

    const before = await search()
    await browser.signIn()

    expect([before.status, (await search()).status]).toEqual([401, 200])
    await closed.remove()
  })
})

describe("signing in", () => {
  it("answers an unknown name, a wrong password and an inactive account alike", async () => {
    const program = await startTestProgram()
    const ben = { name: "ben", password: "ben's long password", role: "member" }
    const made = await program.call({ method: "POST", url: "/api/v2/admin/users", headers: asAdmin, payload: ben })
    const url = `/api/v2/admin/users/${(made.json as { id: string }).id}`
    await program.call({ method: "PATCH", url, headers: asAdmin, payload: { active: false } })
    const browser = aBrowser(program)

    const answers = [
      await browser.signIn("nobody", "wrong"),
      await browser.signIn("admin", "wrong"),
      await browser.signIn("ben", ben.password),
    ]

    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
    await program.remove()
  })

  it("is refused after ten failures of a name from one address, and says when to come back", async () => {
    const program = await startTestProgram()
    const browser = aBrowser(program)
    await Promise.all(Array.from({ length: 10 }, () => browser.signIn("admin", "wrong")))

    const refused = await browser.signIn()
    const elsewhere = await program.app.inject({
      method: "POST",
      url: "/api/auth/sign-in",
      remoteAddress: "192.0.2.7",
      payload: { name: "admin", password: PASSWORD },
    })

    expect([refused.status, refused.json]).toMatchObject([429, { error: "rate_limit_exceeded" }])
    expect(refused.headers["retry-after"]).toBe("900")
    expect(elsewhere.statusCode).toBe(200)
    await program.remove()
  })
})

it("keep the name of the first admin free on a hosted instance that has none yet, in every spelling", async () => {
  const environment = { LECTERN_EDITION: "hosted", LECTERN_SIGN_UP: "on", LECTERN_ADMIN_PASSWORD: "" }
  const hosted = await startTestProgram({ environment })
  const signUp = async (name: string) => {
    const { status, json } = await aBrowser(hosted).send("POST", "/api/auth/sign-up", { name, password: PASSWORD })
    return [status, (json as { readonly error?: string }).error]
  }

  expect(await hosted.context.catalogue.users.count()).toBe(0)
  expect([await signUp("admin"), await signUp("Admin"), await signUp("ann")]).toEqual([
    [409, "duplicate_repo"],
    [409, "duplicate_repo"],
    [200, undefined],
  ])
  await hosted.remove()
})
