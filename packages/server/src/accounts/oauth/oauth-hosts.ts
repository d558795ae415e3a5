import type { Settings } from "../../config/settings.ts"

/** Kinds of accounts that can be connected by consent. */
export type OAuthKind = "wiki" | "notes"

/** A service that issues tokens to people who consent. */
export interface OAuthHost {
  readonly kind: OAuthKind
  /** Name for people. */
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  /** Setting that holds the secret, for messages. */
  readonly secretSetting: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** Where a token is given back; undefined when the service has no such place. */
  readonly revokeUrl: string | undefined
  /** Parameters of the way there, beside those that every service has. */
  readonly parameters: Readonly<Record<string, string>>
  /** How the client proves who it is: in the body, or by basic authorisation. */
  readonly proof: "body" | "basic"
  /** Whether the code is tied to a secret of the attempt (RFC 7636). */
  readonly hasPkce: boolean
  /** Address of the API that the tokens are for. */
  readonly apiUrl: string
  /** Address that the service sends people back to. */
  readonly returnUrl: string
}

/** The services that the settings name a client for. */
export type OAuthHosts = ReadonlyMap<OAuthKind, OAuthHost>

/** Path that services send people back to, below the public address. */
const CONSENT_RETURN_PATH = "/api/auth/connections/callback"

/** Reading only, and a token that goes on after an hour. */
const CONFLUENCE_SCOPES = [
  "read:space:confluence",
  "read:page:confluence",
  "read:folder:confluence",
  "read:attachment:confluence",
  "offline_access",
]

/**
 * Lists the services of the settings. Their ways are those of "OAuth 2.0 (3LO) apps" of Atlassian and "Authorization" of
 * Notion: Atlassian wants the audience and renews with rotating tokens; Notion knows neither scopes nor PKCE.
 */
export function oauthHostsOf(settings: Settings): OAuthHosts {
  const hosts = new Map<OAuthKind, OAuthHost>()
  const { LECTERN_PUBLIC_URL: publicUrl } = settings
  if (publicUrl === undefined) return hosts
  const returnUrl = publicUrl.replace(/\/+$/, "") + CONSENT_RETURN_PATH
  const { LECTERN_CONFLUENCE_CLIENT_ID: wikiId, LECTERN_CONFLUENCE_CLIENT_SECRET: wikiSecret } = settings
  if (wikiId !== undefined && wikiSecret !== undefined) {
    const { LECTERN_CONFLUENCE_AUTH_URL: authUrl, LECTERN_CONFLUENCE_API_URL: apiUrl } = settings
    hosts.set("wiki", {
      kind: "wiki",
      name: "Confluence",
      clientId: wikiId,
      clientSecret: wikiSecret,
      secretSetting: "LECTERN_CONFLUENCE_CLIENT_SECRET",
      authorizeUrl: `${authUrl}/authorize`,
      tokenUrl: `${authUrl}/oauth/token`,
      revokeUrl: undefined,
      parameters: { audience: "api.atlassian.com", scope: CONFLUENCE_SCOPES.join(" "), prompt: "consent" },
      proof: "body",
      hasPkce: true,
      apiUrl,
      returnUrl,
    })
  }
  const { LECTERN_NOTION_CLIENT_ID: notesId, LECTERN_NOTION_CLIENT_SECRET: notesSecret } = settings
  if (notesId !== undefined && notesSecret !== undefined) {
    const { LECTERN_NOTION_API_URL: apiUrl } = settings
    hosts.set("notes", {
      kind: "notes",
      name: "Notion",
      clientId: notesId,
      clientSecret: notesSecret,
      secretSetting: "LECTERN_NOTION_CLIENT_SECRET",
      authorizeUrl: `${apiUrl}/v1/oauth/authorize`,
      tokenUrl: `${apiUrl}/v1/oauth/token`,
      revokeUrl: `${apiUrl}/v1/oauth/revoke`,
      parameters: { owner: "user" },
      proof: "basic",
      hasPkce: false,
      apiUrl,
      returnUrl,
    })
  }
  return hosts
}
