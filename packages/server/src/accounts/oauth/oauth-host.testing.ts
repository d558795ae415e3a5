import { createHash, randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A site of the stand-in; its requests are forwarded to `forwardTo`. */
export interface TestSite {
  readonly id: string
  readonly url: string
  readonly name: string
  readonly scopes: readonly string[]
  /** Origin of a wiki, and the authorization header that it accepts. */
  readonly forwardTo?: { readonly url: string; readonly authorization: string }
}

/** Responses of the token endpoint that contain no token. */
export type TokenFailure = "429" | "500" | "garbage" | "no token"

/** A service on loopback that issues tokens as documented by Atlassian or Notion. */
export interface TestOAuthHost {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly sites: TestSite[]
  /** Requested grant types and revoked tokens, in order. */
  readonly asked: string[]
  /** Answers the consent page. @returns the URL that the browser is sent to. */
  answer(url: string, decision?: "accept" | "deny"): string
  /** Makes the next requests for tokens fail. */
  failNext(...failures: readonly TokenFailure[]): void
  /** Expires all access tokens issued so far. */
  expireTokens(): void
  /** Withdraws the consent: all tokens issued so far become invalid. */
  withdraw(): void
  /** Runs during a renewal, before the response is sent. */
  whileRenewing(work: () => Promise<void>): void
  /** Maximum number of concurrent renewals so far. */
  mostRenewals(): number
  close(): Promise<void>
}

interface Code {
  readonly redirectUri: string
  readonly challenge: string | null
}

interface State {
  readonly kind: "confluence" | "notion"
  readonly host: Omit<TestOAuthHost, "url" | "close">
  readonly codes: Map<string, Code>
  readonly accessTokens: Set<string>
  readonly refreshTokens: Set<string>
  readonly failures: TokenFailure[]
  renewing: () => Promise<void>
  renewals: number
  mostRenewals: number
}

/** Lifetime in seconds that Confluence's responses contain. */
const EXPIRES_IN = 3600

/** Starts the stand-in. */
export async function startTestOAuthHost(kind: "confluence" | "notion"): Promise<TestOAuthHost> {
  const state: State = {
    kind,
    codes: new Map(),
    accessTokens: new Set(),
    refreshTokens: new Set(),
    failures: [],
    renewing: () => Promise.resolve(),
    renewals: 0,
    mostRenewals: 0,
    host: {
      clientId: `client-of-${kind}`,
      clientSecret: `a secret: of ${kind} & more`,
      sites: [],
      asked: [],
      answer: (url, decision = "accept") => decide(state, new URL(url), decision),
      failNext: (...failures) => void state.failures.push(...failures),
      expireTokens: () => state.accessTokens.clear(),
      withdraw() {
        state.accessTokens.clear()
        state.refreshTokens.clear()
      },
      whileRenewing: (work) => void (state.renewing = work),
      mostRenewals: () => state.mostRenewals,
    },
  }
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")))
    request.on("end", () => void serve(state, request, response, body))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    ...state.host,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The consent page; throws on invalid parameters. */
function decide({ kind, host, codes }: State, url: URL, decision: "accept" | "deny"): string {
  const asked = url.searchParams
  const path = kind === "confluence" ? "/authorize" : "/v1/oauth/authorize"
  const wanted: Record<string, string> = {
    client_id: host.clientId,
    response_type: "code",
    ...(kind === "confluence" ? { audience: "api.atlassian.com", prompt: "consent" } : { owner: "user" }),
  }
  for (const [name, value] of Object.entries(wanted)) {
    if (asked.get(name) !== value) throw new Error(`the page of consent is asked with ${name}=${asked.get(name)}`)
  }
  if (url.pathname !== path) throw new Error(`there is no page of consent at ${url.pathname}`)
  if (kind === "confluence" && !asked.get("scope")?.includes("offline_access")) throw new Error("no scope to renew")
  const redirectUri = asked.get("redirect_uri") ?? ""
  const back = new URL(redirectUri)
  back.searchParams.set("state", asked.get("state") ?? "")
  if (decision === "deny") {
    back.searchParams.set("error", "access_denied")
    if (kind === "confluence") back.searchParams.set("error_description", "User did not authorize the request")
    return back.href
  }
  const code = randomUUID()
  codes.set(code, { redirectUri, challenge: asked.get("code_challenge") })
  back.searchParams.set("code", code)
  return back.href
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
  const url = new URL(request.url ?? "/", "http://host")
  const { kind } = state
  const place = kind === "confluence" ? url.pathname : url.pathname.replace(/^\/v1/, "")
  if (request.method === "POST" && place === "/oauth/token") return issue(state, request, response, body)
  if (request.method === "POST" && kind === "notion" && place === "/oauth/revoke") {
    return revoke(state, request, response, body)
  }
  const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? []
  if (!state.accessTokens.has(token)) return send(response, 401, { code: 401, message: "Unauthorized" })
  if (kind === "confluence" && place === "/oauth/token/accessible-resources") {
    const listed = state.host.sites.map(({ id, url: siteUrl, name, scopes }) => ({ id, url: siteUrl, name, scopes }))
    return send(response, 200, listed)
  }
  if (kind === "notion" && place === "/users/me") {
    return send(response, 200, { object: "user", type: "bot", name: "Lectern", bot: { workspace_name: "Otter" } })
  }
  return forward(state, { url, request, body }, response)
}

/** Checks client and body as documented: JSON, with Atlassian's secret in the body and Notion's in a header. */
function clientProblem({ kind, host }: State, request: IncomingMessage, input: Record<string, string>): boolean {
  const { clientId, clientSecret } = host
  if (kind === "confluence") return input["client_id"] !== clientId || input["client_secret"] !== clientSecret
  const [, credentials = ""] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? []
  const [id = "", secret = ""] = Buffer.from(credentials, "base64").toString("utf8").split(":")
  return decoded(id) !== clientId || decoded(secret) !== clientSecret
}

/** RFC 6749, 2.3.1: both halves are encoded as in forms. */
function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "))
}

async function issue(state: State, request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
  const { host, codes, refreshTokens, failures } = state
  if (!request.headers["content-type"]?.startsWith("application/json")) {
    return send(response, 400, { error: "invalid_request", error_description: "the body is no JSON" })
  }
  const input = JSON.parse(body) as Record<string, string>
  const type = input["grant_type"] ?? ""
  host.asked.push(type)
  if (type === "refresh_token") {
    state.renewals++
    state.mostRenewals = Math.max(state.mostRenewals, state.renewals)
    await state.renewing()
    state.renewals--
  }
  const failure = failures.shift()
  if (failure !== undefined) return fail(response, failure)
  if (clientProblem(state, request, input)) {
    const error = state.kind === "confluence" ? "access_denied" : "invalid_client"
    return send(response, 401, { error, error_description: "Unauthorized" })
  }
  if (type === "refresh_token") {
    // Rotating tokens: the used token is now invalid.
    if (refreshTokens.delete(input["refresh_token"] ?? "")) return send(response, 200, newTokens(state))
    const status = state.kind === "confluence" ? 403 : 400
    const description = "Unknown or invalid refresh token."
    return send(response, status, { error: "invalid_grant", error_description: description })
  }
  const code = codes.get(input["code"] ?? "")
  codes.delete(input["code"] ?? "")
  const challenge = createHash("sha256")
    .update(input["code_verifier"] ?? "")
    .digest("base64url")
  const isGood =
    type === "authorization_code" &&
    code !== undefined &&
    code.redirectUri === input["redirect_uri"] &&
    (code.challenge === null || code.challenge === challenge)
  if (!isGood) return send(response, 400, { error: "invalid_grant", error_description: "Invalid authorization code" })
  return send(response, 200, newTokens(state))
}

function newTokens({ kind, accessTokens, refreshTokens, host }: State): object {
  const access_token = `access-${randomUUID()}`
  const refresh_token = `refresh-${randomUUID()}`
  accessTokens.add(access_token)
  refreshTokens.add(refresh_token)
  if (kind === "confluence") {
    return { access_token, refresh_token, expires_in: EXPIRES_IN, scope: "read:page:confluence offline_access" }
  }
  const [site] = host.sites
  return {
    access_token,
    token_type: "bearer",
    refresh_token,
    bot_id: randomUUID(),
    workspace_id: site?.id,
    workspace_name: site?.name ?? null,
    workspace_icon: null,
    owner: { type: "workspace", workspace: true },
    duplicated_template_id: null,
    request_id: randomUUID(),
  }
}

function revoke(state: State, request: IncomingMessage, response: ServerResponse, body: string): void {
  const input = JSON.parse(body) as Record<string, string>
  if (clientProblem(state, request, input)) return send(response, 401, { error: "invalid_client" })
  state.accessTokens.delete(input["token"] ?? "")
  state.host.asked.push("revoke")
  send(response, 200, { request_id: randomUUID() })
}

interface Asked {
  readonly url: URL
  readonly request: IncomingMessage
  readonly body: string
}

/** Imitates the API gateway: sites by id; files only by id. */
async function forward({ kind, host }: State, asked: Asked, response: ServerResponse): Promise<void> {
  const { url, request, body } = asked
  const [, id, inSite = ""] = /^\/ex\/confluence\/([\w-]+)(\/.*)$/.exec(url.pathname) ?? []
  const path = kind === "notion" ? url.pathname : inSite
  const target = host.sites.find((site) => kind === "notion" || site.id === id)?.forwardTo
  if (target === undefined) return send(response, 404, { message: "No message available" })
  if (path.startsWith("/wiki/download/")) return send(response, 500, { message: "Internal Server Error" })
  const version = request.headers["notion-version"]
  const answer = await fetch(target.url + path + url.search, {
    method: request.method ?? "GET",
    headers: {
      authorization: target.authorization,
      ...(typeof version === "string" ? { "notion-version": version, "content-type": "application/json" } : {}),
    },
    ...(body === "" ? {} : { body }),
  })
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" })
  response.end(Buffer.from(await answer.arrayBuffer()))
}

function fail(response: ServerResponse, failure: TokenFailure): void {
  if (failure === "429") return send(response, 429, { error: "rate_limited", error_description: "Too many requests" })
  if (failure === "500") return send(response, 500, { message: "Internal Server Error" })
  if (failure === "no token") return send(response, 200, { token_type: "bearer", expires_in: EXPIRES_IN })
  response.writeHead(200, { "content-type": "text/html" }).end("<html><body>Be right back</body></html>")
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}
