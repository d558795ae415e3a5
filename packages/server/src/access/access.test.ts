import { mkdtemp, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import { manualClock } from "../base/manual-clock.testing.ts"
import { silentLog } from "../base/log.ts"
import { newApiKey } from "./identity/api-keys.ts"
import { isSameSecret } from "./secrets/same-secret.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import { createAuthenticator } from "./identity/authenticate.ts"
import { aUserCaller } from "./identity/caller.testing.ts"
import type { Caller } from "./identity/caller.ts"
import { readCredential } from "./identity/credentials.ts"
import { InvalidApiKey } from "./errors.ts"
import { openKeyRing, ringKey, ringOf } from "./secrets/key-ring.ts"
import { createSecretBox } from "./secrets/encryption.ts"
import { sha256Hex } from "../base/sha256.ts"

const admin = aUserCaller({ role: "admin", teamspaceRole: "owner" })
const anonymous: Caller = { kind: "anonymous" }

/** The keys of the data directory. */
const ofFile = { configured: undefined, log: silentLog }

describe("readCredential", () => {
  it.each([
    [{ authorization: "Bearer one" }, "one"],
    [{ authorization: "bearer   one " }, "one"],
    [{ authorization: "one" }, "one"],
    [{ authorization: "Bearer ", "x-api-key": "two" }, "two"],
    [{ authorization: "Bearer", "x-api-key": "two" }, "two"],
    [{ authorization: "the bearer one" }, "the bearer one"],
    [{ authorization: ["  ", "one"] }, "one"],
    [{ authorization: "", lectern_api_key: "three", "x-api-key": "two" }, "three"],
    [{ "x-context7-api-key": "four", "context7-api-key": "five" }, "four"],
    [{ "x-api-key": ["", "six"] }, "six"],
    [{ "lectern-api-key": "  " }, undefined],
    [{}, undefined],
  ])("reads %j as %s", (headers, credential) => {
    expect(readCredential(headers)).toBe(credential)
  })
})

describe("createAuthenticator", () => {
  function anInstance() {
    const clock = manualClock()
    const calls = { byHash: 0, markUsed: 0 }
    const apiKey = newApiKey()
    const state = { isRevoked: false, isActive: true, lastUsedAtMs: null as number | null }
    const record = {
      key: "k1",
      userKey: "u1",
      teamspaceKey: "main",
      label: "",
      keyHash: sha256Hex(apiKey),
      hint: "",
      createdAtMs: 0,
      lastUsedAtMs: null,
      revokedAtMs: null,
    }
    const user = {
      key: "u1",
      name: "admin",
      role: "admin" as const,
      passwordHash: "",
      mustChangePassword: false,
      isActive: true,
      createdAtMs: 0,
      email: null,
      ssoIssuer: null,
      ssoSubject: null,
      groups: [],
    }
    const refuse = () => Promise.reject(new Error("not asked for here"))
    const authenticator = createAuthenticator({
      clock,
      edition: "self-hosted",
      live: { refresh: () => Promise.resolve() },
      globalKey: "the global key",
      systemKey: "the system key",
      catalogue: {
        // Nobody has a teamspace to look up in the self-hosted edition.
        teamspaces: {} as Catalogue["teamspaces"],
        apiKeys: {
          add: refuse,
          ofUser: refuse,
          revoke: refuse,
          revokeOfUser: refuse,
          byHash: async (hash) => {
            calls.byHash++
            const { isRevoked, lastUsedAtMs } = state
            return hash === record.keyHash && !isRevoked ? { ...record, lastUsedAtMs } : undefined
          },
          markUsed: async () => void calls.markUsed++,
        },
        users: { byKey: async () => ({ ...user, isActive: state.isActive }) } as unknown as Catalogue["users"],
      },
    })
    return { authenticator, apiKey, clock, calls, state }
  }

  it("knows anonymous callers, the global key and the keys of users", async () => {
    const { authenticator, apiKey } = anInstance()

    expect(await authenticator.authenticate({})).toEqual(anonymous)
    expect(await authenticator.authenticate({ "x-api-key": "the global key" })).toEqual({ kind: "global-key" })
    expect(await authenticator.authenticate({ "x-api-key": "the system key" })).toEqual({ kind: "system" })
    expect(await authenticator.authenticate({ authorization: `Bearer ${apiKey}` })).toEqual(admin)
  })

  it("refuses a wrong key without looking at the next header", async () => {
    const { authenticator, apiKey } = anInstance()

    await expect(authenticator.authenticate({ authorization: "Bearer wrong", "x-api-key": apiKey })).rejects.toThrow(
      InvalidApiKey,
    )
  })

  it("refuses the key of an account that is inactive", async () => {
    const { authenticator, apiKey, state } = anInstance()
    state.isActive = false

    await expect(authenticator.authenticate({ authorization: apiKey })).rejects.toThrow(InvalidApiKey)
  })

  it("records the use of a key at most once a minute", async () => {
    const { authenticator, apiKey, clock, calls } = anInstance()
    await authenticator.authenticate({ authorization: apiKey })
    clock.advance(59_999)
    await authenticator.authenticate({ authorization: apiKey })
    expect(calls.markUsed).toBe(1)

    clock.advance(1)
    authenticator.forget()
    await authenticator.authenticate({ authorization: apiKey })
    expect(calls.markUsed).toBe(2)
  })

  it("does not record the use of a key that another process has just recorded", async () => {
    const { authenticator, apiKey, clock, calls, state } = anInstance()
    state.lastUsedAtMs = clock.now() - 59_999
    await authenticator.authenticate({ authorization: apiKey })
    expect(calls.markUsed).toBe(0)

    clock.advance(2_000)
    await authenticator.authenticate({ authorization: apiKey })
    expect(calls.markUsed).toBe(1)
  })

  it("forgets a revoked key after two seconds, and at once when told", async () => {
    const { authenticator, apiKey, clock, calls, state } = anInstance()
    const headers = { authorization: apiKey }
    await authenticator.authenticate(headers)
    state.isRevoked = true
    clock.advance(1_999)
    await authenticator.authenticate(headers)
    expect(calls).toEqual({ byHash: 1, markUsed: 1 })

    clock.advance(1)
    await expect(authenticator.authenticate(headers)).rejects.toThrow(InvalidApiKey)

    state.isRevoked = false
    await authenticator.authenticate(headers)
    state.isRevoked = true
    authenticator.forget()
    await expect(authenticator.authenticate(headers)).rejects.toThrow(InvalidApiKey)
  })
})

describe("secrets", () => {
  const folders: string[] = []
  afterEach(async () => {
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))
  })

  it("makes keys of 32 random bytes after the prefix", () => {
    expect(newApiKey()).toMatch(/^lectern_[A-Za-z0-9_-]{43}$/)
    expect(newApiKey()).not.toBe(newApiKey())
    expect(isSameSecret("a", "a")).toBe(true)
    expect(isSameSecret("a", "ab")).toBe(false)
  })

  it("gives back what was sealed, and refuses anything changed", () => {
    const sealer = createSecretBox(ringOf([ringKey(new Uint8Array(32).fill(7))]))
    fc.assert(
      fc.property(fc.string(), fc.nat(), (secret, at) => {
        const sealed = sealer.seal(secret)
        expect(sealer.unseal(sealed)).toBe(secret)
        const [version, keyId, text = ""] = sealed.split(".")
        const bytes = Buffer.from(text, "base64url")
        bytes[at % bytes.length]! ^= 1
        expect(() => sealer.unseal(`${version}.${keyId}.${bytes.toString("base64url")}`)).toThrow(/it was modified/)
      }),
    )
    const stranger = createSecretBox(ringOf([ringKey(new Uint8Array(32))]))
    expect(() => stranger.unseal(sealer.seal("x"))).toThrow(/the key [0-9a-f]{8} is neither in LECTERN_ENCRYPTION_KEY/)
    for (const damaged of ["", "v1.", "v2.abc", "v3.a.b", "v2.a.b.c"]) {
      expect(() => sealer.unseal(damaged)).toThrow(/it is damaged/)
    }
  })

  it("makes one encryption key for all who ask at once, readable by the owner only", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lectern-key-"))
    folders.push(folder)

    const keys = await Promise.all(Array.from({ length: 8 }, () => openKeyRing(folder, ofFile)))

    expect(new Set(keys.map((ring) => ring.keys()[0].id)).size).toBe(1)
    expect((await stat(join(folder, "encryption.key"))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(folder, "encryption.key"), "utf8")).toMatch(/^[0-9a-f]{64}\n$/)
    expect((await openKeyRing(folder, { ...ofFile, configured: "ab".repeat(32) })).keys()[0].bytes).toEqual(
      Buffer.from("ab".repeat(32), "hex"),
    )
  })
})
