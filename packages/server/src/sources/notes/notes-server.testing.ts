import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A page of the stand-in; its blocks can be nested and refer to child pages and databases by id. */
export interface TestNote {
  readonly id: string
  readonly title: string
  blocks: readonly TestBlock[]
  editedAt: string
  readonly databaseId?: string
  readonly properties?: Readonly<Record<string, unknown>>
  isArchived?: boolean
  /** True if the page is not shared with the integration, so that it is not found. */
  isUnshared?: boolean
}

/** A block: its kind, the object under the name of the kind, and its children. */
export interface TestBlock {
  readonly id?: string
  readonly type: string
  readonly payload?: Readonly<Record<string, unknown>>
  readonly children?: readonly TestBlock[]
}

/** A notes service on loopback that responds in the same way as Notion's published API (version 2025-09-03). */
export interface TestNotes {
  readonly url: string
  readonly pages: TestNote[]
  /** Titles of databases by id. */
  readonly databases: Map<string, string>
  /** Method and path of every authorised request, in order. */
  readonly asked: string[]
  /** Responds with 429 and `Retry-After` to this many further requests. */
  rateLimit(count: number): void
  close(): Promise<void>
}

/** Text in the format of the API. */
export function richText(text: string): object[] {
  const annotations = {
    bold: false,
    italic: false,
    strikethrough: false,
    underline: false,
    code: false,
    color: "default",
  }
  return [{ type: "text", text: { content: text, link: null }, annotations, plain_text: text, href: null }]
}

/** A block of text. */
export function textBlock(type: string, text: string, children: readonly TestBlock[] = []): TestBlock {
  return { type, payload: { rich_text: richText(text) }, children }
}

interface Service {
  readonly pages: readonly TestNote[]
  readonly databases: ReadonlyMap<string, string>
  readonly blockById: Map<string, readonly TestBlock[]>
}

/** Maximum entries per response, regardless of the request. */
const PAGE_SIZE = 2

/** Starts the stand-in. */
export async function startTestNotes(token: string): Promise<TestNotes> {
  const pages: TestNote[] = []
  const databases = new Map<string, string>()
  const asked: string[] = []
  const blockById = new Map<string, readonly TestBlock[]>()
  let limited = 0
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")))
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://notes")
      if (request.headers.authorization !== `Bearer ${token}`) return fail(response, 401, "unauthorized")
      if (request.headers["notion-version"] === undefined) return fail(response, 400, "missing_version")
      asked.push(`${request.method} ${url.pathname}`)
      if (limited > 0) {
        limited--
        response.setHeader("retry-after", "0")
        return fail(response, 429, "rate_limited")
      }
      const input = body === "" ? Object.fromEntries(url.searchParams) : (JSON.parse(body) as Record<string, unknown>)
      answer({ pages, databases, blockById }, url.pathname, input, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    databases,
    asked,
    rateLimit: (count) => (limited = count),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(
  service: Service,
  path: string,
  input: Readonly<Record<string, unknown>>,
  response: ServerResponse,
): void {
  if (path === "/v1/search") {
    const word = String(input["query"] ?? "").toLowerCase()
    const shared = service.pages.filter(
      ({ title, isUnshared }) => isUnshared !== true && title.toLowerCase().includes(word),
    )
    return sendList(response, shared.map(pageObject), input)
  }
  const [, kind, id = "", rest] = /^\/v1\/(\w+)\/([\w-]+)(?:\/(\w+))?$/.exec(path) ?? []
  if (kind === "users")
    return send(response, { object: "user", id: "b", type: "bot", name: "Lectern", bot: { workspace_name: "Otter" } })
  const page = service.pages.find((candidate) => candidate.id === id && candidate.isUnshared !== true)
  if (kind === "pages" && page !== undefined) return send(response, pageObject(page))
  if (kind === "databases" && service.databases.has(id)) {
    const title = richText(service.databases.get(id) ?? "")
    return send(response, {
      object: "database",
      id,
      title,
      in_trash: false,
      data_sources: [{ id: `ds-${id}`, name: "All" }],
    })
  }
  if (path === `/v1/data_sources/${id}/query`) {
    const rows = service.pages.filter(({ databaseId, isUnshared }) => `ds-${databaseId}` === id && isUnshared !== true)
    return sendList(response, rows.map(pageObject), input)
  }
  if (kind === "blocks" && rest === "children") {
    const blocks = page?.blocks ?? service.blockById.get(id)
    if (blocks !== undefined)
      return sendList(
        response,
        blocks.map((block, at) => blockObject(service, block, `${id}b${at}`)),
        input,
      )
  }
  fail(response, 404, "object_not_found")
}

function pageObject({ id, title, editedAt, isArchived = false, properties = {} }: TestNote): object {
  return {
    object: "page",
    id,
    created_time: "2026-01-01T00:00:00.000Z",
    last_edited_time: editedAt,
    archived: isArchived,
    in_trash: isArchived,
    url: `https://www.notion.so/${title.replaceAll(" ", "-")}-${id}`,
    properties: { ...properties, Name: { id: "title", type: "title", title: richText(title) } },
  }
}

function blockObject(
  { blockById }: Service,
  { id, type, payload = {}, children = [] }: TestBlock,
  ownId: string,
): object {
  const shownId = id ?? ownId
  if (children.length > 0) blockById.set(shownId, children)
  const isPage = type === "child_page" || type === "child_database"
  return {
    object: "block",
    id: shownId,
    type,
    [type]: payload,
    has_children: children.length > 0 || isPage,
    in_trash: false,
  }
}

function sendList(
  response: ServerResponse,
  entries: readonly object[],
  input: Readonly<Record<string, unknown>>,
): void {
  const start = Number(input["start_cursor"] ?? 0)
  const end = start + Math.min(PAGE_SIZE, Number(input["page_size"] ?? 100))
  const hasMore = end < entries.length
  send(response, {
    object: "list",
    results: entries.slice(start, end),
    has_more: hasMore,
    next_cursor: hasMore ? String(end) : null,
  })
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body))
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(JSON.stringify({ object: "error", status, code, message: `planned: ${code}` }))
}
