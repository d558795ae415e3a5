/** What an account is used for. */
export type AccountKind = "git" | "wiki" | "notes"

/** An account at a service, with its secrets decrypted. */
export interface Account {
  /** Canonical address of the service. */
  readonly siteUrl: string
  /** User name that belongs to the token, if there is one: the e-mail address for Confluence Cloud. */
  readonly accountName: string | null
  readonly token: string
  /** Only for OAuth accounts, whose token changes while it is used. */
  readonly oauth?: AccountOAuth
}

/** The renewable token of an OAuth account. */
interface AccountOAuth {
  /** URL for its requests, instead of the site's URL. */
  readonly apiUrl: string
  /** Returns the current token, which differs from `refused`. */
  token(refused?: string): Promise<string>
}

/** API of Notion, for all of its site addresses. */
const NOTES_API = "https://api.notion.com"
const NOTES_HOST = /(?:^|\.)notion\.(?:so|com|site)$/
const WIKI_CLOUD_HOST = /\.(?:atlassian\.net|jira\.com)$/

/**
 * Normalises the URL of a service, for storage and comparison.
 *
 * @param url a URL that may be fetched.
 * @returns the origin for git hosts; the URL with the site's path for wikis and notes; never a trailing slash.
 */
export function canonicalSiteUrl(kind: AccountKind, url: URL): string {
  const hostname = url.hostname.replace(/\.$/, "")
  const origin = `${url.protocol}//${kind === "git" ? hostname.replace(/^www\./, "") : hostname}${url.port === "" ? "" : `:${url.port}`}`
  if (kind === "git" || (kind === "wiki" && isWikiCloud(url))) return origin
  return origin + url.pathname.replace(/\/+$/, "")
}

/** Returns true for a URL of Confluence Cloud, where every site has the same paths. */
export function isWikiCloud(url: URL): boolean {
  return WIKI_CLOUD_HOST.test(url.hostname)
}

/** Returns the URL of the API for the pages of a workspace. */
export function notesApiUrl(siteUrl: string): string {
  const { hostname, origin } = new URL(siteUrl)
  return NOTES_HOST.test(hostname) ? NOTES_API : origin
}

/** Returns the authorization header of an account: name and token if it has a name, otherwise the token. */
export function authorizationOf({ accountName, token }: Pick<Account, "accountName" | "token">): string {
  if (accountName === null) return `Bearer ${token}`
  return `Basic ${Buffer.from(`${accountName}:${token}`, "utf8").toString("base64")}`
}
