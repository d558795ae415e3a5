import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type OidcHost, startOidcHost } from "../http/routes/people/oidc-host.testing.ts"
import { startTestProgram, type TestProgram } from "../http/program.testing.ts"

const PUBLIC_URL = "http://localhost:3998"
const BACK = "http://127.0.0.1:7777/callback"
const GLOBAL_KEY = "a key that closes the instance"
const people = {
  "17": { name: "ann", groups: ["staff", "keepers"] },
  "18": { name: "ben", groups: ["staff"] },
  "20": { name: "stranger", groups: ["guests"] },
}

let host: OidcHost
let program: TestProgram
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-oauth-"))
  host = await startOidcHost(`${PUBLIC_URL}/api/auth/sso/callback`, people)
  program = await startTestProgram({
    dataDir: folder,
    environment: {
      LECTERN_API_KEY: GLOBAL_KEY,
      LECTERN_PUBLIC_URL: PUBLIC_URL,
      LECTERN_OIDC_ISSUER: host.issuer,
      LECTERN_OIDC_CLIENT_ID: "lectern",
      LECTERN_OIDC_CLIENT_SECRET: "a secret of the client",
      LECTERN_OIDC_SCOPES: "openid profile email groups",
      LECTERN_OIDC_ADMIN_GROUPS: "keepers",
      LECTERN_OIDC_ALLOWED_GROUPS: "staff",
    },
  })
})
afterAll(async () => {
  await program.remove()
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

/** Reaches the program under its public address without a socket; everything else goes over loopback. */
const reach: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  if (!request.url.startsWith(PUBLIC_URL)) return fetch(request)
  const { pathname } = new URL(request.url)
  const payload = request.method === "POST" ? { payload: await request.text() } : {}
  const headers = { ...Object.fromEntries(request.headers), host: "localhost:3998" }
  const answer = await program.app.inject({ method: request.method as "GET", url: pathname, headers, ...payload })
  const isEmpty = answer.body === ""
  return new Response(isEmpty ? null : answer.body, {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string>,
  })
}

/** The authorization state of an MCP client, and a simulated user in a browser. */
class Visitor implements OAuthClientProvider {
  readonly redirectUrl = BACK
  sentTo: URL | undefined
  #client: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>
  #tokens: Awaited<ReturnType<OAuthClientProvider["tokens"]>>
  #verifier = ""

  get clientMetadata() {
    return {
      client_name: "an agent",
      redirect_uris: [BACK],
      grant_types: ["authorization_code"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    }
  }
  clientInformation = () => this.#client
  saveClientInformation: NonNullable<OAuthClientProvider["saveClientInformation"]> = (client) => {
    this.#client = client
  }
  tokens = () => this.#tokens
  saveTokens: OAuthClientProvider["saveTokens"] = (tokens) => {
    this.#tokens = tokens
  }
  redirectToAuthorization = (url: URL) => {
    this.sentTo = url
  }
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier
  }
  codeVerifier = () => this.#verifier
}

/** Connects as an MCP client does that knows nothing but the address. */
async function connectAs(subject: string): Promise<Client> {
  const visitor = new Visitor()
  const address = new URL(`${PUBLIC_URL}/mcp`)
  const options = { authProvider: visitor, fetch: reach }
  const first = new StreamableHTTPClientTransport(address, options)
  await expect(new Client({ name: "agent", version: "1" }).connect(first)).rejects.toThrow(UnauthorizedError)
  const back = new URL(await host.signIn(visitor.sentTo?.href ?? "", subject))
  await first.finishAuth(back.searchParams)
  const client = new Client({ name: "agent", version: "1" })
  await client.connect(new StreamableHTTPClientTransport(address, options))
  return client
}

describe("an MCP client on a closed instance with single sign-on", () => {
  it("is told where to get a token, from the answer to its first request", async () => {
    const refused = await program.call({ method: "POST", url: "/mcp", payload: {} })
    const wrong = await program.call({
      method: "POST",
      url: "/mcp",
      payload: {},
      headers: { authorization: "Bearer x" },
    })
    const described = await Promise.all(
      ["", "/mcp"].map((path) => program.call({ url: `/.well-known/oauth-protected-resource${path}` })),
    )

    const address = `resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp"`
    expect([refused.status, refused.headers["www-authenticate"]]).toEqual([401, `Bearer realm="lectern", ${address}`])
    expect(wrong.headers["www-authenticate"]).toBe(`Bearer realm="lectern", error="invalid_token", ${address}`)
    expect(described.map(({ status }) => status)).toEqual([200, 200])
    expect(described[0]?.json).toEqual({
      resource: `${PUBLIC_URL}/mcp`,
      authorization_servers: [host.issuer],
      scopes_supported: ["openid", "profile", "email", "groups"],
      bearer_methods_supported: ["header"],
      resource_name: "Lectern",
    })
  })

  it("registers, sends its person to the provider, and works with the token that it gets", async () => {
    const [keeper, member] = [await connectAs("17"), await connectAs("18")]

    const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)
    // The groups of the token decide what its person may do.
    expect(await names(keeper)).toContain("query-docs")
    expect(await names(member)).toContain("query-docs")
    const users = await program.context.catalogue.users.list()
    expect(users.filter(({ ssoSubject }) => ssoSubject !== null)).toMatchObject([
      { name: "ann", role: "admin", groups: ["staff", "keepers"] },
      { name: "ben", role: "member", groups: ["staff"] },
    ])
    await Promise.all([keeper.close(), member.close()])
  })

  it("is refused for somebody in none of the allowed groups", async () => {
    await expect(connectAs("20")).rejects.toThrow(/none of your groups/)
  })

  it("is out at once when the account is switched off", async () => {
    const client = await connectAs("18")
    const { users } = program.context.catalogue
    const ben = (await users.list()).find(({ name }) => name === "ben")
    await users.update(ben?.key ?? "", { isActive: false })

    await expect(client.listTools()).rejects.toThrow()

    await users.update(ben?.key ?? "", { isActive: true })
    await client.close()
  })
})

describe("an instance without single sign-on", () => {
  it("describes no protected resource", async () => {
    const plain = await startTestProgram({ environment: { LECTERN_API_KEY: GLOBAL_KEY } })
    try {
      const described = await plain.call({ url: "/.well-known/oauth-protected-resource/mcp" })
      const refused = await plain.call({ method: "POST", url: "/mcp", payload: {} })

      expect(described.status).toBe(404)
      expect(refused.headers["www-authenticate"]).toBe('Bearer realm="lectern"')
    } finally {
      await plain.remove()
    }
  })
})
