import { startTestOAuthHost } from "../../packages/server/src/accounts/oauth/oauth-host.testing.ts"
import { startOidcHost } from "../../packages/server/src/http/routes/people/oidc-host.testing.ts"
import { type SitePage, startSite } from "../requirements/site-host.ts"

/** Name under which the external service knows the account. */
export const ACCOUNT_NAME = "somebody-there"

/**
 * The services outside the instance: receivers of webhooks, services with accounts, and a provider of single sign-on.
 */
export interface Outside {
  /** Address of the service. */
  readonly url: string
  /** Settings with which an instance has single sign-on and consents for notes. */
  readonly ssoSettings: Readonly<Record<string, string>>
  /** Approves a consent at a service for notes. @returns the parameters that the browser returns with. */
  consent(address: string): URLSearchParams
  /** Signs in at the provider as a new user. @returns the parameters that the browser returns with. */
  signIn(address: string, name: string): Promise<URLSearchParams>
  close(): Promise<void>
}

const PUBLIC_URL = "http://localhost:3999"
const SECRET = "a secret of the client"

const answerJson =
  (value: object): SitePage =>
  (_request, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value))

/** Starts them on loopback. */
export async function startOutside(): Promise<Outside> {
  const names: Record<string, { name: string }> = {}
  const provider = await startOidcHost(`${PUBLIC_URL}/api/auth/sso/callback`, names)
  const service = await startSite({
    "/hook": (_request, response) => void response.writeHead(204).end(),
    // The endpoint at which GitLab returns the account of a token.
    "/api/v4/user": answerJson({ username: ACCOUNT_NAME }),
  })
  const notes = await startTestOAuthHost("notion")
  notes.sites.push({ id: "workspace-of-somebody", url: "", name: "Notes", scopes: [] })
  return {
    url: service.url,
    ssoSettings: {
      LECTERN_PUBLIC_URL: PUBLIC_URL,
      LECTERN_OIDC_ISSUER: provider.issuer,
      LECTERN_OIDC_CLIENT_ID: "lectern",
      LECTERN_OIDC_CLIENT_SECRET: SECRET,
      LECTERN_OIDC_SCOPES: "openid profile",
      LECTERN_NOTION_CLIENT_ID: notes.clientId,
      LECTERN_NOTION_CLIENT_SECRET: notes.clientSecret,
      LECTERN_NOTION_API_URL: notes.url,
    },
    consent: (address) => new URL(notes.answer(address)).searchParams,
    async signIn(address, name) {
      names[name] = { name }
      return new URL(await provider.signIn(address, name)).searchParams
    },
    async close() {
      await Promise.all([provider.close(), service.close(), notes.close()])
    },
  }
}
