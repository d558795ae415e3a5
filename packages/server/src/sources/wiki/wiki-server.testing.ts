import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A page of the stand-in. */
export interface TestPage {
  readonly id: string
  readonly title: string
  body: string
  version: number
  readonly parentId?: string
  readonly parentType?: "page" | "folder"
  readonly status?: "current" | "archived" | "draft"
  /** True if the page is not visible to the account: it is left out of lists, and not found by id. */
  isRestricted?: boolean
  /** Status with which reading the page fails, although it is listed. */
  failsWith?: number
  readonly attachments?: readonly {
    readonly id: string
    readonly title: string
    readonly mediaType: string
    readonly bytes: Uint8Array
  }[]
}

/**
 * A wiki on loopback that responds in the same way as the published APIs of Confluence Cloud (v2) or Data Center (v1).
 */
export interface TestWiki {
  readonly url: string
  readonly pages: TestPage[]
  /** Method and path with query of every authorised request, in order. */
  readonly asked: string[]
  /** Responds with 429 and `Retry-After` to this many further requests. */
  rateLimit(count: number): void
  /** Replaces the accepted credentials. */
  expect(authorization: string): void
  close(): Promise<void>
}

/** Configuration of the stand-in. */
export interface TestWikiOptions {
  readonly edition: "cloud" | "data-center"
  readonly authorization: string
  readonly spaceKey?: string
  /** Maximum entries per response, regardless of the request. */
  readonly pageSize?: number
  readonly folders?: Readonly<Record<string, string>>
}

const SPACE_ID = "98304"
const HOME_ID = "1"

