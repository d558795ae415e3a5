import { createServer, type RequestListener, type Server } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { createSecureContext } from "node:tls"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { manualClock } from "../../base/manual-clock.testing.ts"
import { silentLog } from "../../base/log.ts"
import { makeAddressGuard } from "../../net/address-guard.ts"
import { AUTHORITY, CERTIFICATE, CERTIFICATE_KEY } from "../../net/certificates.testing.ts"
import { DIRECT } from "../../net/outgoing.ts"
import { SignInRefused } from "../errors.ts"
import { createSso, type PendingSso, type Sso } from "./sso.ts"
import { HOUR_MS } from "../../base/durations.ts"

let keys: Awaited<ReturnType<typeof generateKeyPair>>
let hosts: readonly Server[]
/** The same provider over http and over https. */
let origins: { readonly http: string; readonly https: string }
let issuer: string
let requests: string[]
/** What the provider answers; tests change it. */
let metadata: Record<string, unknown>
let claims: Record<string, unknown>
let userInfo: Record<string, unknown>
let signingKey: typeof keys.privateKey
let clock = manualClock()
let warnings: object[]

beforeAll(async () => {
  keys = await generateKeyPair("RS256")
  const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: "k1", alg: "RS256" }] }
  const answers: Record<string, () => unknown> = {
    "/.well-known/openid-configuration": () => metadata,
    "/keys": () => jwks,
    "/userinfo": () => userInfo,
    "/token": async () => ({ access_token: "an access token", token_type: "Bearer", id_token: await idToken() }),
  }
  const respond: RequestListener = (request, response) => {
    const path = request.url ?? ""
    requests.push(path)
    void Promise.resolve(answers[path]?.()).then((answer) => {
      response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" })
      response.end(JSON.stringify(answer ?? {}))
    })
  }
  const http = createServer(respond)
  const https = createSecureServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, respond)
  hosts = [http, https]
  origins = { http: `http://${await listen(http)}`, https: `https://${await listen(https)}` }
})
afterAll(() => Promise.all(hosts.map((host) => new Promise((resolve) => host.close(resolve)))))

async function listen(host: Server): Promise<string> {
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve))
  return `127.0.0.1:${(host.address() as AddressInfo).port}`
}

beforeEach(() => {
  provideFrom(origins.http)
  requests = []
  warnings = []
  clock = manualClock()
  signingKey = keys.privateKey
  claims = { nickname: "ann", groups: ["staff"] }
  userInfo = { sub: "17", nickname: "another", groups: ["from user info"] }
})

