import { z } from "zod"
import type { AddressGuard } from "../../net/address-guard.ts"
import { guardedFetch } from "../../net/guarded-fetch.ts"
import { canonicalSiteUrl } from "../account-site.ts"
import { ConsentRefused, TokensUnavailable } from "./errors.ts"
import type { IssuedTokens } from "./oauth-client.ts"
import type { OAuthHost } from "./oauth-hosts.ts"

/** A site that a consent opens. */
export interface GrantedSite {
  /** Canonical address for readers. */
  readonly siteUrl: string
  /** Address that requests with the token go to. */
  readonly apiUrl: string
  /** Name for people; null when the service tells none. */
  readonly name: string | null
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024
/** Where notes are seen, whatever address their API has. */
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
 * Tells which sites the tokens of a fresh consent open: for Confluence every site that the person has allowed (Atlassian
 * names those of other products too, without a scope for it), for Notion the one workspace.
 *
 * @throws {ConsentRefused} when there is none. @throws {TokensUnavailable} when the service does not tell.
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
  const listed = resources.safeParse(answer.status === 200 ? readJson(answer.bytes) : undefined)
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

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"))
  } catch {
    // A page for people: the schema refuses it.
    return undefined
  }
}
