import { z } from "zod"
import { SiteUnreadable } from "../base/errors.ts"
import { inParallel } from "../base/in-parallel.ts"
import type { WikiClient } from "./wiki-client.ts"
import type { WikiAttachment, WikiPage, WikiSpace } from "./wiki-request.ts"

/** Entries per response; servers return fewer if many fields are expanded. */
const PAGE_SIZE = 100
const REQUESTS_AT_ONCE = 4
const EXPANDED = "version,ancestors,children.attachment,children.attachment.version,children.attachment.extensions"

const id = z.union([z.string(), z.number()]).transform(String)
const links = z.object({ next: z.string().optional() }).catch({})
const space = z.object({ key: z.string(), homepage: z.object({ id }).nullish().catch(null) })
const attachment = z.object({
  id,
  title: z.string().catch(""),
  status: z.string().catch("current"),
  version: z.object({ number: z.number() }).catch({ number: 0 }),
  metadata: z.object({ mediaType: z.string().catch("") }).catch({ mediaType: "" }),
  extensions: z
    .object({ mediaType: z.string().catch(""), fileSize: z.number().catch(0) })
    .catch({ mediaType: "", fileSize: 0 }),
  // Without the slash, the path would extend the host name, and credentials would be sent to that host.
  _links: z.object({ download: z.string().startsWith("/") }),
})
const attachmentList = z.object({ results: z.array(attachment), _links: links })
const page = z.object({
  id,
  title: z.string().catch(""),
  status: z.string().catch("current"),
  version: z.object({ number: z.number() }),
  ancestors: z.array(z.object({ id, title: z.string().catch("") })).catch([]),
  children: z.object({ attachment: attachmentList.optional() }).optional(),
  _links: z.object({ webui: z.string().optional() }).catch({}),
})
type Page = z.infer<typeof page>
const pageList = z.object({ results: z.array(page), _links: links })
const pageBody = z.object({ body: z.object({ storage: z.object({ value: z.string() }) }) })

/**
 * Opens a space through the REST API v1 of Confluence Data Center and Server.
 *
 * @param siteUrl with the path of the wiki on its host, if it has one.
 * @throws {SiteUnreadable} if the account cannot see such a space.
 */
export async function openDataCenterSpace(client: WikiClient, siteUrl: string, spaceKey: string): Promise<WikiSpace> {
  const api = `${siteUrl}/rest/api`
  const key = encodeURIComponent(spaceKey)
  const { homepage } = await client.json(`${api}/space/${key}?expand=homepage`, space)
  const listed = new Map<string, Page>()
  const shownPage = (entry: Page): WikiPage => ({
    id: entry.id,
    title: entry.title,
    version: entry.version.number,
    status: entry.status,
    headings: entry.ancestors.flatMap(({ id: above, title }) =>
      above === homepage?.id || title === "" ? [] : [title],
    ),
    url: siteUrl + (entry._links.webui ?? `/pages/viewpage.action?pageId=${entry.id}`),
  })
  return {
    apiName: "REST API v1 of Confluence Data Center",
    async listPages(pageIds, maxPages) {
      const url = `${api}/content?spaceKey=${key}&type=page&status=current&expand=${EXPANDED}`
      const entries =
        pageIds === undefined ? await listAll(client, url, maxPages) : await pagesById(client, api, pageIds)
      for (const entry of entries) listed.set(entry.id, entry)
      return entries.map(shownPage)
    },
    async readBody(pageId) {
      const url = `${api}/content/${encodeURIComponent(pageId)}?expand=body.storage,version`
      return (await client.json(url, pageBody)).body.storage.value
    },
    async listAttachments(pageId) {
      const first = listed.get(pageId)?.children?.attachment
      const entries = [...(first?.results ?? [])]
      // The list contains only the first attachments of a page.
      if (first === undefined || first._links.next !== undefined) {
        const url = `${api}/content/${encodeURIComponent(pageId)}/child/attachment?expand=version`
        entries.splice(0, entries.length, ...(await listEntries(client, url, attachmentList, Infinity)))
      }
      return entries.filter(({ status }) => status === "current").map((entry) => attachmentOf(entry, siteUrl))
    },
  }
}

function attachmentOf(entry: z.infer<typeof attachment>, siteUrl: string): WikiAttachment {
  const { download } = entry._links
  return {
    id: entry.id,
    title: entry.title,
    version: entry.version.number,
    mediaType: entry.extensions.mediaType || entry.metadata.mediaType,
    byteLength: entry.extensions.fileSize,
    url: siteUrl + download.replace(/\?.*$/, ""),
    downloadUrl: siteUrl + download,
  }
}

function listAll(client: WikiClient, url: string, maxCount: number): Promise<readonly Page[]> {
  return listEntries(client, url, pageList, maxCount)
}

/** Fetches a list with `start` and `limit` until the server returns no next part. */
async function listEntries<Entry>(
  client: WikiClient,
  url: string,
  schema: z.ZodType<{ readonly results: readonly Entry[]; readonly _links: { readonly next?: string | undefined } }>,
  maxCount: number,
): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  while (entries.length < maxCount) {
    const answer = await client.json(`${url}&start=${entries.length}&limit=${PAGE_SIZE}`, schema)
    entries.push(...answer.results)
    if (answer._links.next === undefined || answer.results.length === 0) break
  }
  return entries
}

async function pagesById(client: WikiClient, api: string, pageIds: readonly string[]): Promise<readonly Page[]> {
  const found: (Page | undefined)[] = []
  await inParallel(pageIds, REQUESTS_AT_ONCE, async (pageId, at) => {
    try {
      found[at] = await client.json(`${api}/content/${encodeURIComponent(pageId)}?status=any&expand=${EXPANDED}`, page)
    } catch (error) {
      // The page does not exist or is not visible to the account; it is reported with the others.
      if (!(error instanceof SiteUnreadable)) throw error
    }
  })
  return found.flatMap((entry) => entry ?? [])
}
