import type { SourcePage } from "@lectern/contract"
import { z } from "zod"
import type { Account } from "../../accounts/account-site.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { type WikiDeployment, withFirstApi, openSpace } from "./detect-deployment.ts"
import { createWikiClient, type WikiClient } from "./wiki-client.ts"

/** Entries per response: the maximum of Confluence Cloud, and the page size of Data Center. */
const PAGE_SIZE = 250

const spaceList = z.object({
  results: z.array(z.object({ key: z.string(), name: z.string().catch("") })),
  _links: z.object({ next: z.string().optional() }).catch({}),
})

interface Reach {
  readonly guard: AddressGuard
  readonly signal: AbortSignal
}

interface Space {
  readonly key: string
  readonly name: string
}

/** Returns the id of the Confluence Cloud site that an OAuth account belongs to; null for other accounts. */
export function cloudIdOf(account: Account): string | null {
  return /\/ex\/confluence\/([^/]+)$/.exec(account.oauth?.apiUrl ?? "")?.[1] ?? null
}

const optionsOf = (account: Account, spaceKey: string) => ({
  teamspaceKey: "",
  siteUrl: account.siteUrl,
  cloudId: cloudIdOf(account) ?? new URL(account.siteUrl).hostname,
  spaceKey,
})

/**
 * Lists the spaces of a wiki that an account can see.
 *
 * @throws {AccessRefused} {SiteUnreadable} {SourceUnreachable} {SourceDamaged}
 */
export async function listWikiSpaces(
  account: Account,
  { maxSpaces, ...reach }: Reach & { readonly maxSpaces: number },
): Promise<{ readonly spaces: Space[]; readonly isTruncated: boolean }> {
  const client = createWikiClient(account, reach)
  const request = { options: optionsOf(account, ""), account }
  const spaces = await withFirstApi(request, (deployment) => readSpaces(client, deployment, maxSpaces + 1))
  return { spaces: spaces.slice(0, maxSpaces), isTruncated: spaces.length > maxSpaces }
}

async function readSpaces(
  client: WikiClient,
  { api, baseUrl }: WikiDeployment,
  maxSpaces: number,
): Promise<readonly Space[]> {
  const start =
    api === "cloud" ? `${baseUrl}/api/v2/spaces?limit=${PAGE_SIZE}` : `${baseUrl}/rest/api/space?limit=${PAGE_SIZE}`
  const spaces: Space[] = []
  for (let next: string | undefined = start; next !== undefined && spaces.length < maxSpaces;) {
    const answer: z.infer<typeof spaceList> = await client.json(next, spaceList)
    spaces.push(...answer.results)
    const following: string | undefined = answer.results.length === 0 ? undefined : answer._links.next
    // The path of the next URL is that of the site instead of the gateway, so only its parameters are used.
    next = following === undefined ? undefined : `${start.split("?", 1).join("")}${new URL(following, start).search}`
  }
  return spaces.map(({ key, name }) => ({ key, name: name === "" ? key : name }))
}

/**
 * Lists the pages of a space that an account can see, in the order of the space.
 *
 * @throws {AccessRefused} {SiteUnreadable} {SourceUnreachable} {SourceDamaged}
 */
export async function listWikiPages(
  account: Account,
  { spaceKey, maxPages, ...reach }: Reach & { readonly spaceKey: string; readonly maxPages: number },
): Promise<{ readonly pages: SourcePage[]; readonly isTruncated: boolean }> {
  const client = createWikiClient(account, reach)
  const space = await openSpace(client, { options: optionsOf(account, spaceKey), account, knownRevision: null })
  const listed = await space.listPages(undefined, maxPages + 1)
  const shown = listed.filter(({ status }) => status === "current")
  const pages = shown
    .slice(0, maxPages)
    .map(({ id, title, headings, url }) => ({ id, title, headings: [...headings], url }))
  return { pages, isTruncated: listed.length > maxPages }
}
