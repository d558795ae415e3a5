import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { systemClock } from "../../base/clock.ts"
import { silentLog } from "../../base/log.ts"
import { makeAddressGuard } from "../../net/address-guard.ts"
import { createAccessTokenVerifier, isAccessToken, mcpResource } from "./access-tokens.ts"

const ISSUER = "https://login.example"
const AUDIENCE = "https://lectern.example/mcp"
const settings = {
  LECTERN_PUBLIC_URL: "https://lectern.example",
  LECTERN_OIDC_ISSUER: ISSUER,
  LECTERN_OIDC_CLIENT_ID: "lectern",
  LECTERN_OIDC_CLIENT_SECRET: undefined,
  LECTERN_OIDC_SCOPES: "openid",
  LECTERN_OIDC_NAME_CLAIM: "preferred_username",
  LECTERN_OIDC_GROUPS_CLAIM: "groups",
  LECTERN_OIDC_AUDIENCE: undefined,
}

let keys: Awaited<ReturnType<typeof generateKeyPair>>
let foreignKeys: typeof keys
let host: Server
let keysUrl: string
let status = 200
let keyRequests = 0
let lastAccept: string | undefined

beforeAll(async () => {
  keys = await generateKeyPair("ES256")
  foreignKeys = await generateKeyPair("ES256")
  const published = JSON.stringify({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: "k1", alg: "ES256" }] })
  host = createServer((request, response) => {
    keyRequests++
    lastAccept = request.headers.accept
    response.writeHead(status, { "content-type": "application/json" }).end(published)
  })
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve))
  keysUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}/keys`
})
afterAll(() => new Promise((resolve) => host.close(resolve)))

const reader = (given: { audience?: string; jwks_uri?: string; privateNetworks?: string[] } = {}) =>
  createAccessTokenVerifier({
    settings: { ...settings, LECTERN_OIDC_AUDIENCE: given.audience },
    publicUrl: settings.LECTERN_PUBLIC_URL,
    metadata: async () => ({ issuer: ISSUER, jwks_uri: given.jwks_uri ?? keysUrl }),
    guard: makeAddressGuard({ privateNetworks: given.privateNetworks ?? ["127.0.0.0/8"] }),
    clock: systemClock,
    log: silentLog,
  })

interface Made {
  readonly claims?: JWTPayload
  readonly key?: (typeof keys)["privateKey"]
  readonly kid?: string
  readonly expires?: string
}
const tokenOf = ({ claims = {}, key = keys.privateKey, kid = "k1", expires = "5m" }: Made = {}) =>
  new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: "17", ...claims })
    .setProtectedHeader({ alg: "ES256", kid, typ: "at+jwt" })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(key)

const invalid = { code: "invalid_api_key" }

describe("an access token", () => {
  it("tells who somebody is, and in which groups", async () => {
    const claims = { preferred_username: "ann", email: "ann@example.org", groups: ["staff"] }

    const { identity, hasGroups, untilMs } = await reader()(await tokenOf({ claims }))

    expect(identity).toEqual({
      issuer: ISSUER,
      subject: "17",
      name: "ann",
      email: "ann@example.org",
      groups: ["staff"],
    })
    expect(hasGroups).toBe(true)
    expect(untilMs).toBeGreaterThan(Date.now())
  })

  it("says when it knows nothing of groups", async () => {
    expect(await reader()(await tokenOf())).toMatchObject({ hasGroups: false, identity: { name: "17", groups: [] } })
  })

  it.each([
    ["for somebody else", { claims: { aud: "https://other.example/mcp" } }],
    ["for the client that signs people in", { claims: { aud: "lectern" } }],
    ["without an audience", { claims: { aud: undefined } }],
    ["of another issuer", { claims: { iss: "https://evil.example" } }],
    ["without a person", { claims: { sub: undefined } }],
    ["that is over", { expires: "-1m" }],
    ["that is an ID token", { claims: { nonce: "n" } }],
    ["of an unknown key", { kid: "k2" }],
  ] as const)("%s is refused", async (_what, made) => {
    await expect(reader()(await tokenOf(made as Made))).rejects.toMatchObject(invalid)
  })

  it("signed by somebody else is refused", async () => {
    await expect(reader()(await tokenOf({ key: foreignKeys.privateKey }))).rejects.toMatchObject(invalid)
  })

  it("without a signature, or with one that the public key could make, is refused", async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
    const claims = part({ iss: ISSUER, aud: AUDIENCE, sub: "17", exp: 9_999_999_999 })
    const unsigned = `${part({ alg: "none" })}.${claims}.x`
    const published = await exportJWK(keys.publicKey)
    const shared = await new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: "17" })
      .setProtectedHeader({ alg: "HS256", kid: "k1" })
      .setExpirationTime("5m")
      .sign(new TextEncoder().encode(JSON.stringify(published)))

    await expect(reader()(unsigned)).rejects.toMatchObject(invalid)
    await expect(reader()(shared)).rejects.toMatchObject(invalid)
  })

  it("is taken for the audience of the settings, and then for no other", async () => {
    const read = reader({ audience: "api://lectern" })

    expect(await read(await tokenOf({ claims: { aud: ["x", "api://lectern"] } }))).toMatchObject({ hasGroups: false })
    await expect(read(await tokenOf())).rejects.toMatchObject(invalid)
  })

  it("of made-up keys does not have the provider asked for its keys each time", async () => {
    const read = reader()
    await read(await tokenOf())
    const before = keyRequests
    for (let number = 0; number < 20; number++) {
      await expect(read(await tokenOf({ kid: `made-up-${number}` }))).rejects.toMatchObject(invalid)
    }

    expect(keyRequests - before).toBeLessThanOrEqual(1)
  })

  it("is verified with keys that are requested as a key set, for providers that check the Accept header", async () => {
    await reader()(await tokenOf())

    expect(lastAccept).toContain("application/jwk-set+json")
  })

  it("is not blamed when the provider does not answer", async () => {
    const silent = { code: "timeout", retryable: true }
    status = 500
    try {
      await expect(reader()(await tokenOf())).rejects.toMatchObject(silent)
    } finally {
      status = 200
    }
    await expect(reader({ jwks_uri: "http://127.0.0.1:1/keys" })(await tokenOf())).rejects.toMatchObject(silent)
    // A private address that the provider names is not reached either.
    const before = keyRequests
    await expect(reader({ privateNetworks: [] })(await tokenOf())).rejects.toMatchObject(silent)
    expect(keyRequests).toBe(before)
    await expect(reader({ jwks_uri: "http://10.0.0.1/keys" })(await tokenOf())).rejects.toMatchObject(silent)
  })

  it("is issued for the URL of /mcp, below the public URL", () => {
    expect(mcpResource("https://lectern.example")).toBe("https://lectern.example/mcp")
    expect(mcpResource("https://lectern.example/docs")).toBe("https://lectern.example/docs/mcp")
  })

  it("has a form that no key of ours has", async () => {
    expect(isAccessToken(await tokenOf())).toBe(true)
    expect(["lectern_abc", "a.b.c", "eyJhbGciOiJ.b", ""].filter(isAccessToken)).toEqual([])
  })
})
