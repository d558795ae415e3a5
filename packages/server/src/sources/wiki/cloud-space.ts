import { z } from "zod"
import { SiteUnreadable, SourceDamaged } from "../base/errors.ts"
import type { WikiClient } from "./wiki-client.ts"
import type { WikiAttachment, WikiPage, WikiSpace } from "./wiki-request.ts"

/** Entries per response, the maximum of the API. */
const PAGE_SIZE = 250
/** Maximum number of ids per request. */
const IDS_PER_REQUEST = 100
/** Path of sites at the OAuth gateway. */
const GATEWAY_PATH = /\/ex\/confluence\/[^/]+\/wiki$/
/** Maximum number of ancestors of a page; more distant ones are ignored. */
const MAX_ANCESTORS = 20

const id = z.union([z.string(), z.number()]).transform(String)
const links = z.object({ next: z.string().optional(), base: z.string().optional() }).catch({})
const spaceList = z.object({
  results: z.array(z.object({ id, key: z.string(), name: z.string().catch(""), homepageId: id.nullish() })),
  _links: links,
})
const page = z.object({
  id,
  title: z.string().catch(""),
  status: z.string().catch("current"),
  parentId: id.nullish().catch(null),
  parentType: z.string().nullish().catch(null),
  version: z.object({ number: z.number() }),
  _links: z.object({ webui: z.string().optional() }).catch({}),
})
type Page = z.infer<typeof page>
const pageList = z.object({ results: z.array(page), _links: links })
const folder = z.object({
  title: z.string().catch(""),
  parentId: id.nullish().catch(null),
  parentType: z.string().nullish().catch(null),
})
const pageBody = z.object({ body: z.object({ storage: z.object({ value: z.string() }) }) })
const attachmentList = z.object({
  results: z.array(
    z.object({
      id,
      status: z.string().catch("current"),
      title: z.string().catch(""),
      mediaType: z.string().catch(""),
      fileSize: z.number().catch(0),
      downloadLink: z.string(),
      version: z.object({ number: z.number() }),
    }),
  ),
  _links: links,
})

/** A page or folder above other pages. */
interface Ancestor {
  readonly title: string
  readonly parentId: string | null
  readonly parentType: string | null
}

/**
 * Opens a space through the REST API v2 of Confluence Cloud.
 *
 * @param baseUrl of the wiki, ending with `/wiki`.
 * @throws {SiteUnreadable} if the account cannot see such a space.
 */
export async function openCloudSpace(client: WikiClient, baseUrl: string, spaceKey: string): Promise<WikiSpace> {
  const api = `${baseUrl}/api/v2`
  const found = await client.json(`${api}/spaces?keys=${encodeURIComponent(spaceKey)}&limit=1`, spaceList)
  const space = found.results.find(({ key }) => key.toLowerCase() === spaceKey.toLowerCase())
  if (space === undefined) {
    throw new SiteUnreadable(
      `space ${spaceKey} of ${new URL(baseUrl).host} does not exist, or the connected account has no access to it`,
    )
  }
  // With the OAuth gateway, URLs for readers are still those of the site.
  const siteUrl = found._links.base ?? baseUrl
  const shownPage = (entry: Page, headings: readonly string[]): WikiPage => ({
    id: entry.id,
    title: entry.title,
    version: entry.version.number,
    status: entry.status,
    headings,
    url: siteUrl + (entry._links.webui ?? `/pages/viewpage.action?pageId=${entry.id}`),
  })
  return {
    apiName: "REST API v2 of Confluence Cloud",
    async listPages(pageIds, maxPages) {
      const listed =
        pageIds === undefined
          ? await listAll(client, `${api}/spaces/${space.id}/pages?limit=${PAGE_SIZE}&depth=all`, pageList, maxPages)
          : (await pagesById(client, api, pageIds)).filter(({ status }) => status !== "")
      const ancestors = new Map<string, Ancestor | undefined>(
        listed.map((entry) => [entry.id, ancestorOf(entry)] as const),
      )
      await addAncestors(client, api, ancestors)
      return listed.map((entry) => shownPage(entry, headingsOf(entry, ancestors, space.homepageId ?? undefined)))
    },
    async readBody(pageId) {
      const read = await client.json(`${api}/pages/${encodeURIComponent(pageId)}?body-format=storage`, pageBody)
      return read.body.storage.value
    },
    async listAttachments(pageId) {
      const url = `${api}/pages/${encodeURIComponent(pageId)}/attachments?limit=${PAGE_SIZE}`
      const listed = await listAll(client, url, attachmentList, Infinity)
      return listed
        .filter(({ status }) => status === "current")
        .map((entry) => attachmentOf(entry, { baseUrl, siteUrl, pageId }))
    },
  }
}

