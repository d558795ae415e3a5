import type { Client } from "@notionhq/client"
import { z } from "zod"
import { ServiceError } from "../../base/errors.ts"
import { SiteUnreadable } from "../base/errors.ts"
import { inParallel } from "../base/in-parallel.ts"
import { cachedOrFetched, type KeptPage, type PageCache } from "../page-cache/page-cache.ts"
import type { SourceItem } from "../base/source-file.ts"
import { DEFAULT_SOURCE_LIMITS } from "../base/source-limits.ts"
import { asking } from "./notes-client.ts"
import { childrenOf, PAGE_SIZE, readBlocks } from "./read-blocks.ts"

/** The service allows three requests per second on average. */
const REQUESTS_AT_ONCE = 3
const MAX_DEPTH = 30
/**
 * Edit times have a resolution of a minute, so a page edited within this time may be edited again without a new time.
 */
const SETTLED_AFTER_MS = 120_000

const titleText = z.array(z.object({ plain_text: z.string().catch("") })).catch([])
const pageShape = z.object({
  object: z.literal("page"),
  id: z.string(),
  url: z.string().catch(""),
  last_edited_time: z.string(),
  archived: z.boolean().optional().catch(undefined),
  in_trash: z.boolean().optional().catch(undefined),
  properties: z.record(z.string(), z.unknown()).catch({}),
})
const titleProperty = z.object({ type: z.literal("title"), title: titleText })
const databaseShape = z.object({
  title: titleText,
  archived: z.boolean().optional().catch(undefined),
  in_trash: z.boolean().optional().catch(undefined),
  data_sources: z.array(z.object({ id: z.string() })),
})
const keptBlocks = z.array(z.looseObject({ id: z.string(), type: z.string(), children: z.array(z.any()) }))

/** A page with its position; its blocks are in the page cache. */
export interface NotesPage {
  readonly id: string
  readonly path: string
  readonly title: string
  readonly url: string
  readonly headings: readonly string[]
  readonly properties: Readonly<Record<string, unknown>>
  readonly kept: KeptPage
}

type Refused = Exclude<SourceItem, { readonly kind: "file" }>

/** The requested pages with everything below them. */
export interface NotesTree {
  readonly pages: readonly NotesPage[]
  readonly refused: readonly Refused[]
}

interface NotesEntry {
  readonly id: string
  readonly isDatabase: boolean
  readonly headings: readonly string[]
  /** Undefined until it is requested; rows of a database are included in its list. */
  readonly page?: z.infer<typeof pageShape>
  /** True for a requested page, which may also be a database. */
  readonly isRoot?: boolean
}

interface Walk {
  readonly client: Client
  readonly signal: AbortSignal
  readonly kept: PageCache
  readonly known: ReadonlyMap<string, KeptPage>
  now(): number
}

/**
 * Fetches pages with everything below them, level by level. A page that cannot be fetched is reported, and the pages
 * below it are missing.
 */
export async function walkNotes(pageIds: readonly string[], environment: Omit<Walk, "known">): Promise<NotesTree> {
  const walk: Walk = { ...environment, known: await environment.kept.all() }
  const seen = new Set<string>()
  const pages: NotesPage[] = []
  const refused: Refused[] = []
  let level: readonly NotesEntry[] = pageIds.map((id) => ({ id, isDatabase: false, headings: [], isRoot: true }))
  for (let depth = 0; level.length > 0 && depth < MAX_DEPTH; depth++) {
    const entries = level.filter(({ id }) => !seen.has(plainId(id)) && seen.add(plainId(id)))
    const below: (readonly NotesEntry[])[] = []
    const found: (NotesPage | Refused)[] = []
    await inParallel(entries, REQUESTS_AT_ONCE, async (entry, at) => {
      if (pages.length + at >= DEFAULT_SOURCE_LIMITS.maxFiles) {
        found[at] = { kind: "left-out", path: pathOf(entry.headings, entry.id), reason: "too_many_files" }
        return
      }
      try {
        const { page, children } = await visit(walk, entry)
        below[at] = children
        if (page !== undefined) found[at] = page
      } catch (error) {
        walk.signal.throwIfAborted()
        if (!(error instanceof ServiceError)) throw error
        found[at] = { kind: "failed", path: pathOf(entry.headings, entry.id), reason: error.message }
      }
    })
    for (const entry of found) {
      if (entry === undefined) continue
      if ("kind" in entry) refused.push(entry)
      else pages.push(entry)
    }
    level = below.flatMap((children) => children ?? [])
  }
  return { pages, refused }
}

