import { mkdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { sendJson } from "../../contract-server.testing.ts"
import { aFolder, aServer, KEY, run } from "../../run-command.testing.ts"

const STARTED = {
  deviceCode: "secret-of-the-program",
  userCode: "BCDF-GHJK",
  path: "/account/device?code=BCDF-GHJK",
  expiresInSeconds: 60,
  intervalSeconds: 0,
}
const PENDING = { state: "pending", key: null, keyId: null, userName: null }
const NO_SESSION = {
  teamspace: null,
  edition: "self-hosted",
  permissions: [],
  signInWith: { password: true, sso: false, signUp: false },
}

/** A server whose sign-in is confirmed after some requests. */
function confirming(afterRequests: number) {
  let requests = 0
  return aServer({
    "POST /api/auth/device": sendJson(200, STARTED),
    "POST /api/auth/device/finish": (request, response) => {
      const isDone = ++requests > afterRequests
      const approved = { state: "approved", key: KEY, keyId: "k1", userName: "ben" }
      sendJson(200, isDone ? approved : PENDING)(request, response)
    },
    "GET /api/v2/keys": sendJson(200, { keys: [] }),
    "DELETE /api/v2/keys/k1": sendJson(200, { message: "revoked" }),
  })
}

describe("lectern login", () => {
  it("shows where to confirm, stores the key for this server only, and logout revokes it", async () => {
    const home = await aFolder()
    const environment = { HOME: home }
    const [{ url, requests }, other] = [await confirming(2), await confirming(0)]
    const path = join(home, ".config/lectern/credentials.json")

    const login = await run(["login", url], { environment })
    await run(["keys", "list", "--url", `${url}/`], { environment })
    await run(["keys", "list", "--url", other.url], { environment })
    const { mode } = await stat(path)
    const logout = await run(["logout", url], { environment })
    await run(["keys", "list", "--url", url], { environment })
    const again = await run(["logout", url], { environment })

    expect(login.errText()).toContain(`open ${url}/account/device?code=BCDF-GHJK\nand confirm the code BCDF-GHJK`)
    expect([login.exitCode, login.outText()]).toEqual([0, `signed in to ${url} as ben\n`])
    expect(login.outText() + login.errText()).not.toContain(KEY)
    expect(mode & 0o777).toBe(0o600)
    expect(requests.filter((request) => request.includes("/keys"))).toEqual([
      `GET /api/v2/keys Bearer ${KEY}`,
      `DELETE /api/v2/keys/k1 Bearer ${KEY}`,
      "GET /api/v2/keys anonymous",
    ])
    expect(other.requests).toEqual(["GET /api/v2/keys anonymous"])
    expect([logout.exitCode, again.exitCode, again.errText()]).toEqual([0, 3, expect.stringContaining("not signed in")])
    expect(await readFile(path, "utf8")).not.toContain(KEY)
  })

  it("prefers a key from the command line or the environment", async () => {
    const environment = { HOME: await aFolder() }
    const { url, requests } = await confirming(0)
    await run(["login", url], { environment })

    await run(["keys", "list", "--url", url], { environment: { ...environment, LECTERN_API_KEY: "lectern_env" } })
    await run(["keys", "list", "--url", url, "--api-key", "lectern_arg"], { environment })

    expect(requests.slice(-2)).toEqual(["GET /api/v2/keys Bearer lectern_env", "GET /api/v2/keys Bearer lectern_arg"])
  })

  it("checks a key from a pipe, and rejects one without an account", async () => {
    const environment = { HOME: await aFolder() }
    const { url } = await aServer({ "GET /api/auth/session": sendJson(200, { user: null, ...NO_SESSION }) })

    const { exitCode, errText } = await run(["login", url, "--with-key"], { environment, stdinText: `${KEY}\n` })

    expect([exitCode, errText()]).toEqual([4, expect.stringContaining("does not belong to an account")])
  })

  it("changes nothing if the credentials file is invalid", async () => {
    const home = await aFolder()
    const path = join(home, ".config/lectern/credentials.json")
    await mkdir(join(home, ".config/lectern"), { recursive: true })
    await writeFile(path, "{")
    const { url } = await confirming(0)

    const { exitCode, errText } = await run(["login", url], { environment: { HOME: home } })

    expect([exitCode, errText()]).toEqual([1, expect.stringContaining("credentials.json is invalid: delete it")])
    expect(await readFile(path, "utf8")).toBe("{")
  })
})
