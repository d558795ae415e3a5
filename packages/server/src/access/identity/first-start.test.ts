import { existsSync, readFileSync, rmSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { systemClock } from "../../base/clock.ts"
import { silentLog } from "../../base/log.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { openSqliteCatalogue } from "../../catalogue/engines/sqlite/open-sqlite-catalogue.ts"
import { readSettings } from "../../config/settings.ts"
import { ensureFirstAdmin, forgetInitialPassword, hasOnlyInitialPasswords } from "./first-start.ts"
import { hashPassword, isPasswordOf } from "./passwords.ts"
import { sha256Hex } from "../../base/sha256.ts"

const BOOTSTRAP_KEY = `lectern_${"a".repeat(43)}`

describe("the first admin", () => {
  let dataDir: string
  let catalogue: Catalogue
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "lectern-first-start-"))
    catalogue = await openSqliteCatalogue(join(dataDir, "lectern.db"), { clock: systemClock, log: silentLog })
    await catalogue.migrate()
  })
  afterEach(async () => {
    await catalogue.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const file = () => join(dataDir, "initial-password")
  const start = (environment: Record<string, string> = {}) =>
    ensureFirstAdmin(catalogue, readSettings({ LECTERN_DATA_DIR: dataDir, ...environment }), silentLog)
  async function hasPassword(password: string): Promise<boolean> {
    const admin = await catalogue.users.byName("admin")
    return admin !== undefined && (await isPasswordOf(admin.passwordHash, password))
  }

  it("gets a random password, which the data directory keeps, at the first of several starts", async () => {
    const made = await Promise.all([start(), start(), start()])
    const again = await start()

    const passwords = made.filter((password) => password !== undefined)
    expect(passwords).toHaveLength(1)
    expect(readFileSync(file(), "utf8").trim()).toBe(passwords[0])
    expect(await hasPassword(passwords[0] ?? "")).toBe(true)
    expect(again).toBeUndefined()
  })

  it("gets a new one in place of the password that every instance of an older version had", async () => {
    await start()
    const admin = await catalogue.users.byName("admin")
    await catalogue.users.setPassword(admin?.key ?? "", await hashPassword("admin"), true)
    rmSync(file())

    const made = await start()

    expect(await hasPassword("admin")).toBe(false)
    expect(await hasPassword(made ?? "")).toBe(true)
  })

  it("gets the password of one data directory only, if several share a database", async () => {
    const otherDir = await mkdtemp(join(tmpdir(), "lectern-other-start-"))
    onTestFinished(() => rm(otherDir, { recursive: true, force: true }))
    const DATABASE_URL = "postgres://lectern@db.example/lectern"
    const starts = () => [start({ DATABASE_URL }), start({ DATABASE_URL, LECTERN_DATA_DIR: otherDir })]

    const made = await Promise.all(starts())
    const again = await Promise.all(starts())

    const [password, ...others] = made.filter((each) => each !== undefined)
    expect(others).toEqual([])
    expect(await hasPassword(password ?? "")).toBe(true)
    expect(again).toEqual([undefined, undefined])
    expect([dataDir, otherDir].map((folder) => existsSync(join(folder, "initial-password")))).toEqual(
      made.map((each) => each !== undefined),
    )
  })

  it("takes the password of the environment, also in place of the initial one", async () => {
    await start()
    const before = await hasOnlyInitialPasswords(catalogue)

    expect(await start({ LECTERN_ADMIN_PASSWORD: "a password of my own" })).toBeUndefined()

    expect(await hasPassword("a password of my own")).toBe(true)
    expect([before, await hasOnlyInitialPasswords(catalogue)]).toEqual([true, false])
    expect(existsSync(file())).toBe(false)
  })

  it("is the only account whose new password deletes the initial one", async () => {
    await start()
    await forgetInitialPassword({ LECTERN_DATA_DIR: dataDir }, { name: "ann" })
    expect(existsSync(file())).toBe(true)

    await forgetInitialPassword({ LECTERN_DATA_DIR: dataDir }, { name: "admin" })
    expect(existsSync(file())).toBe(false)
  })

  it("is never made where there are other accounts", async () => {
    const passwordHash = await hashPassword("a password of hers")
    await catalogue.users.add({ name: "ann", role: "admin", passwordHash, mustChangePassword: false })

    expect(await start()).toBeUndefined()
    await start({ LECTERN_ADMIN_PASSWORD: "a password of my own" })

    expect(await catalogue.users.byName("admin")).toBeUndefined()
    expect(await hasOnlyInitialPasswords(catalogue)).toBe(false)
  })

  it("protects an instance on which nobody has chosen a password, whatever other accounts it has", async () => {
    await start()
    await catalogue.users.add({ name: "bob", role: "member", passwordHash: "", mustChangePassword: true })
    expect(await hasOnlyInitialPasswords(catalogue)).toBe(true)

    await catalogue.users.add({ name: "ann", role: "member", passwordHash: "", mustChangePassword: false })

    expect(await hasOnlyInitialPasswords(catalogue)).toBe(false)
  })

  it("of a self-hosted instance has no teamspace of its own", async () => {
    await start({ LECTERN_ADMIN_PASSWORD: "a password of my own" })
    const admin = await catalogue.users.byName("admin")

    const teamspaces = await catalogue.teamspaces.ofUser(admin?.key ?? "")

    expect(teamspaces.map(({ name }) => name)).not.toContain("Operators")
    expect(await catalogue.apiKeys.ofUser(admin?.key ?? "")).toEqual([])
  })

  it("of a hosted instance is made only with a password from the environment, and gets a teamspace", async () => {
    const hosted = { LECTERN_EDITION: "hosted", LECTERN_PUBLIC_URL: "https://lectern.example" }
    expect(await start(hosted)).toBeUndefined()
    expect(await catalogue.users.byName("admin")).toBeUndefined()

    await start({ ...hosted, LECTERN_ADMIN_PASSWORD: "a password of my own" })
    await start({ ...hosted, LECTERN_ADMIN_PASSWORD: "a password of my own" })

    const admin = await catalogue.users.byName("admin")
    expect(admin).toMatchObject({ role: "admin", mustChangePassword: false })
    const teamspaces = await catalogue.teamspaces.ofUser(admin!.key)
    expect(teamspaces).toMatchObject([{ name: "Operators", plan: "team" }])
    const { key } = teamspaces[0]!
    expect(await catalogue.teamspaces.membership(admin!.key, key)).toMatchObject({ role: "owner" })
    await start({ ...hosted, LECTERN_ADMIN_PASSWORD: "a password of my own", LECTERN_BOOTSTRAP_KEY: BOOTSTRAP_KEY })
    expect(await catalogue.apiKeys.ofUser(admin!.key)).toMatchObject([{ teamspaceKey: key }])
    expect(existsSync(file())).toBe(false)
  })

  it("gets the bootstrap key of the first start only, which stays revoked", async () => {
    const warnings: string[] = []
    const log = { ...silentLog, warn: (_: object, event: string) => void warnings.push(event) }
    const startWith = (LECTERN_BOOTSTRAP_KEY: string) =>
      ensureFirstAdmin(catalogue, readSettings({ LECTERN_DATA_DIR: dataDir, LECTERN_BOOTSTRAP_KEY }), log)
    const [first, second] = [BOOTSTRAP_KEY, `lectern_${"b".repeat(43)}`]
    await startWith(first)
    await startWith(first)
    expect(warnings).toEqual([])
    await startWith(second)

    const admin = await catalogue.users.byName("admin")
    const keys = await catalogue.apiKeys.ofUser(admin!.key)
    expect(keys).toMatchObject([{ label: "bootstrap", hint: "aaaaaa", teamspaceKey: "main" }])
    expect(warnings).toEqual(["LECTERN_BOOTSTRAP_KEY ignored: it differs from the value at the first start"])
    expect(await catalogue.apiKeys.byHash(sha256Hex(first))).toMatchObject({ userKey: admin!.key })
    await catalogue.apiKeys.revoke(keys[0]!.key)
    await startWith(first)
    expect(await catalogue.apiKeys.byHash(sha256Hex(first))).toBeUndefined()
  })

  it("keeps a password that someone has chosen", async () => {
    await start({ LECTERN_ADMIN_PASSWORD: "a password of my own" })

    await start()
    await start({ LECTERN_ADMIN_PASSWORD: "another password" })

    expect(await hasPassword("a password of my own")).toBe(true)
    expect(existsSync(file())).toBe(false)
  })
})
