import { repositoryIdentity } from "@lectern/contract"
import { type GitHostName, gitHostOf } from "../base/git-host-address.ts"
import { isSshAddress } from "../git/ssh/ssh-address.ts"

/** Where a forge tells about a repository. */
export interface GitHostApi {
  readonly forge: GitHostName
  /** Name and port of the host that answers: requests are counted by it. */
  readonly host: string
  /** Address of the forge's API, no slash at the end. */
  readonly apiUrl: string
  /** Path of the repository at the forge, without slashes at the ends and without `.git`. */
  readonly path: string
}

/** Paths below which a forge on a host of its own serves its API; that of Bitbucket is another program's there. */
const API_PATHS = { github: "/api/v3", gitlab: "/api/v4", gitea: "/api/v1", bitbucket: undefined } as const
/** Forges whose API has a host of its own. */
const API_URLS: ReadonlyMap<string, string> = new Map([
  ["github.com", "https://api.github.com"],
  ["bitbucket.org", "https://api.bitbucket.org/2.0"],
])

/**
 * Finds the API of the forge that a repository lies on. A host that nobody has named a kind for is asked as Gitea: that and
 * Forgejo are what people run themselves.
 *
 * @param hostKind what the adder said the host is; a host known by name is what its name says.
 * @returns undefined for an address that no forge has, or a forge whose API is not known.
 */
export function gitHostApiOf(repositoryUrl: string, hostKind: GitHostName | undefined): GitHostApi | undefined {
  const identity = repositoryIdentity(repositoryUrl)
  if ("problem" in identity) return undefined
  const isSsh = isSshAddress(repositoryUrl)
  const forge = gitHostOf(identity.host) ?? hostKind ?? "gitea"
  const path = isSsh ? identity.sourceKey.slice(identity.sourceKey.indexOf("/") + 1) : pathOf(identity.cloneUrl)
  // The port of ssh is not that of the web.
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
