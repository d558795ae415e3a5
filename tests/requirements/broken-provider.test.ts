import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { SessionResponse } from "@lectern/contract"
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from "jose"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"

const PUBLIC_URL = "http://localhost:3999"
const CALLBACK = "/api/auth/sso/callback"
const PASSWORD = "a password that is long"
const CLIENT = "lectern"
/** More than is read of any answer of a provider. */
const HUGE = " ".repeat(3 * 2 ** 20)

type Answer = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>
type Claims = Readonly<Record<string, unknown>>

const json =
  (value: unknown, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value))
const page =
  (text: string, status = 200, type = "text/html"): Answer =>
  (response) =>
    void response.writeHead(status, { "content-type": type }).end(text)
const torn: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write('{"issuer":')
  response.destroy()
}

let provider: Server
let issuer: string
let program: TestProgram
let keys: { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }
let stranger: { readonly privateKey: CryptoKey }
let answers: Record<string, Answer>

beforeAll(async () => {
  ;[keys, stranger] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")]
  provider = createServer((request, response) => {
    const answer = answers[new URL(request.url ?? "/", issuer).pathname] ?? json({}, 404)
    void answer(response, request)
  })
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve))
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(async () => {
  provider.closeAllConnections()
  await new Promise((resolve) => provider.close(resolve))
})
beforeEach(async () => {
  answers = {
    "/.well-known/openid-configuration": json(configuration()),
    "/keys": json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: "one", alg: "RS256", use: "sig" }] }),
    "/userinfo": json({ sub: "17", preferred_username: "ann" }),
  }
})

const configuration = () => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ["code"],
  id_token_signing_alg_values_supported: ["RS256"],
})

/** Works on an instance of its own, which has heard nothing of the provider yet. */
async function withProgram(act: () => Promise<void>): Promise<void> {
  program = await startTestProgram({
    environment: {
      LECTERN_PUBLIC_URL: PUBLIC_URL,
      LECTERN_OIDC_ISSUER: issuer,
      LECTERN_OIDC_CLIENT_ID: CLIENT,
      LECTERN_OIDC_CLIENT_SECRET: "a secret of the client",
    },
  })
  try {
    await act()
  } finally {
    await program.remove()
  }
}

/** Goes to the provider, which sends everybody back at once. */
async function signIn(token: (nonce: string) => Promise<Answer>) {
  const begun = await program.call({ url: "/api/auth/sso" })
  if (begun.status !== 302) return begun
  const { searchParams: asked } = new URL(String(begun.headers["location"]))
  answers["/token"] = await token(asked.get("nonce") ?? "")
  const [cookie = ""] = String(begun.headers["set-cookie"]).split(";")
  const query = new URLSearchParams({ code: "a-code", state: asked.get("state") ?? "" })
  return program.call({ url: `${CALLBACK}?${query.toString()}`, headers: { cookie } })
}

const claimsFor = (nonce: string): Claims => ({ iss: issuer, aud: CLIENT, sub: "17", nonce, preferred_username: "ann" })

function signed(claims: Claims, { privateKey }: { readonly privateKey: CryptoKey } = keys): Promise<string> {
  const token = new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one" }).setIssuedAt()
  return token.setExpirationTime("10m").sign(privateKey)
}

const tokens = (idToken: unknown): Answer =>
  json({ access_token: "an-access-token", token_type: "Bearer", id_token: idToken })
const good = async (nonce: string) => tokens(await signed(claimsFor(nonce)))

const isRefused = (answer: { readonly status: number; readonly json: unknown; readonly text: string }) => {
  expect([answer.status, answer.json]).toMatchObject([401, { error: "invalid_api_key" }])
  expect(answer.text).not.toMatch(/127\.0\.0\.1|ECONN|\.ts|secret/)
}