/** Chooses the origin of the issuer and all its endpoints. */
function provideFrom(origin: string): void {
  issuer = origin
  metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/userinfo`,
  }
}

const idToken = () =>
  new SignJWT({ iss: issuer, aud: "lectern", sub: "17", ...claims })
    .setProtectedHeader({ alg: "RS256", kid: "k1" })
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(signingKey)

function open(changes: object = {}, privateNetworks = ["127.0.0.0/8"]): Sso | undefined {
  const settings = {
    LECTERN_PUBLIC_URL: "https://lectern.example/docs",
    LECTERN_OIDC_ISSUER: issuer,
    LECTERN_OIDC_CLIENT_ID: "lectern",
    LECTERN_OIDC_CLIENT_SECRET: "a secret",
    LECTERN_OIDC_SCOPES: "openid profile",
    LECTERN_OIDC_NAME_CLAIM: "nickname",
    LECTERN_OIDC_GROUPS_CLAIM: "groups",
    LECTERN_OIDC_AUDIENCE: undefined,
    ...changes,
  }
  const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) }
  const trust = { pem: AUTHORITY, context: createSecureContext({ ca: AUTHORITY }) }
  const guard = makeAddressGuard({ privateNetworks, outgoing: { ...DIRECT, trust } })
  return createSso({ settings, guard, clock, log })
}

/** Completes an attempt: the provider redirects the browser with a code. */
function finish(sso: Sso, pending: PendingSso, query: Record<string, string> = {}) {
  claims = { nonce: pending.nonce, ...claims }
  return sso.finish(new URLSearchParams({ code: "a code", state: pending.state, ...query }), pending)
}
const discoveries = () => requests.filter((path) => path.includes("well-known")).length

describe("single sign-on with a provider", () => {
  it.each(["LECTERN_PUBLIC_URL", "LECTERN_OIDC_ISSUER", "LECTERN_OIDC_CLIENT_ID"])("is off without %s", (name) => {
    expect(open()).toBeDefined()
    expect(open({ [name]: undefined })).toBeUndefined()
  })

  it("sends the browser to the provider with PKCE, state and nonce", async () => {
    const { url, pending } = await open()!.begin()

    const { origin, pathname, searchParams } = new URL(url)
    expect(`${origin}${pathname}`).toBe(metadata["authorization_endpoint"])
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: "lectern",
      response_type: "code",
      redirect_uri: "https://lectern.example/docs/api/auth/sso/callback",
      scope: "openid profile",
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    })
  })

  it("reads the user from the ID token, and requests user info only for missing claims", async () => {
    const sso = open()!
    const { pending } = await sso.begin()

    expect(await finish(sso, pending)).toMatchObject({ issuer, subject: "17", name: "ann", groups: ["staff"] })
    expect(requests).not.toContain("/userinfo")

    claims = { nickname: "ann" }
    const second = await sso.begin()
    expect(await finish(sso, second.pending)).toMatchObject({ name: "ann", groups: ["from user info"] })
  })

  it("works without user info if the provider has none", async () => {
    claims = {}
    const { userinfo_endpoint: _, ...rest } = metadata
    metadata = rest
    const sso = open()!
    const { pending } = await sso.begin()

    expect(await finish(sso, pending)).toMatchObject({ name: "17", groups: [] })
  })

  it.each<[string, (pending: PendingSso) => Record<string, string>]>([
    ["another state", () => ({ state: "another" })],
    ["another nonce", () => ((claims = { ...claims, nonce: "another" }), {})],
    ["an error", () => ({ error: "access_denied" })],
  ])("refuses a browser that returns with %s", async (_, change) => {
    const sso = open()!
    const { pending } = await sso.begin()

    await expect(finish(sso, pending, change(pending))).rejects.toThrow(SignInRefused)
    expect(warnings).toHaveLength(1)
  })

  it("refuses an ID token with the signature of another key", async () => {
    signingKey = (await generateKeyPair("RS256")).privateKey
    const sso = open()!
    const { pending } = await sso.begin()

    await expect(finish(sso, pending)).rejects.toThrow("cannot sign in: single sign-on failed")
  })

  it("verifies access tokens with the keys in the metadata", async () => {
    claims = { ...claims, aud: "https://lectern.example/docs/mcp" }
    clock = manualClock(Date.now())

    expect((await open()!.readAccessToken(await idToken())).identity).toMatchObject({ subject: "17", name: "ann" })
  })

  it("requests the metadata once an hour", async () => {
    const sso = open()!
    await sso.begin()
    clock.advance(HOUR_MS - 1)
    await sso.begin()
    expect(discoveries()).toBe(1)

    clock.advance(1)
    await sso.begin()
    expect(discoveries()).toBe(2)
  })

  it("uses earlier metadata while the provider does not respond", async () => {
    const complete = metadata
    const sso = open()!
    await sso.begin()
    metadata = {}
    clock.advance(HOUR_MS)

    await expect(sso.begin()).resolves.toBeDefined()
    expect(warnings).toHaveLength(1)
    await sso.begin()
    expect(discoveries()).toBe(2)

    metadata = { ...complete, authorization_endpoint: `${issuer}/moved` }
    clock.advance(60_000)
    expect((await sso.begin()).url).toContain("/moved?")
  })

  it.each(["authorization_endpoint", "token_endpoint", "jwks_uri"])(
    "refuses metadata without a valid %s, and requests it again for the next attempt",
    async (name) => {
      const complete = metadata
      const sso = open()!
      for (const address of [undefined, 7, "not a URL"]) {
        metadata = { ...complete, [name]: address }
        await expect(sso.begin()).rejects.toThrow(SignInRefused)
      }
      metadata = complete

      await expect(sso.begin()).resolves.toBeDefined()
    },
  )

  it("works over https", async () => {
    provideFrom(origins.https)
    claims = {}
    const sso = open()!
    const { pending } = await sso.begin()

    expect(await finish(sso, pending)).toMatchObject({ subject: "17", name: "another" })
  })

  it.each(["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"])(
    "uses no provider over https whose %s is over http, for access tokens either",
    async (name) => {
      provideFrom(origins.https)
      metadata = { ...metadata, [name]: `${origins.http}/keys` }
      claims = { aud: "https://lectern.example/docs/mcp" }
      const sso = open()!

      await expect(sso.begin()).rejects.toThrow(SignInRefused)
      await expect(sso.readAccessToken(await idToken())).rejects.toThrow()
      expect(requests).not.toContain("/keys")
    },
  )

  it("sends no request to a private address, and logs why", async () => {
    await expect(open({}, [])!.begin()).rejects.toThrow(SignInRefused)

    expect(requests).toEqual([])
    expect(warnings).toMatchObject([{ cause: expect.stringContaining("127.0.0.1") }])
  })
})
