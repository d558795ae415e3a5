import { CreateInvitationResponse, StartDeviceResponse } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { asAdmin, startTestProgram, type TestProgram } from "../program.testing.ts"

const PASSWORD = "a password that is long"
let program: TestProgram
beforeAll(async () => {
  program = await startTestProgram({ environment: { LECTERN_ALLOWED_HOSTS: "*" } })
})
afterAll(() => program.remove())

/** A browser: keeps its cookie, names the page that a form is on, and follows redirects of this instance. */
function aBrowser(origin = "http://localhost:80") {
  let cookie = ""
  const send = async (method: "GET" | "POST", url: string, form?: Record<string, string>) => {
    const answer = await program.call({
      method,
      url,
      headers: {
        host: "localhost:80",
        cookie,
        ...(form === undefined ? {} : { origin, "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(form === undefined ? {} : { payload: new URLSearchParams(form).toString() }),
    })
    for (const line of [answer.headers["set-cookie"]].flat()) {
      const found = /^(lectern_session=[^;]*)/.exec(String(line))?.[1]
      if (found !== undefined) cookie = found
    }
    return answer
  }
  const follow = async (from: string, answer: Awaited<ReturnType<typeof send>>) => {
    if (answer.status !== 303) return answer
    const { pathname, search } = new URL(String(answer.headers["location"]), `http://localhost${from}`)
    return send("GET", `${pathname}${search}`)
  }
  return {
    open: (url: string) => send("GET", url),
    submit: async (url: string, form: Record<string, string>) => follow(url, await send("POST", url, form)),
  }
}

const keyIn = (page: string) => /lectern_[\w-]{20,}/.exec(page)?.[0]

async function invite(): Promise<string> {
  const payload = { label: "ben@example.com", role: "developer" }
  const url = "/api/v2/teamspaces/main/invitations"
  const { json } = await program.call({ method: "POST", url, headers: asAdmin, payload })
  return CreateInvitationResponse.parse(json).path
}

describe("the pages that links lead to, without the dashboard and JavaScript", () => {
  it("let an invited person in, who makes a key and asks with it", async () => {
    const browser = aBrowser()
    const link = await invite()

    const page = await browser.open(link.split("#", 1).join(""))
    const account = await browser.submit("/account/accept-invitation", {
      token: `https://docs.example.com${link}`,
      name: "ben",
      password: PASSWORD,
    })
    const made = await browser.submit("/account/keys", { name: "laptop" })

    expect(page.text).toContain("Accept your invitation")
    expect([account.status, account.text]).toEqual([
      200,
      expect.stringContaining("Signed in as ben with the role member"),
    ])
    const key = keyIn(made.text)
    const asked = await program.call({ url: "/api/v2/keys", headers: { authorization: `Bearer ${key}` } })
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('"name":"laptop"')])
    expect((await browser.open("/account")).text).not.toContain(key)
  })

  it("sign in, change the password, revoke a key and sign out", async () => {
    const browser = aBrowser()

    const refused = await browser.submit("/account/sign-in", { name: "admin", password: "wrong" })
    const account = await browser.submit("/account/sign-in", { name: "admin", password: PASSWORD, returnTo: "//evil" })
    const bad = await browser.submit("/account/password", { currentPassword: "wrong", password: PASSWORD })
    await browser.submit("/account/keys", { name: "to revoke" })
    const id = /name="id" value="([^"]+)"/.exec((await browser.open("/account")).text)?.[1] ?? ""
    const revoked = await browser.submit("/account/keys/revoke", { id })
    const changed = await browser.submit("/account/password", { currentPassword: PASSWORD, password: `${PASSWORD}er` })
    const out = await browser.submit("/account/sign-out", {})

    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('role="alert"')])
    expect(account.text).toContain("Signed in as admin with the role admin")
    expect([bad.status, bad.text]).toEqual([400, expect.stringContaining("currentPassword: incorrect")])
    expect(revoked.text).not.toContain("to revoke")
    expect([changed.status, changed.text]).toEqual([200, expect.stringContaining("Your account")])
    expect(out.text).toContain('name="password"')
  })

  it("confirm the sign-in of a program, after signing in on the way", async () => {
    const browser = aBrowser()
    const started = await program.call({ method: "POST", url: "/api/auth/device", payload: { name: "lectern on <b>" } })
    const { path, userCode, deviceCode } = StartDeviceResponse.parse(started.json)

    const asked = await browser.open(path)
    const confirm = await browser.submit("/account/sign-in", {
      name: "admin",
      password: `${PASSWORD}er`,
      returnTo: path,
    })
    const done = await browser.submit("/account/device", { userCode })

    expect(asked.text).toContain(`name="returnTo" value="${path}"`)
    expect(confirm.text).toContain("lectern on &lt;b&gt;")
    expect(done.text).toContain("Signed in. You can close this page.")
    const finished = await program.call({ method: "POST", url: "/api/auth/device/finish", payload: { deviceCode } })
    expect(finished.json).toMatchObject({ state: "approved", userName: "admin" })
    expect((await browser.open("/account/device?code=BBBB-BBBB")).text).toContain("unknown or has expired")
  })

  it("refuse forms of other sites", async () => {
    const victim = aBrowser()
    await victim.submit("/account/sign-in", { name: "ben", password: PASSWORD })
    const foreign = aBrowser("https://evil.example")

    const answer = await foreign.submit("/account/sign-in", { name: "ben", password: PASSWORD })

    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining("cross-site request refused")])
  })

  it("say so in words when a form is empty, and contain neither scripts nor styles of their own", async () => {
    const browser = aBrowser()
    const pages = [
      await browser.submit("/account/accept-invitation", {}),
      await browser.submit("/account/sign-in", {}),
      await browser.open("/sign-in"),
      await browser.open("/account"),
    ]

    expect(pages.map(({ status }) => status)).toEqual([400, 400, 200, 200])
    for (const { text, headers } of pages) {
      expect(headers["content-type"]).toBe("text/html; charset=utf-8")
      expect(text).not.toMatch(/ on\w+=|<style|style=|<script>/)
    }
  })
})