/** Starts the stand-in; its space contains the pages in `pages`. */
export async function startTestWiki(options: TestWikiOptions): Promise<TestWiki> {
  const { edition, spaceKey = "OTTER", pageSize = 2 } = options
  const pages: TestPage[] = []
  const asked: string[] = []
  let limited = 0
  let { authorization } = options
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host ?? ""}`)
    if (request.headers.authorization !== authorization) return send(response, 401, { message: "Unauthorized" })
    asked.push(`${request.method} ${url.pathname}${url.search}`)
    if (limited > 0) {
      limited--
      return send(response, 429, { message: "Rate limit exceeded" }, { "retry-after": "0" })
    }
    const wiki = { pages, spaceKey, pageSize, origin: url.origin, folders: options.folders ?? {} }
    if (edition === "cloud" && url.pathname.startsWith("/wiki/")) return answerCloud(wiki, url, response)
    if (edition === "data-center" && url.pathname.startsWith("/rest/api/")) return answerDataCenter(wiki, url, response)
    return answerFiles(wiki, url, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    asked,
    rateLimit: (count) => (limited = count),
    expect: (given) => (authorization = given),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Wiki {
  readonly pages: readonly TestPage[]
  readonly spaceKey: string
  readonly pageSize: number
  readonly origin: string
  readonly folders: Readonly<Record<string, string>>
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
}

function missing(response: ServerResponse): void {
  send(response, 404, { errors: [{ status: 404, code: "NOT_FOUND", title: "Not Found", detail: null }] })
}

function answerFiles(wiki: Wiki, url: URL, _request: IncomingMessage, response: ServerResponse): void {
  const files = wiki.pages.flatMap(({ attachments }) => attachments ?? [])
  const file = files.find(({ title }) => url.pathname.endsWith(`/${encodeURIComponent(title)}`))
  if (file === undefined) {
    response.writeHead(404, { "content-type": "text/html" }).end("<html><body>Page Not Found</body></html>")
  } else response.writeHead(200, { "content-type": file.mediaType }).end(file.bytes)
}

function answerCloud(wiki: Wiki, url: URL, response: ServerResponse): void {
  const { pages, spaceKey, origin, folders } = wiki
  const path = url.pathname.replace("/wiki/api/v2", "")
  const visible = pages.filter(({ isRestricted }) => isRestricted !== true)
  const links = { base: `${origin}/wiki` }
  if (path === "/spaces") {
    const isKnown = (url.searchParams.get("keys") ?? spaceKey) === spaceKey
    const space = { id: SPACE_ID, key: spaceKey, name: "Otter", type: "global", status: "current", homepageId: HOME_ID }
    return send(response, 200, { results: isKnown ? [space] : [], _links: links })
  }
  if (path === `/spaces/${SPACE_ID}/pages`) {
    return listCloud(wiki, url, visible.filter(({ status }) => status !== "draft").map(cloudPage), response)
  }
  if (path === "/pages") {
    const ids = url.searchParams.getAll("id").flatMap((text) => text.split(","))
    return listCloud(wiki, url, visible.filter(({ id }) => ids.includes(id)).map(cloudPage), response)
  }
  const folder = /^\/folders\/(\w+)$/.exec(path)?.[1]
  if (folder !== undefined) {
    const title = folders[folder]
    return title === undefined
      ? missing(response)
      : send(response, 200, { id: folder, type: "folder", title, parentId: HOME_ID, parentType: "page" })
  }
  const file = /^\/wiki\/rest\/api\/content\/(\d+)\/child\/attachment\/att(\w+)\/download$/.exec(url.pathname)
  if (file !== null) return answerFileById(visible, file, response)
  const [, id, rest] = /^\/pages\/(\d+)(\/attachments)?$/.exec(path) ?? []
  const page = visible.find((candidate) => candidate.id === id)
  if (page === undefined)
    return url.pathname.startsWith("/wiki/download/")
      ? answerFiles(wiki, url, undefined as never, response)
      : missing(response)
  if (rest !== undefined) {
    const listed = (page.attachments ?? []).map((file) => ({
      id: `att${file.id}`,
      status: "current",
      title: file.title,
      pageId: page.id,
      mediaType: file.mediaType,
      fileSize: file.bytes.byteLength,
      webuiLink: `/pages/viewpageattachments.action?pageId=${page.id}`,
      downloadLink: `/download/attachments/${page.id}/${encodeURIComponent(file.title)}?version=1&api=v2`,
      version: { number: 1 },
    }))
    return listCloud(wiki, url, listed, response)
  }
  if (page.failsWith !== undefined) return send(response, page.failsWith, { message: "planned" })
  const body =
    url.searchParams.get("body-format") === "storage"
      ? { storage: { representation: "storage", value: page.body } }
      : {}
  return send(response, 200, { ...cloudPage(page), body, _links: { ...cloudPage(page)._links, ...links } })
}

function answerFileById(pages: readonly TestPage[], found: RegExpExecArray, response: ServerResponse): void {
  const [, pageId, fileId] = found
  const page = pages.find(({ id }) => id === pageId)
  const file = page?.attachments?.find(({ id }) => id === fileId)
  if (file === undefined) return missing(response)
  response.writeHead(200, { "content-type": file.mediaType }).end(file.bytes)
}

function cloudPage(page: TestPage) {
  const { id, title, version, parentId = null, status = "current" } = page
  return {
    id,
    status,
    title,
    spaceId: SPACE_ID,
    parentId,
    parentType: parentId === null ? null : (page.parentType ?? "page"),
    version: { number: version, message: "", minorEdit: false, createdAt: "2026-02-03T04:05:06.789Z" },
    body: {},
    _links: { webui: `/spaces/OTTER/pages/${id}/${encodeURIComponent(title.replaceAll(" ", "+"))}` },
  }
}

/** Lists entries as the Cloud does: cursors are opaque, and the path of the next part is that of the site. */
function listCloud(wiki: Wiki, url: URL, entries: readonly object[], response: ServerResponse): void {
  const cursor = url.searchParams.get("cursor")
  const start = cursor === null ? 0 : Number(Buffer.from(cursor, "base64").toString("utf8"))
  const size = Math.min(wiki.pageSize, Number(url.searchParams.get("limit") ?? 25))
  const end = start + size
  const next = `${url.pathname}?limit=${size}&cursor=${encodeURIComponent(Buffer.from(String(end)).toString("base64"))}`
  const links = { base: `${wiki.origin}/wiki`, ...(end < entries.length ? { next } : {}) }
  send(response, 200, { results: entries.slice(start, end), _links: links })
}

function answerDataCenter(wiki: Wiki, url: URL, response: ServerResponse): void {
  const { pages, spaceKey } = wiki
  const path = url.pathname.replace("/rest/api", "")
  const visible = pages.filter(({ isRestricted }) => isRestricted !== true)
  if (path === "/space") {
    const space = { id: 98304, key: spaceKey, name: "Otter", type: "global" }
    return send(response, 200, {
      results: url.searchParams.has("start") ? [] : [space],
      _links: { next: "/rest/api/space?start=1" },
    })
  }
  if (path === `/space/${spaceKey}`) {
    return send(response, 200, { id: 98304, key: spaceKey, name: "Otter", type: "global", homepage: { id: HOME_ID } })
  }
  if (path === "/content" && url.searchParams.get("spaceKey") === spaceKey) {
    const current = visible.filter(({ status = "current" }) => status === "current")
    return listDataCenter(
      wiki,
      url,
      current.map((page) => dataCenterPage(page, pages, 1)),
      response,
    )
  }
  const [, id, rest] = /^\/content\/(\d+)(\/child\/attachment)?$/.exec(path) ?? []
  const page = visible.find((candidate) => candidate.id === id)
  if (page === undefined)
    return send(response, 404, { statusCode: 404, message: "No content found with id", reason: "Not Found" })
  if (rest !== undefined) return listDataCenter(wiki, url, dataCenterFiles(page), response)
  const shown = dataCenterPage(page, pages, 1)
  if (!(url.searchParams.get("expand") ?? "").includes("body.storage")) return send(response, 200, shown)
  if (page.failsWith !== undefined)
    return send(response, page.failsWith, { statusCode: page.failsWith, message: "planned" })
  return send(response, 200, { ...shown, body: { storage: { value: page.body, representation: "storage" } } })
}

function dataCenterPage(page: TestPage, pages: readonly TestPage[], shownFiles: number) {
  const ancestors: { id: string; type: string; title: string }[] = []
  for (let at = page.parentId; at !== undefined;) {
    const above = pages.find(({ id }) => id === at)
    if (above !== undefined) ancestors.unshift({ id: above.id, type: "page", title: above.title })
    at = above?.parentId
  }
  const files = dataCenterFiles(page)
  const next =
    files.length > shownFiles ? { next: `/rest/api/content/${page.id}/child/attachment?limit=25&start=25` } : {}
  return {
    id: page.id,
    type: "page",
    status: page.status ?? "current",
    title: page.title,
    version: { number: page.version, when: "2026-02-03T04:05:06.789Z", minorEdit: false },
    ancestors,
    children: { attachment: { results: files.slice(0, shownFiles), start: 0, limit: 25, size: 1, _links: next } },
    _links: { webui: `/pages/viewpage.action?pageId=${page.id}` },
  }
}

function dataCenterFiles(page: TestPage) {
  return (page.attachments ?? []).map((file) => ({
    id: `att${file.id}`,
    type: "attachment",
    status: "current",
    title: file.title,
    version: { number: 1 },
    metadata: { mediaType: file.mediaType },
    extensions: { mediaType: file.mediaType, fileSize: file.bytes.byteLength },
    _links: { download: `/download/attachments/${page.id}/${encodeURIComponent(file.title)}?version=1&api=v2` },
  }))
}

function listDataCenter(wiki: Wiki, url: URL, entries: readonly object[], response: ServerResponse): void {
  const start = Number(url.searchParams.get("start") ?? 0)
  const limit = Math.min(wiki.pageSize, Number(url.searchParams.get("limit") ?? 25))
  const next = start + limit < entries.length ? { next: `${url.pathname}?start=${start + limit}&limit=${limit}` } : {}
  const results = entries.slice(start, start + limit)
  send(response, 200, {
    results,
    start,
    limit,
    size: results.length,
    _links: { base: wiki.origin, context: "", ...next },
  })
}
