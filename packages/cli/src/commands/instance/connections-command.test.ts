import type { Connection } from "@lectern/contract"
import { describe, expect, it } from "vitest"
import { sendJson } from "../../contract-server.testing.ts"
import { EXIT_CODES } from "../../terminal/exit-codes.ts"
import { aServer, run } from "../../run-command.testing.ts"

const TOKEN = "a-token-that-nobody-may-see"
const CONSENT_URL = "https://lectern.example/api/auth/connections?ticket=t"
const connection: Connection = {
  id: "3f2a91",
  kind: "wiki",
  siteUrl: "https://example.atlassian.net",
  accountName: "you@example.com",
  connectedBy: "token",
  refusedAt: null,
  createdAt: "2026-11-01T00:00:00.000Z",
  lastUsedAt: null,
}
const accepted = { accepted: true, accountName: "You", message: "example.atlassian.net accepts the account as You" }
const refused = { accepted: false, accountName: null, message: "example.atlassian.net does not accept the account" }

function aServerWith(test: object) {
  return aServer({
    "GET /api/v2/connections": sendJson(200, { connections: [connection], consentKinds: [] }),
    "POST /api/v2/connections": sendJson(200, connection),
    "POST /api/v2/connections/3f2a91/test": sendJson(200, test),
    "POST /api/v2/connections/consent": sendJson(200, { url: CONSENT_URL, expiresAt: "2026-11-01T00:10:00.000Z" }),
    "DELETE /api/v2/connections/3f2a91": sendJson(200, { message: "disconnected" }),
  })
}
const add = ["connections", "add", "wiki", "https://example.atlassian.net", "--account-name", "you@example.com"]

describe("lectern connections", () => {
  it("lists accounts without their tokens", async () => {
    const { url } = await aServerWith(accepted)

    const { outText } = await run(["connections", "list", "--url", url])

    expect(outText()).toBe("3f2a91  wiki  https://example.atlassian.net as you@example.com  never used\n")
  })

  it.each([
    ["a variable", ["--token-from", "WIKI_TOKEN"], { environment: { WIKI_TOKEN: TOKEN } }],
    ["standard input", [], { stdinText: `${TOKEN}\n` }],
  ])(
    "connects an account with a token from %s, asks the service, and shows the token nowhere",
    async (_, more, given) => {
      const { url, requests, bodies } = await aServerWith(accepted)

      const done = await run([...add, ...more, "--url", url], given)

      expect([done.exitCode, JSON.parse(bodies[0] ?? "")]).toEqual([
        0,
        { kind: "wiki", siteUrl: "https://example.atlassian.net", accountName: "you@example.com", token: TOKEN },
      ])
      expect(done.errText()).toContain("accepts the account as You")
      expect(done.outText() + done.errText() + requests.join()).not.toContain(TOKEN)
    },
  )

  it("exits with code 1 if the service rejects the account", async () => {
    const { url } = await aServerWith(refused)

    const tested = await run(["connections", "test", "3f2a91", "--url", url])

    expect([tested.exitCode, tested.errText()]).toEqual([EXIT_CODES.failure, `${refused.message}\n`])
  })

  it("prints only the address for approval to standard output", async () => {
    const { url, bodies } = await aServerWith(accepted)

    const done = await run(["connections", "consent", "wiki", "https://example.atlassian.net", "--url", url])

    expect([done.exitCode, done.outText()]).toEqual([0, `${CONSENT_URL}\n`])
    expect(JSON.parse(bodies[0] ?? "")).toEqual({ kind: "wiki", siteUrl: "https://example.atlassian.net" })
    expect(done.errText()).toContain("before 2026-11-01T00:10:00.000Z")
  })

  it("shows in the list that access was revoked", async () => {
    const over = { ...connection, connectedBy: "consent", refusedAt: "2026-11-01T00:00:00.000Z" }
    const { url } = await aServer({
      "GET /api/v2/connections": sendJson(200, { connections: [over], consentKinds: ["wiki"] }),
    })

    const { outText } = await run(["connections", "list", "--url", url])

    expect(outText()).toContain("access revoked on 2026-11-01T00:00:00.000Z: connect it again")
  })

  it("disconnects an account", async () => {
    const { url, requests } = await aServerWith(accepted)

    const { exitCode } = await run(["connections", "remove", "3f2a91", "--url", url])

    expect([exitCode, requests[0]]).toEqual([0, expect.stringContaining("DELETE /api/v2/connections/3f2a91")])
  })

  it.each([
    [["connections", "add", "mail", "https://a.example"], {}, "Allowed choices are"],
    [[...add, "--token-from", "NO_SUCH_VARIABLE"], {}, "NO_SUCH_VARIABLE is not set"],
    [add, { stdinText: "" }, "no token was given"],
  ])("refuses %j", async (argv, given, message) => {
    const done = await run(argv, given)

    expect([done.exitCode, done.errText()]).toEqual([EXIT_CODES.usage, expect.stringContaining(message)])
  })
})
