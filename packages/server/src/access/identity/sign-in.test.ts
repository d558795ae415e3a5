import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { enginesUnderTest, type EngineUnderTest } from "../../catalogue/engines-under-test.testing.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { SignInRefused, TooManyAttempts } from "../errors.ts"
import { hashPassword } from "./passwords.ts"
import { type AttemptContext, checkPassword, recordAttempt } from "./sign-in.ts"
import { DAY_MS } from "../../base/durations.ts"

const PASSWORD = "the right password"

describe.each(enginesUnderTest().slice(0, 1))("wrong attempts on %s", (_, start) => {
  let engine: EngineUnderTest
  let catalogue: Catalogue
  beforeEach(async () => {
    engine = await start()
    catalogue = await engine.open()
    await catalogue.migrate()
    const passwordHash = await hashPassword(PASSWORD)
    await catalogue.users.add({ name: "ann", role: "member", passwordHash, mustChangePassword: false })
  })
  afterEach(() => engine.close())

  const signIn = (address: string, password = PASSWORD) =>
    checkPassword(catalogue, engine.clock, { name: "ann", password, address })
  const outcome = async (address: string, password?: string) => {
    try {
      return (await signIn(address, password)).name
    } catch (error) {
      if (error instanceof SignInRefused) return "refused"
      return error instanceof TooManyAttempts ? error.details.retryAfterSeconds : error
    }
  }
  /** Adds the account `ben`, and returns a function that signs in with it. */
  async function addBen() {
    const passwordHash = await hashPassword(PASSWORD)
    await catalogue.users.add({ name: "ben", role: "member", passwordHash, mustChangePassword: false })
    return async (address: string, password = PASSWORD) => {
      const attempt = { name: "ben", password, address }
      return checkPassword(catalogue, engine.clock, attempt).then(
        ({ name }) => name,
        () => "refused",
      )
    }
  }
  /** Spends every attempt for the name, from addresses all over the world. */
  async function attack(): Promise<void> {
    for (let at = 0; at <= 100; at++) await outcome(`198.51.${Math.floor(at / 9)}.1`, "wrong")
  }

  it("of others never shut out who has signed in from an address before", async () => {
    await signIn("192.0.2.1")
    await attack()

    expect(await outcome("192.0.2.1")).toBe("ann")
  })

  it("of others slow a new address down instead of shutting it out", async () => {
    await attack()
    await outcome("203.0.113.1", "wrong")

    expect(await outcome("203.0.113.2")).toBe(5)
    engine.clock.advance(5_000)
    expect(await outcome("203.0.113.2")).toBe("ann")
  })

  it("let guesses from everywhere through one at a time", async () => {
    await attack()
    engine.clock.advance(5_000)
    const guesses = []
    for (let at = 0; at < 20; at++) guesses.push(await outcome(`203.0.113.${at}`, "wrong"))

    expect(guesses.filter((guess) => guess === "refused")).toHaveLength(1)
  })

  it("for one name do not slow down another, and a network that one account knows is new to another", async () => {
    const asBen = await addBen()
    await asBen("192.0.2.1")
    await attack()

    expect(await asBen("203.0.113.2")).toBe("ben")
    expect(await outcome("192.0.2.1")).toBe(5)
  })

  it("for two names slow down each of them by itself", async () => {
    const asBen = await addBen()
    await attack()
    for (let at = 0; at <= 100; at++) await asBen(`198.51.${Math.floor(at / 9)}.2`, "wrong")
    engine.clock.advance(5_000)

    expect(await outcome("203.0.113.1", "wrong")).toBe("refused")
    expect(await asBen("203.0.113.2")).toBe("ben")
  })

  it("at the limit leave the first one after it", async () => {
    for (let at = 0; at < 100; at++) await outcome(`198.51.${Math.floor(at / 9)}.1`, "wrong")

    expect(await outcome("203.0.113.1")).toBe("ann")
  })

  it("below the limit of an address let the right password in", async () => {
    for (let at = 0; at < 9; at++) await outcome("192.0.2.1", "wrong")

    expect(await outcome("192.0.2.1")).toBe("ann")
  })

  it("include every password for an account that is inactive, has no password or does not exist", async () => {
    const passwordHash = await hashPassword(PASSWORD)
    const ann = await catalogue.users.byName("ann")
    await catalogue.users.update(ann!.key, { isActive: false })
    await catalogue.users.add({ name: "sso", role: "member", passwordHash: "", mustChangePassword: false })
    await catalogue.users.add({ name: "ben", role: "member", passwordHash, mustChangePassword: false })
    const as = (name: string, password: string) =>
      checkPassword(catalogue, engine.clock, { name, password, address: "192.0.2.1" })

    await expect(as("ann", PASSWORD)).rejects.toThrow(SignInRefused)
    await expect(as("sso", "")).rejects.toThrow(SignInRefused)
    await expect(as("sso", PASSWORD)).rejects.toThrow(SignInRefused)
    await expect(as("nobody", PASSWORD)).rejects.toThrow(SignInRefused)
    expect((await as("ben", PASSWORD)).name).toBe("ben")
  })

  it("take as much computing time for an unknown name or an account without a password", async () => {
    await catalogue.users.add({ name: "sso", role: "member", passwordHash: "", mustChangePassword: false })
    /** Computing time of all threads: unlike elapsed time, it does not depend on other processes. */
    const computingMs = async (name: string) => {
      const before = process.cpuUsage()
      const attempt = { name, password: "wrong", address: "192.0.2.1" }
      await expect(checkPassword(catalogue, engine.clock, attempt)).rejects.toThrow(SignInRefused)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    const leastMs = async (name: string) =>
      Math.min(await computingMs(name), await computingMs(name), await computingMs(name))

    const wrongPasswordMs = await leastMs("ann")

    expect(await leastMs("nobody")).toBeGreaterThan(wrongPasswordMs / 2)
    expect(await leastMs("sso")).toBeGreaterThan(wrongPasswordMs / 2)
  })

  it("slow down an account's own network 90 days after it signed in", async () => {
    await signIn("192.0.2.1")
    engine.clock.advance(90 * DAY_MS)
    await attack()

    expect(await outcome("192.0.2.1")).toBe(5)
  })

  it("of an action are counted for each action and each network or account", async () => {
    const record = (act: string, by: AttemptContext) =>
      recordAttempt(catalogue, engine.clock, { act, by, max: 1 }).then(
        () => "allowed",
        (error: unknown) => (error instanceof TooManyAttempts ? error.details.retryAfterSeconds : error),
      )

    expect(await record("invite", { address: "192.0.2.1" })).toBe("allowed")
    expect(await record("invite", { address: "192.0.2.1:1234" })).toBe(900)
    expect(await record("invite", { address: "192.0.2.2" })).toBe("allowed")
    expect(await record("join", { address: "192.0.2.1" })).toBe("allowed")
    expect(await record("invite", { userKey: "u1" })).toBe("allowed")
    expect(await record("invite", { userKey: "u2" })).toBe("allowed")
    expect(await record("invite", { userKey: "u1" })).toBe(900)
    engine.clock.advance(900_000)
    expect(await record("invite", { userKey: "u1" })).toBe("allowed")
  })

  it("of one address shut it out for that name, whether it has signed in before or not", async () => {
    await signIn("192.0.2.1")
    for (let at = 0; at < 10; at++) await outcome("192.0.2.1", "wrong")

    expect(await outcome("192.0.2.1")).toBe(900)
  })
})