function attachmentOf(
  entry: z.infer<typeof attachmentList>["results"][number],
  { baseUrl, siteUrl, pageId }: { readonly baseUrl: string; readonly siteUrl: string; readonly pageId: string },
): WikiAttachment {
  const { id: attachmentId, title, mediaType, fileSize: byteLength, downloadLink, version } = entry
  const path = downloadLink.replace(/^\/wiki\//, "/")
  const url = siteUrl + path.replace(/\?.*$/, "")
  // The OAuth gateway serves files only by the ids of page and file, not by their URLs on the site.
  const downloadUrl = GATEWAY_PATH.test(baseUrl)
    ? `${baseUrl}/rest/api/content/${encodeURIComponent(pageId)}/child/attachment/${encodeURIComponent(attachmentId)}/download`
    : baseUrl + path
  return { id: attachmentId, title, mediaType, byteLength, version: version.number, url, downloadUrl }
}

/** Follows the cursors of a list to its end, or to the maximum length. */
async function listAll<Entry>(
  client: WikiClient,
  url: string,
  schema: z.ZodType<{ readonly results: readonly Entry[]; readonly _links: z.infer<typeof links> }>,
  maxCount: number,
): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  const seen = new Set<string>()
  for (let next: string | undefined = url; next !== undefined && entries.length < maxCount;) {
    const answer: { readonly results: readonly Entry[]; readonly _links: z.infer<typeof links> } = await client.json(
      next,
      schema,
    )
    entries.push(...answer.results)
    // The next URL is that of the site instead of the gateway, so only its cursor is used.
    const cursor = answer._links.next === undefined ? null : new URL(answer._links.next, url).searchParams.get("cursor")
    if (cursor !== null && seen.has(cursor)) throw new SourceDamaged(`${new URL(url).host} returned an endless list`)
    if (cursor !== null) seen.add(cursor)
    next = cursor === null ? undefined : `${url}&cursor=${encodeURIComponent(cursor)}`
  }
  return entries
}

async function pagesById(client: WikiClient, api: string, ids: readonly string[]): Promise<readonly Page[]> {
  const found: Page[] = []
  const wanted = ids.filter((pageId) => /^\d+$/.test(pageId))
  for (let at = 0; at < wanted.length; at += IDS_PER_REQUEST) {
    const step = wanted.slice(at, at + IDS_PER_REQUEST)
    found.push(...(await listAll(client, `${api}/pages?id=${step.join(",")}&limit=${PAGE_SIZE}`, pageList, Infinity)))
  }
  return found
}

/** Adds the titles of ancestors that are not in the list: folders, and pages that were not selected. */
async function addAncestors(
  client: WikiClient,
  api: string,
  ancestors: Map<string, Ancestor | undefined>,
): Promise<void> {
  for (let round = 0; round < MAX_ANCESTORS; round++) {
    const missing = new Map<string, string>()
    for (const entry of ancestors.values()) {
      const { parentId = null, parentType = null } = entry ?? {}
      if (parentId !== null && !ancestors.has(parentId)) missing.set(parentId, parentType ?? "page")
    }
    if (missing.size === 0) return
    const pageIds = [...missing].filter(([, type]) => type === "page").map(([parentId]) => parentId)
    for (const entry of await pagesById(client, api, pageIds)) ancestors.set(entry.id, ancestorOf(entry))
    for (const [parentId, type] of missing) {
      if (type === "folder") ancestors.set(parentId, await readFolder(client, api, parentId))
      // Undefined means that the title is not available, so it is not requested again.
      else if (!ancestors.has(parentId)) ancestors.set(parentId, undefined)
    }
  }
}

async function readFolder(client: WikiClient, api: string, folderId: string): Promise<Ancestor | undefined> {
  try {
    return ancestorOf(await client.json(`${api}/folders/${encodeURIComponent(folderId)}`, folder))
  } catch (error) {
    client.signal.throwIfAborted()
    // If a folder is not visible, only its heading is missing, and not the pages in it.
    if (error instanceof SiteUnreadable || error instanceof SourceDamaged) return undefined
    throw error
  }
}

function ancestorOf(entry: z.infer<typeof folder>): Ancestor {
  return { title: entry.title, parentId: entry.parentId ?? null, parentType: entry.parentType ?? null }
}

function headingsOf(
  entry: Page,
  ancestors: ReadonlyMap<string, Ancestor | undefined>,
  homepageId: string | undefined,
): readonly string[] {
  const headings: string[] = []
  let parentId = entry.parentId ?? null
  while (parentId !== null && headings.length < MAX_ANCESTORS) {
    const ancestor = ancestors.get(parentId)
    if (ancestor === undefined) break
    if (parentId !== homepageId && ancestor.title !== "") headings.unshift(ancestor.title)
    ;({ parentId } = ancestor)
  }
  return headings
}