describe("a provider of single sign-on", () => {
  it("lets people in as long as it keeps to the protocol", () =>
    withProgram(async () => {
      const answer = await signIn(good)
      const session = String(
        [answer.headers["set-cookie"]].flat().find((line) => String(line).startsWith("lectern_session=")),
      )

      const shown = await program.call({ url: "/api/auth/session", headers: { cookie: session.split(";")[0] ?? "" } })

      expect([answer.status, (shown.json as SessionResponse).user?.name]).toEqual([302, "ann"])
    }))

  it.each<[string, () => Answer]>([
    ["a page for people", () => page("<h1>Sign in</h1>")],
    ["an error", () => json({ error: "server_error" }, 500)],
    ["invalid JSON", () => page("{{{", 200, "application/json")],
    ["nothing but white space", () => page(HUGE, 200, "application/json")],
    ["a list", () => json([])],
    ["null", () => json(null)],
    ["half an answer", () => torn],
    ["another issuer", () => json({ ...configuration(), issuer: "https://evil.example" })],
    ["no addresses", () => json({ issuer })],
    ["invalid addresses", () => json({ ...configuration(), authorization_endpoint: 7, token_endpoint: "::" })],
    ["a redirect", () => (response) => void response.writeHead(302, { location: `${issuer}/elsewhere` }).end()],
  ])("that describes itself with %s lets nobody in, and is asked again", (_what, describeItself) =>
    withProgram(async () => {
      answers["/.well-known/openid-configuration"] = describeItself()

      isRefused(await signIn(good))

      answers["/.well-known/openid-configuration"] = json(configuration())
      expect((await signIn(good)).status).toBe(302)
    }),
  )

  it.each<[string, (nonce: string) => Promise<Answer> | Answer]>([
    ["a page for people", () => page("<h1>Oops</h1>")],
    ["an error", () => json({ error: "invalid_grant" }, 400)],
    ["white space without end", () => page(HUGE, 200, "application/json")],
    ["half an answer", () => torn],
    ["no ID token", () => tokens(undefined)],
    ["an ID token that is a number", () => tokens(7)],
    ["an ID token that is not a token", () => tokens("a.b.c")],
    [
      "an ID token without a signature",
      (nonce) => tokens(new UnsecuredJWT(claimsFor(nonce)).setExpirationTime("10m").setIssuedAt().encode()),
    ],
    ["an ID token for somebody else's request", async () => tokens(await signed(claimsFor("another-nonce")))],
    ["an ID token for another client", async (nonce) => tokens(await signed({ ...claimsFor(nonce), aud: "other" }))],
    [
      "an ID token of another issuer",
      async (nonce) => tokens(await signed({ ...claimsFor(nonce), iss: "https://evil.example" })),
    ],
    ["an ID token of nobody", async (nonce) => tokens(await signed({ ...claimsFor(nonce), sub: undefined }))],
    ["an ID token that a stranger has signed", async (nonce) => tokens(await signed(claimsFor(nonce), stranger))],
  ])("that answers the code with %s lets nobody in", (_what, answer) =>
    withProgram(async () => {
      isRefused(await signIn(async (nonce) => answer(nonce)))
      expect(await program.context.catalogue.users.byName("ann")).toBeUndefined()
    }),
  )

  it.each<[string, () => Answer]>([
    ["a page for people", () => page("<h1>Oops</h1>")],
    ["somebody else", () => json({ sub: "18", preferred_username: "eve" })],
    ["half an answer", () => torn],
  ])("that tells of the person %s lets nobody in", (_what, tell) =>
    withProgram(async () => {
      answers["/userinfo"] = tell()
      const incomplete = async (nonce: string) =>
        tokens(await signed({ ...claimsFor(nonce), preferred_username: undefined }))

      isRefused(await signIn(incomplete))
    }),
  )

  it("that does not answer holds up nobody who signs in with a password", () =>
    withProgram(async () => {
      let askedCount = 0
      answers["/.well-known/openid-configuration"] = () => void askedCount++
      const waiting = [program.call({ url: "/api/auth/sso" }), program.call({ url: "/api/auth/sso" })]

      const payload = { name: "admin", password: PASSWORD }
      const meanwhile = await program.call({ method: "POST", url: "/api/auth/sign-in", payload })
      await expect.poll(() => askedCount).toBe(1)
      provider.closeAllConnections()

      expect(meanwhile.status).toBe(200)
      for (const answer of await Promise.all(waiting)) isRefused(answer)
    }))
})
