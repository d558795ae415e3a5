import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { silentLog } from "../../base/log.ts"
import { openSqliteCatalogue } from "../../catalogue/engines/sqlite/open-sqlite-catalogue.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { readSettings } from "../../config/settings.ts"
import { makeAddressGuard } from "../../net/address-guard.ts"
import { ClientRefused, ConsentRefused, TokensUnavailable } from "./errors.ts"
import { createTokenRefresher } from "./token-refresh.ts"
import { beginConsent, takeConsent } from "./oauth-client.ts"
import { startTestOAuthHost, type TestOAuthHost, type TokenFailure } from "./oauth-host.testing.ts"
import { type OAuthHost, oauthHostsOf } from "./oauth-hosts.ts"
import { readTokens, writeTokens } from "./encrypted-tokens.ts"
import { HOUR_MS, MINUTE_MS } from "../../base/durations.ts"

const guard = makeAddressGuard({ privateNetworks: ["127.0.0.0/8"] })
const sealer = {
  seal: (secret: string) => `sealed:${secret}`,
  unseal: (sealed: string) => sealed.replace(/^sealed:/, ""),
}

describe("keeping tokens fresh", () => {
  let folder: string
  let host: TestOAuthHost
  let catalogues: Catalogue[]
  let nowMs: number
  let key: string
  const clock = { now: () => nowMs }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-tokens-"))
    nowMs = Date.parse("2026-11-01T00:00:00Z")
    catalogues = []
    for (let process = 0; process < 2; process++) {
      const catalogue = await openSqliteCatalogue(join(folder, "lectern.db"), { clock, log: silentLog })
      await catalogue.migrate()
      catalogues.push(catalogue)
    }
    host = await startTestOAuthHost("confluence")
    key = await connect()
  })
  afterEach(async () => {
    for (const catalogue of catalogues) await catalogue.close()
    await host.close()
    await rm(folder, { recursive: true, force: true })
  })

  const hosts = (secret = host.clientSecret) =>
    oauthHostsOf(
      readSettings({
        LECTERN_PUBLIC_URL: "https://lectern.example",
        LECTERN_CONFLUENCE_CLIENT_ID: host.clientId,
        LECTERN_CONFLUENCE_CLIENT_SECRET: secret,
        LECTERN_CONFLUENCE_AUTH_URL: host.url,
        LECTERN_CONFLUENCE_API_URL: host.url,
      }),
    )
  const keeper = (process = 0, clients = hosts()) =>
    createTokenRefresher({ catalogue: catalogues[process]!, hosts: clients, sealer, guard, clock, log: silentLog })
  const stored = async () => (await catalogues[0]!.connections.byKey(key))!
  const storedTokens = async () => readTokens(sealer.unseal((await stored()).sealedToken))

  async function connect(refreshes = true): Promise<string> {
    const client = hosts().get("wiki") as OAuthHost
    const { url, pending } = await beginConsent(client, guard)
    const query = new URL(host.answer(url)).searchParams
    const issued = await takeConsent(client, guard, { query, pending })
    const tokens = refreshes ? issued : { ...issued, refreshToken: null }
    const connection = await catalogues[0]!.connections.put({
      teamspaceKey: "main",
      kind: "wiki",
      siteUrl: "https://otter.atlassian.net",
      accountName: "Otter",
      sealedToken: sealer.seal(writeTokens(tokens)),
      grant: { apiUrl: `${host.url}/ex/confluence/c1`, expiresAtMs: nowMs + HOUR_MS },
    })
    return connection.key
  }
  const renewals = () => host.asked.filter((type) => type === "refresh_token").length

  it("uses the token that is there until five minutes before it runs out", async () => {
    const { accessToken } = await storedTokens()
    const first = await keeper().tokenOf(key)
    nowMs += HOUR_MS - 6 * MINUTE_MS
    const later = await keeper().tokenOf(key)
    nowMs += 2 * MINUTE_MS
    const renewed = await keeper().tokenOf(key)

    expect([first, later]).toEqual([accessToken, accessToken])
    expect(renewed).not.toBe(accessToken)
    expect([await storedTokens(), renewals()]).toMatchObject([{ accessToken: renewed }, 1])
    expect((await stored()).grant).toMatchObject({ expiresAtMs: nowMs + HOUR_MS, refusedAtMs: null })
  })

  it("renews again with the token that the last renewal brought", async () => {
    const tokens = new Set<string>()
    for (let hour = 0; hour < 3; hour++) {
      nowMs += HOUR_MS
      tokens.add(await keeper(hour % 2).tokenOf(key))
    }

    expect([tokens.size, renewals()]).toEqual([3, 3])
  })

  it("renews once for many requests of several processes, which all get the new token", async () => {
    nowMs += HOUR_MS
    const [one, other] = [keeper(0), keeper(1)]

    const tokens = await Promise.all(Array.from({ length: 8 }, (_, at) => (at % 2 ? one : other).tokenOf(key)))

    expect([new Set(tokens).size, renewals(), host.mostRenewals()]).toEqual([1, 1, 1])
  })

  it("takes what another process has renewed in the place of a token that was refused", async () => {
    const { accessToken } = await storedTokens()
    const elsewhere = await keeper(1).tokenOf(key, accessToken)

    expect([await keeper(0).tokenOf(key, accessToken), renewals()]).toEqual([elsewhere, 1])
  })

  it.each<TokenFailure>(["429", "500", "garbage", "no token"])(
    "goes on with the old token while it counts when the service answers %s, and loses nothing",
    async (failure) => {
      const { accessToken } = await storedTokens()
      nowMs += HOUR_MS - 60_000
      host.failNext(failure)
      const meanwhile = await keeper().tokenOf(key)
      nowMs += 2 * MINUTE_MS
      host.failNext(failure)

      const refused = await keeper()
        .tokenOf(key)
        .catch((error: unknown) => error)

      expect(meanwhile).toBe(accessToken)
      expect(refused).toBeInstanceOf(TokensUnavailable)
      expect(refused).toMatchObject({ retryable: true })
      expect(await keeper().tokenOf(key)).not.toBe(accessToken)
    },
  )

  it("says once that a consent was withdrawn, and what to do", async () => {
    nowMs += HOUR_MS
    host.withdraw()
    const refusals = []
    for (let time = 0; time < 2; time++)
      refusals.push(
        await keeper()
          .tokenOf(key)
          .catch((error: unknown) => error),
      )

    expect(refusals.every((error) => error instanceof ConsentRefused)).toBe(true)
    expect((refusals[1] as Error).message).toContain(
      'POST /api/v2/connections/consent {"kind":"wiki","siteUrl":"https://otter.atlassian.net"}',
    )
    expect([renewals(), (await stored()).grant?.refusedAtMs]).toEqual([1, nowMs])
    const entries = await catalogues[0]!.audit.list({ limit: 10 })
    expect(entries).toMatchObject([
      { action: "connection.refused", subject: "wiki https://otter.atlassian.net", teamspaceKey: "main" },
    ])
  })

  it("does not take a wrong secret of the settings for a withdrawn consent", async () => {
    nowMs += HOUR_MS

    await expect(keeper(0, hosts("another secret")).tokenOf(key)).rejects.toThrow(ClientRefused)
    await expect(keeper(0, new Map()).tokenOf(key)).rejects.toThrow("no longer contain an OAuth client for wiki")
    expect((await stored()).grant?.refusedAtMs).toBeNull()
    expect(await keeper().tokenOf(key)).toContain("access-")
  })

  it("keeps a token that was renewed while the keys of the instance were rotated", async () => {
    nowMs += HOUR_MS
    host.whileRenewing(async () => {
      await catalogues[1]!.encryptedValues.replaceSome(
        "connections",
        { after: "", limit: 10 },
        (sealed) => `sealed:${sealed}`,
      )
    })

    const token = await keeper().tokenOf(key)

    expect(await storedTokens()).toMatchObject({ accessToken: token })
  })

  it("keeps the newer consent when an account is connected again during a renewal", async () => {
    nowMs += HOUR_MS
    let newer = ""
    host.whileRenewing(async () => {
      host.whileRenewing(() => Promise.resolve())
      host.withdraw()
      await connect()
      newer = (await storedTokens()).accessToken
    })

    expect(await keeper().tokenOf(key)).toBe(newer)
    expect((await stored()).grant?.refusedAtMs).toBeNull()
  })

  it("ends the consent when there is nothing to renew with", async () => {
    await connect(false)
    nowMs += HOUR_MS

    await expect(keeper().tokenOf(key)).rejects.toThrow(ConsentRefused)
    expect(renewals()).toBe(0)
  })

  it("goes on after a process that stopped in the middle of a renewal", async () => {
    nowMs += HOUR_MS
    const grantKey = (await stored()).grant!.key
    const lease = { key, grantKey, by: "a process that is gone" }
    await catalogues[1]!.connections.claimRenewal(lease, nowMs, nowMs + 60_000)
    const waiting = keeper().tokenOf(key)
    nowMs += 61_000

    expect(await waiting).toContain("access-")
  })
})
