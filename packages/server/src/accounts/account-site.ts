/** What an account is needed for. */
export type AccountKind = "git" | "wiki" | "notes"

/** An account at a service, ready for use. */
export interface Account {
  /** Canonical address of the service. */
  readonly siteUrl: string
  /** Name that goes with the token, where there is one: the e-mail address for Confluence Cloud. */
  readonly accountName: string | null
  readonly token: string
  /** What an account of OAuth has besides: its token changes while it is used. */
  readonly oauth?: AccountOAuth
}

/** The changing side of an account of OAuth. */
interface AccountOAuth {
  /** Address that its requests go to, in the place of the site's. */
  readonly apiUrl: string
  /** Gives the token that counts now; another one than `refused`. */
  token(refused?: string): Promise<string>
}

/** Where pages of notes are read from, whatever address a person sees them under. */
const NOTES_API = "https://api.notion.com"
const NOTES_HOST = /(?:^|\.)notion\.(?:so|com|site)$/
const WIKI_CLOUD_HOST = /\.(?:atlassian\.net|jira\.com)$/

/**
 * Brings the address of a service into the one form that it is kept and compared in.
 *
 * @param url address that may be fetched from.
 * @returns origin only for git hosts; with the path of the site for wikis and notes; no slash at the end.
 */
export function canonicalSiteUrl(kind: AccountKind, url: URL): string {
  const hostname = url.hostname.replace(/\.$/, "")
  const origin = `${url.protocol}//${kind === "git" ? hostname.replace(/^www\./, "") : hostname}${url.port === "" ? "" : `:${url.port}`}`
  if (kind === "git" || (kind === "wiki" && isWikiCloud(url))) return origin
  return origin + url.pathname.replace(/\/+$/, "")
}

/** Tells whether an address is one of Confluence Cloud, where every site has the same paths. */
export function isWikiCloud(url: URL): boolean {
  return WIKI_CLOUD_HOST.test(url.hostname)
}

/** Gives the address of the API that the pages of a workspace are read through. */
export function notesApiUrl(siteUrl: string): string {
  const { hostname, origin } = new URL(siteUrl)
  return NOTES_HOST.test(hostname) ? NOTES_API : origin
}

/** Writes the header that carries an account: name and token where there is a name, else the token alone. */
export function authorizationOf({ accountName, token }: Pick<Account, "accountName" | "token">): string {
  if (accountName === null) return `Bearer ${token}`
  return `Basic ${Buffer.from(`${accountName}:${token}`, "utf8").toString("base64")}`
}
