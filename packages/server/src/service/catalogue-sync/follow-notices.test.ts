import { afterAll, expect, it, vi } from "vitest"
import { createAuthenticator } from "../../access/identity/authenticate.ts"
import { newApiKey } from "../../access/identity/api-keys.ts"
import { createLiveSettings } from "../../access/live-settings.ts"
import { manualClock } from "../../base/manual-clock.testing.ts"
import { silentLog } from "../../base/log.ts"
import { startPostgres } from "../../base/postgres/postgres-server.testing.ts"
import { openPostgresCatalogue } from "../../catalogue/engines/postgres/open-postgres-catalogue.ts"
import { followNotices } from "./follow-notices.ts"
import { sha256Hex } from "../../base/sha256.ts"

const server = startPostgres()
afterAll(async () => (await server).close())

it("notices a revoked key and a changed setting of another process before the caches expire", async () => {
  // The caches never expire, because this clock stands still.
  const environment = { clock: manualClock(), log: silentLog }
  const databaseUrl = await (await server).createDatabase()
  const open = () => openPostgresCatalogue(databaseUrl, environment)
  const [here, elsewhere] = [await open(), await open()]
  await here.migrate()
  const account = { name: "ada", role: "admin", passwordHash: "x", mustChangePassword: false } as const
  const user = await here.users.add(account)
  const secret = newApiKey()
  const keyHash = sha256Hex(secret)
  const apiKey = await here.apiKeys.add({ userKey: user!.key, teamspaceKey: "main", label: "k", keyHash, hint: "…" })
  const live = createLiveSettings(here, environment.clock)
  const authenticator = createAuthenticator({ ...environment, catalogue: here, edition: "self-hosted", live })
  const headers = { authorization: `Bearer ${secret}` }
  const stop = followNotices({ catalogue: here, authenticator, live, sessions: { forget: () => undefined } })
  await vi.waitFor(() => expect(here.notices.isLive).toBe(true), { timeout: 20_000 })
  await expect(authenticator.authenticate(headers)).resolves.toMatchObject({ kind: "user" })

  await elsewhere.apiKeys.revoke(apiKey.key)
  await elsewhere.settings.set("live.colour", "green")

  const refused = () => expect(authenticator.authenticate(headers)).rejects.toThrow("was revoked")
  await vi.waitFor(refused, { timeout: 20_000 })
  await vi.waitFor(async () => {
    await live.refresh()
    expect(live.given("colour")).toBe("green")
  })
  stop()
  await Promise.all([here.close(), elsewhere.close()])
}, 60_000)
