import { z } from "zod"
import type { AddressGuard } from "../../net/address-guard.ts"
import { guardedFetch } from "../../net/guarded-fetch.ts"
import { canonicalSiteUrl } from "../account-site.ts"
import { ConsentRefused, TokensUnavailable } from "./errors.ts"
import type { IssuedTokens } from "./oauth-client.ts"
import type { OAuthHost } from "./oauth-hosts.ts"
import { parseJson } from "../../base/parse-json.ts"

/** A site that a user's consent gives access to. */
export interface GrantedSite {
  /** Canonical URL for users. */
  readonly siteUrl: string
  /** URL for requests with the token. */
  readonly apiUrl: string
  /** Display name; null if the service returns none. */
  readonly name: string | null
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024
/** URL of all Notion workspaces. */
const NOTES_SITE = "https://www.notion.so"

const resources = z.array(
  z.object({
    id: z.string().regex(/^[\w-]{1,100}$/),
    url: z.url({ protocol: /^https?$/ }),
    name: z.string().nullish().catch(null),
    scopes: z.array(z.string()).catch([]),
  }),
)

const workspace = z.object({
  workspace_id: z.string().regex(/^[\w-]{1,100}$/),
  workspace_name: z.string().nullish().catch(null),
})

/**
 * Returns the sites that new tokens give access to: for Confluence, every site that the user has allowed (Atlassian
 * also lists sites of other products, without a scope for Confluence); for Notion, the one workspace.
 *
 * @throws {ConsentRefused} if there is none. @throws {TokensUnavailable} if the service does not list them.
 */
export async function grantedSites(
  host: OAuthHost,
  guard: AddressGuard,
  { accessToken, facts }: Pick<IssuedTokens, "accessToken" | "facts">,
): Promise<readonly [GrantedSite, ...GrantedSite[]]> {
  if (host.kind === "notes") return [workspaceOf(host, facts)]
  const answer = await guardedFetch(`${host.apiUrl}/oauth/token/accessible-resources`, {
    guard,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    headers: { accept: "application/json", authorization: `Bearer ${accessToken}` },
  })
  const listed = resources.safeParse(answer.status === 200 ? parseJson(answer.bytes) : undefined)
  if (!listed.success) {
    throw new TokensUnavailable(
      `cannot list the sites of the account: ${host.name} responded with status ${answer.status}`,
    )
  }
  const sites = listed.data
    .filter(({ scopes }) => scopes.length === 0 || scopes.some((scope) => scope.includes("confluence")))
    .map(({ id, url, name }) => ({
      siteUrl: canonicalSiteUrl("wiki", new URL(url)),
      apiUrl: `${host.apiUrl}/ex/confluence/${id}`,
      name: name ?? null,
    }))
  const [first, ...others] = sites
  if (first === undefined) throw new ConsentRefused("the account has no Confluence site. Choose another account")
  return [first, ...others]
}

function workspaceOf(host: OAuthHost, facts: IssuedTokens["facts"]): GrantedSite {
  const read = workspace.safeParse(facts)
  if (!read.success)
    throw new TokensUnavailable(`cannot find the workspace of the account: ${host.name} did not return one`)
  const { workspace_id: id, workspace_name: name } = read.data
  return { siteUrl: `${NOTES_SITE}/${id}`, apiUrl: host.apiUrl, name: name ?? null }
}
