import type { Settings } from "../../config/settings.ts"

/** Account kinds that can be connected with OAuth. */
export type OAuthKind = "wiki" | "notes"

/** A service that issues tokens after a user's consent. */
export interface OAuthHost {
  readonly kind: OAuthKind
  /** Display name. */
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  /** Name of the setting with the client secret, for messages. */
  readonly secretSetting: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** URL for revoking a token; undefined if the service has none. */
  readonly revokeUrl: string | undefined
  /** Additional parameters of the authorization URL. */
  readonly parameters: Readonly<Record<string, string>>
  /** How the client authenticates: in the body, or with basic authentication. */
  readonly proof: "body" | "basic"
  /** True if the service supports PKCE (RFC 7636). */
  readonly hasPkce: boolean
  /** URL of the API that the tokens are for. */
  readonly apiUrl: string
  /** Redirect URL. */
  readonly returnUrl: string
}

/** The services that have a client in the settings. */
export type OAuthHosts = ReadonlyMap<OAuthKind, OAuthHost>

/** Path of the redirect URL, below the public URL. */
const CONSENT_RETURN_PATH = "/api/auth/connections/callback"

/** Read access, and a refresh token, because access tokens expire after an hour. */
const CONFLUENCE_SCOPES = [
  "read:space:confluence",
  "read:page:confluence",
  "read:folder:confluence",
  "read:attachment:confluence",
  "offline_access",
]

/**
 * Returns the configured services, as documented in "OAuth 2.0 (3LO) apps" by Atlassian and "Authorization" by Notion:
 * Atlassian requires an audience and rotates refresh tokens; Notion supports neither scopes nor PKCE.
 */
export function oauthHostsOf(settings: Settings): OAuthHosts {
  const hosts = new Map<OAuthKind, OAuthHost>()
  const { LECTERN_PUBLIC_URL: publicUrl } = settings
  if (publicUrl === undefined) return hosts
  const returnUrl = publicUrl + CONSENT_RETURN_PATH
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
