import { repositoryIdentity } from "@lectern/contract"
import { type GitHostName, gitHostOf } from "../base/git-host-address.ts"
import { isSshAddress } from "../git/ssh/ssh-address.ts"

/** The API of a repository's git host. */
export interface GitHostApi {
  readonly forge: GitHostName
  /** Name and port of the API's host; requests are counted by it. */
  readonly host: string
  /** Base URL of the API, without a trailing slash. */
  readonly apiUrl: string
  /** Path of the repository, without `.git` and without leading or trailing slashes. */
  readonly path: string
}

/** API paths on self-hosted git hosts; self-hosted Bitbucket is a different product. */
const API_PATHS = { github: "/api/v3", gitlab: "/api/v4", gitea: "/api/v1", bitbucket: undefined } as const
/** Git hosts whose API has its own host. */
const API_URLS: ReadonlyMap<string, string> = new Map([
  ["github.com", "https://api.github.com"],
  ["bitbucket.org", "https://api.bitbucket.org/2.0"],
])

/**
 * Returns the API of a repository's git host. A host of unknown kind is treated as Gitea, because most self-hosted
 * instances are Gitea or Forgejo.
 *
 * @param hostKind kind given by the user; ignored for a host that is known by name.
 * @returns undefined for an address that no git host has, or a host without a known API.
 */
export function gitHostApiOf(repositoryUrl: string, hostKind: GitHostName | undefined): GitHostApi | undefined {
  const identity = repositoryIdentity(repositoryUrl)
  if ("problem" in identity) return undefined
  const isSsh = isSshAddress(repositoryUrl)
  const forge = gitHostOf(identity.host) ?? hostKind ?? "gitea"
  const path = isSsh ? identity.sourceKey.slice(identity.sourceKey.indexOf("/") + 1) : pathOf(identity.cloneUrl)
  // The port for SSH is not that of the web server.
  const origin = isSsh ? `https://${identity.host}` : new URL(identity.cloneUrl).origin
  const own = API_PATHS[forge]
  const apiUrl = API_URLS.get(identity.host) ?? (own === undefined ? undefined : origin + own)
  return apiUrl === undefined ? undefined : { forge, host: new URL(apiUrl).host, apiUrl, path }
}

function pathOf(cloneUrl: string): string {
  return decodeURIComponent(new URL(cloneUrl).pathname)
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.git$/i, "")
}
