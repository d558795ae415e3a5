import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Provider } from "oidc-provider"

/** Claims of the provider's users, by subject. */
export type People = Record<string, { name?: string; email?: string; groups?: readonly string[] }>

/** An OpenID Connect provider on loopback. */
export interface OidcHost {
  readonly issuer: string
  /** Signs in at the provider. @returns the URL that the browser is redirected to. */
  signIn(url: string, subject: string): Promise<string>
  close(): Promise<void>
}

/** Starts a provider with one client, which accepts any subject without a password. */
export async function startOidcHost(redirectUrl: string, people: People): Promise<OidcHost> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: "lectern", client_secret: "a secret of the client", redirect_uris: [redirectUrl] }],
    claims: { openid: ["sub"], profile: ["preferred_username"], email: ["email"], groups: ["groups"] },
    scopes: ["openid", "profile", "email", "groups"],
    pkce: { required: () => true },
    features: {
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          audience: resource,
          scope: "openid profile email groups",
          accessTokenFormat: "jwt",
          accessTokenTTL: 600,
        }),
      },
    },
    extraTokenClaims: (_context: unknown, { accountId }: { accountId: string }) => {
      const { name, groups } = people[accountId] ?? {}
      return { preferred_username: name, groups }
    },
    cookies: { keys: ["a key of the provider in a test"] },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => {
        const { name, email, groups } = people[accountId] ?? {}
        return { sub: accountId, preferred_username: name, email, groups }
      },
    }),
  })
  const answer = provider.callback()
  server.on("request", (request, response) => void answer(request, response))
  return {
    issuer,
    signIn: (url, subject) => walk(url, { issuer, subject }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Follows redirects and submits the provider's two forms, keeping its cookies. */
async function walk(start: string, { issuer, subject }: { issuer: string; subject: string }): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  let form: URLSearchParams | undefined
  for (let step = 0; step < 12; step++) {
    if (!url.startsWith(issuer)) return url
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const body = form === undefined ? {} : { method: "POST", body: form }
    const response = await fetch(url, { ...body, headers: { cookie }, redirect: "manual" })
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    const location = response.headers.get("location")
    form = undefined
    if (location !== null) {
      url = new URL(location, url).href
      continue
    }
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(text) ?? []
    if (prompt === undefined) throw new Error(`the provider shows no form: ${response.status} ${text.slice(0, 500)}`)
    form = new URLSearchParams(prompt === "login" ? { prompt, login: subject, password: "any" } : { prompt })
  }
  throw new Error("the provider never sends back")
}
