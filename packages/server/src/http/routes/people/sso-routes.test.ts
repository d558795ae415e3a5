import type { SessionResponse, User } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"
import { startOidcHost, type OidcHost, type People } from "./oidc-host.testing.ts"

const PUBLIC_URL = "http://localhost:3999"

const people: People = {
  "17": { name: "ann", email: "ann@example.org", groups: ["staff", "keepers"] },
  "18": { name: "ben", groups: ["staff"] },
  "19": { name: "admin", groups: ["staff"] },
  "20": { name: "stranger", groups: ["guests"] },
}

let host: OidcHost
let program: TestProgram
beforeAll(async () => {
  host = await startOidcHost(`${PUBLIC_URL}/api/auth/sso/callback`, people)
  program = await startTestProgram({ environment: environment() })
})
afterAll(async () => {
  await program.remove()
  await host.close()
})

function environment(): Record<string, string> {
  return {
    LECTERN_PUBLIC_URL: PUBLIC_URL,
    LECTERN_OIDC_ISSUER: host.issuer,
    LECTERN_OIDC_CLIENT_ID: "lectern",
    LECTERN_OIDC_CLIENT_SECRET: "a secret of the client",
    LECTERN_OIDC_SCOPES: "openid profile email groups",
    LECTERN_OIDC_ADMIN_GROUPS: "keepers",
    LECTERN_OIDC_ALLOWED_GROUPS: "staff",
  }
}

const cookieNamed = (name: string, header: unknown) =>
  [header]
    .flat()
    .map(String)
    .find((line) => line.startsWith(`${name}=`))
    ?.split(";")[0] ?? ""

async function begin(at = program) {
  const answer = await at.call({ url: "/api/auth/sso?returnTo=/libraries" })
  expect([answer.status, answer.text]).toMatchObject([302, expect.any(String)])
  return { url: String(answer.headers["location"]), cookie: cookieNamed("lectern_sso", answer.headers["set-cookie"]) }
}

const comeBack = (url: string, cookie: string, at = program) =>
  at.call({ url: url.slice(PUBLIC_URL.length), headers: { cookie } })

async function signInAs(subject: string, at = program) {
  const { url, cookie } = await begin(at)
  const answer = await comeBack(await host.signIn(url, subject), cookie, at)
  const session = cookieNamed("lectern_session", answer.headers["set-cookie"])
  const shown = await at.call({ url: "/api/auth/session", headers: { cookie: session } })
  return { ...answer, user: (shown.json as SessionResponse).user }
}

describe("single sign-on", () => {
  it("goes to the provider with PKCE, state and nonce, and comes back with an account and a session", async () => {
    const { url } = await begin()
    const asked = new URL(url).searchParams

    const answer = await signInAs("17")

    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: `${PUBLIC_URL}/api/auth/sso/callback`,
      state: expect.stringMatching(/.{20}/),
      nonce: expect.stringMatching(/.{20}/),
    })
    expect([answer.status, answer.headers["location"]]).toEqual([302, "/libraries"])
    expect(answer.user).toMatchObject({
      name: "ann",
      email: "ann@example.org",
      role: "admin",
      groups: ["staff", "keepers"],
      hasPassword: false,
      hasSso: true,
    })
  })

  it("gives the role that the groups of this moment give, to the same account", async () => {
    const first = await signInAs("18")
    people["18"] = { name: "benjamin", groups: ["staff", "keepers"] }

    const second = await signInAs("18")

    expect([first.user?.role, second.user?.role]).toEqual(["member", "admin"])
    expect(second.user).toMatchObject({ id: first.user?.id, name: "ben" })
  })

  it("never takes over an account that has the same name", async () => {
    const { user } = await signInAs("19")

    expect(user).toMatchObject({ name: "admin-2", role: "member" })
  })

  it("lets in nobody without one of the allowed groups, and no account that is switched off", async () => {
    const stranger = await signInAs("20")
    const { users } = (await program.call({ url: "/api/v2/admin/users", headers: asAdmin })).json as { users: User[] }
    const off = users.find(({ name }) => name === "admin-2")!
    const change = { method: "PATCH", url: `/api/v2/admin/users/${off.id}`, headers: asAdmin } as const
    await program.call({ ...change, payload: { active: false } })

    const refused = await signInAs("19")

    expect([stranger.status, stranger.user, refused.status, refused.user]).toEqual([403, null, 401, null])
    expect(users.map(({ name }) => name)).not.toContain("stranger")
  })

  it("refuses what comes back to another browser, twice, changed or with an error", async () => {
    const [one, other] = [await begin(), await begin()]
    const back = await host.signIn(one.url, "17")
    const changed = back.replace(/code=[^&]+/, "code=made-up")

    const statuses = [
      await comeBack(back, ""),
      await comeBack(back, other.cookie),
      await comeBack(back, "lectern_sso=v1.nonsense"),
      await comeBack(changed, one.cookie),
      await comeBack(`${PUBLIC_URL}/api/auth/sso/callback?error=access_denied&state=x`, one.cookie),
    ].map((answer) => [answer.status, (answer.json as { error: string }).error])
    const good = await comeBack(back, one.cookie)
    const again = await comeBack(back, one.cookie)

    expect(statuses).toEqual(Array.from({ length: 5 }, () => [401, "invalid_api_key"]))
    expect([good.status, again.status]).toEqual([302, 401])
  })

  it("ends the session that the browser had before", async () => {
    const first = await signInAs("17")
    const before = cookieNamed("lectern_session", first.headers["set-cookie"])
    const { url, cookie } = await begin()

    const second = await comeBack(await host.signIn(url, "17"), `${cookie}; ${before}`)

    const used = await program.call({ url: "/api/v2/jobs", headers: { cookie: before } })
    expect([second.status, used.status]).toEqual([302, 401])
  })

  it("sends nobody to another site afterwards", async () => {
    for (const returnTo of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:1"]) {
      const answer = await program.call({ url: `/api/auth/sso?returnTo=${encodeURIComponent(returnTo)}` })
      expect(answer.status).toBe(400)
    }
  })

  it("lets passwords be switched off once an admin has come in by it, and on again", async () => {
    const change = (value: string) =>
      program.call({
        method: "PATCH",
        url: "/api/v2/admin/settings",
        headers: asAdmin,
        payload: { settings: { LECTERN_PASSWORD_SIGN_IN: value } },
      })
    const payload = { name: "admin", password: "a password that is long" }
    const withPassword = async () => (await program.call({ method: "POST", url: "/api/auth/sign-in", payload })).status

    const off = await change("off")
    const refused = await withPassword()
    await change("on")

    expect([off.status, refused, await withPassword()]).toEqual([200, 403, 200])
  })

  it("reaches the provider by the rules of every outbound request", async () => {
    const strict = await startTestProgram({ environment: { ...environment(), LECTERN_PRIVATE_NETWORKS: "10.0.0.0/8" } })

    const answer = await strict.call({ url: "/api/auth/sso" })

    expect([answer.status, answer.json]).toMatchObject([401, { error: "invalid_api_key" }])
    await strict.remove()
  })

  it("is not there where no provider is named", async () => {
    const plain = await startTestProgram()

    expect((await plain.call({ url: "/api/auth/sso" })).status).toBe(404)
    await plain.remove()
  })
})
