import { randomBytes } from "node:crypto"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { enginesUnderTest, type EngineUnderTest } from "../../catalogue/engines-under-test.testing.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import { InvalidApiKey } from "../errors.ts"
import { ringKey, ringOf } from "../secrets/key-ring.ts"
import { createTokenSigner } from "../secrets/signed-tokens.ts"
import { createSessions, type Sessions } from "./sessions.ts"
import { DAY_MS, HOUR_MS } from "../../base/durations.ts"
import { sha256Hex } from "../../base/sha256.ts"

describe.each(enginesUnderTest().slice(0, 1))("sessions on %s", (_, start) => {
  let engine: EngineUnderTest
  let catalogue: Catalogue
  let user: UserRecord
  const signer = createTokenSigner(ringOf([ringKey(randomBytes(32))]), "session")
  beforeEach(async () => {
    engine = await start()
    catalogue = await engine.open()
    await catalogue.migrate()
    const ann = { name: "ann", role: "member", passwordHash: "", mustChangePassword: false } as const
    user = (await catalogue.users.add(ann))!
  })
  afterEach(() => engine.close())

  /** The sessions of one process; a session lasts three days, or two hours without use. */
  const openSessions = (edition: "self-hosted" | "hosted" = "self-hosted"): Sessions =>
    createSessions({
      catalogue,
      clock: engine.clock,
      signer,
      settings: { LECTERN_EDITION: edition, LECTERN_SESSION_IDLE_HOURS: 2, LECTERN_SESSION_MAX_DAYS: 3 },
    })
  const stored = (token: string) => catalogue.sessions.byHash(sha256Hex(token))

  it("have a cookie for three days and belong to the user who began them", async () => {
    const sessions = openSessions()
    const token = await sessions.begin(user, "main", "password")

    expect(sessions.maxAgeSeconds).toBe(3 * 24 * 3_600)
    expect(await sessions.authenticate(token)).toMatchObject({
      userKey: user.key,
      via: "session",
      keyKey: (await stored(token))?.key,
    })
  })

  it("end after two hours without use", async () => {
    const sessions = openSessions()
    const token = await sessions.begin(user, "main", "password")
    engine.clock.advance(2 * HOUR_MS - 1)
    await sessions.authenticate(token)
    engine.clock.advance(2 * HOUR_MS)

    await expect(sessions.authenticate(token)).rejects.toThrow("the session has expired. Sign in again")
  })

  it("end after three days, however often they are used", async () => {
    const sessions = openSessions()
    const token = await sessions.begin(user, "main", "password")
    for (let hour = 1; hour < 72; hour++) {
      engine.clock.advance(HOUR_MS)
      await sessions.authenticate(token)
    }
    engine.clock.advance(HOUR_MS - 2_000)
    await openSessions().authenticate(token)
    engine.clock.advance(2_000)

    await expect(sessions.authenticate(token)).rejects.toThrow(InvalidApiKey)
  })

  it("record their last use at most once a minute", async () => {
    const token = await openSessions().begin(user, "main", "password")
    const beganAtMs = engine.clock.now()
    engine.clock.advance(59_999)
    await openSessions().authenticate(token)
    expect((await stored(token))?.lastSeenAtMs).toBe(beganAtMs)

    engine.clock.advance(1)
    await openSessions().authenticate(token)
    expect((await stored(token))?.lastSeenAtMs).toBe(beganAtMs + 60_000)
  })

  it("do not belong to an account that is inactive, or to someone who is not in the teamspace", async () => {
    const sessions = openSessions()
    const token = await sessions.begin(user, "main", "password")
    await expect(openSessions("hosted").authenticate(token)).rejects.toThrow(InvalidApiKey)
    await sessions.authenticate(token)

    await catalogue.users.update(user.key, { isActive: false })
    sessions.forget()

    await expect(sessions.authenticate(token)).rejects.toThrow(InvalidApiKey)
  })

  it("of a hosted instance have the role and the plan of their teamspace", async () => {
    const { key } = await catalogue.teamspaces.add({ name: "Team", plan: "pro" })
    await catalogue.teamspaces.setRole(user.key, key, "admin")
    const token = await openSessions().begin(user, key, "password")

    expect(await openSessions("hosted").authenticate(token)).toMatchObject({
      role: "member",
      teamspaceKey: key,
      teamspaceRole: "admin",
      plan: "pro",
    })
    expect(await openSessions().authenticate(token)).toMatchObject({
      teamspaceKey: "main",
      teamspaceRole: "developer",
      plan: null,
    })
  })

  it("are cached for less than two seconds", async () => {
    const sessions = openSessions()
    const token = await sessions.begin(user, "main", "password")
    await sessions.authenticate(token)
    await catalogue.sessions.removeOfUser(user.key)
    engine.clock.advance(1_999)
    await sessions.authenticate(token)

    engine.clock.advance(1)
    await expect(sessions.authenticate(token)).rejects.toThrow(InvalidApiKey)
  })

  it("end at once when they are ended, and a token that was not issued ends nothing", async () => {
    const sessions = openSessions()
    const token = await sessions.begin(user, "main", "password")
    await sessions.authenticate(token)

    await sessions.end("made up")
    await sessions.authenticate(token)
    await sessions.end(token)
    await sessions.end(token)

    await expect(sessions.authenticate(token)).rejects.toThrow(InvalidApiKey)
    expect(await stored(token)).toBeUndefined()
  })

  it("are looked up only for tokens with a valid signature", async () => {
    const sessions = openSessions()
    const made = "a token of somebody who can write to the database"
    await catalogue.sessions.add({
      userKey: user.key,
      teamspaceKey: "main",
      signedInWith: "password",
      endsAtMs: engine.clock.now() + DAY_MS,
      tokenHash: sha256Hex(made),
    })

    await expect(sessions.authenticate(made)).rejects.toThrow(InvalidApiKey)
    await sessions.end(made)
    expect(await stored(made)).toBeDefined()
  })

  it("go on under a new token, with the same end, and the old token is refused at once", async () => {
    const sessions = openSessions()
    const token = await sessions.begin(user, "main", "sso")
    const before = await stored(token)
    await sessions.authenticate(token)
    engine.clock.advance(1_000)

    const renewed = await sessions.rotate(token)
    expect((await stored(renewed))?.teamspaceKey).toBe("main")
    const { key } = await catalogue.teamspaces.add({ name: "Team", plan: "pro" })
    const moved = await sessions.rotate(renewed, key)

    await expect(sessions.authenticate(token)).rejects.toThrow(InvalidApiKey)
    const { teamspaceKey, signedInWith, endsAtMs } = (await stored(moved))!
    expect({ teamspaceKey, signedInWith, endsAtMs }).toEqual({
      teamspaceKey: key,
      signedInWith: "sso",
      endsAtMs: before?.endsAtMs,
    })
  })

  it("are replaced only once by two requests at the same time", async () => {
    const sessions = openSessions()
    const token = await sessions.begin(user, "main", "password")

    const results = await Promise.allSettled([sessions.rotate(token), sessions.rotate(token)])

    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
  })

  it("are deleted by the next sign-in once they are over", async () => {
    const idle = await openSessions().begin(user, "main", "password")
    engine.clock.advance(2 * HOUR_MS - 1)
    const recent = await openSessions().begin(user, "main", "password")
    engine.clock.advance(2)
    await openSessions().begin(user, "main", "password")

    expect(await stored(idle)).toBeUndefined()
    expect(await stored(recent)).toBeDefined()
  })
})