interface Visit {
  readonly page?: NotesPage | Refused
  readonly children: readonly NotesEntry[]
}

async function visit(walk: Walk, entry: NotesEntry): Promise<Visit> {
  if (entry.isDatabase) return visitDatabase(walk, entry)
  let found = entry.page
  try {
    found ??= pageShape.parse(await asking(`page ${entry.id}`, () => walk.client.pages.retrieve({ page_id: entry.id })))
  } catch (error) {
    if (error instanceof z.ZodError) throw new SiteUnreadable(`page ${entry.id} is only partly shared with the account`)
    // Users copy URLs of databases and pages alike, so the id is tried as both.
    if (entry.isRoot === true && error instanceof SiteUnreadable) {
      return visitDatabase(walk, entry).catch(() => {
        throw error
      })
    }
    throw error
  }
  return visitPage(walk, entry, found)
}

async function visitPage(walk: Walk, { headings }: NotesEntry, found: z.infer<typeof pageShape>): Promise<Visit> {
  const { id, url, properties, last_edited_time: editedAt } = found
  const title = titleOf(properties) || "Untitled"
  const path = pathOf(headings, title)
  if (isAway(found)) return { page: { kind: "left-out", path, reason: "archived" }, children: [] }
  const isSettled = walk.now() - Date.parse(editedAt) > SETTLED_AFTER_MS
  const kept = await cachedOrFetched(walk.kept, walk.known, {
    pageId: `page:${plainId(id)}`,
    revision: isSettled ? editedAt : `${editedAt} at ${walk.now()}`,
    fetch: async () => Buffer.from(JSON.stringify(await readBlocks(walk.client, id, `page ${title}`)), "utf8"),
  })
  const blocks = keptBlocks.parse(JSON.parse(Buffer.from(await walk.kept.read(kept)).toString("utf8")))
  const children = childrenOf(blocks).map((child) => ({ ...child, headings: [...headings, title] }))
  return { page: { id: plainId(id), path, title, url, headings, properties, kept }, children }
}

async function visitDatabase({ client }: Walk, { id, headings }: NotesEntry): Promise<Visit> {
  const answer = await asking(`database ${id}`, () => client.databases.retrieve({ database_id: id }))
  const read = databaseShape.safeParse(answer)
  if (!read.success) throw new SiteUnreadable(`database ${id} is only partly shared with the account`)
  const title = read.data.title.map(({ plain_text: text }) => text).join("") || "Untitled"
  if (isAway(read.data)) {
    return { page: { kind: "left-out", path: pathOf(headings, title), reason: "archived" }, children: [] }
  }
  const rows: NotesEntry[] = []
  for (const source of read.data.data_sources) {
    for (const page of await rowsOf(client, source.id, title)) {
      rows.push({ id: page.id, isDatabase: false, headings: [...headings, title], page })
    }
  }
  return { children: rows }
}

async function rowsOf(client: Client, sourceId: string, title: string): Promise<readonly z.infer<typeof pageShape>[]> {
  const rows: z.infer<typeof pageShape>[] = []
  let cursor: string | undefined
  do {
    const answer = await asking(`database ${title}`, () =>
      client.dataSources.query({
        data_source_id: sourceId,
        page_size: PAGE_SIZE,
        ...(cursor === undefined ? {} : { start_cursor: cursor }),
      }),
    )
    rows.push(...answer.results.flatMap((row) => pageShape.safeParse(row).data ?? []))
    cursor = answer.has_more ? (answer.next_cursor ?? undefined) : undefined
  } while (cursor !== undefined && rows.length < DEFAULT_SOURCE_LIMITS.maxFiles)
  return rows
}

function isAway({
  archived,
  in_trash: inTrash,
}: {
  archived?: boolean | undefined
  in_trash?: boolean | undefined
}): boolean {
  return archived === true || inTrash === true
}

function titleOf(properties: Readonly<Record<string, unknown>>): string {
  for (const property of Object.values(properties)) {
    const read = titleProperty.safeParse(property)
    if (read.success)
      return read.data.title
        .map(({ plain_text: text }) => text)
        .join("")
        .trim()
  }
  return ""
}

function pathOf(headings: readonly string[], name: string): string {
  return [...headings, name].join("/")
}

/** Returns an id without hyphens, because ids are written with or without them. */
function plainId(id: string): string {
  return id.replaceAll("-", "").toLowerCase()
}
