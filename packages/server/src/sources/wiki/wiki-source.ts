import { createHash } from "node:crypto"
import { ServiceError } from "../../base/errors.ts"
import { lineAnchorOf } from "../scope/document-kind.ts"
import { SourceUnreachable } from "../base/errors.ts"
import { contentHashOf } from "../scope/file-checks.ts"
import { inParallel } from "../base/in-parallel.ts"
import { cachedOrFetched, type KeptPage, type PageCache } from "../page-cache/page-cache.ts"
import type { LeftOutReason, OtherFile, SourceFile, SourceItem, SourceSnapshot } from "../base/source-file.ts"
import { DEFAULT_SOURCE_LIMITS } from "../base/source-limits.ts"
import { unchangedSnapshot } from "../base/unchanged-snapshot.ts"
import { openSpace } from "./detect-deployment.ts"
import { createWikiClient, type WikiClient } from "./wiki-client.ts"
import type { WikiAttachment, WikiEnvironment, WikiPage, WikiRequest, WikiSpace } from "./wiki-request.ts"

/** Maximum number of concurrent requests; both editions have rate limits per account. */
const REQUESTS_AT_ONCE = 4
/** Maximum size of PDF and DOCX files. */
const MAX_ATTACHMENT_BYTES = 50 * 1024 * 1024
const READABLE_TYPE = /^application\/(?:pdf|vnd\.openxmlformats-officedocument\.wordprocessingml\.document)\b/
const READABLE_NAME = /\.(?:pdf|docx)$/i
/** More failures than this, if they are also more than a third of the pages, are a temporary problem of the wiki. */
const MAX_FAILURES = 5
const MAX_FAILURE_SHARE = 1 / 3

/** A page or attachment to fetch. */
interface Entry {
  readonly pageId: string
  readonly revision: string
  readonly path: string
  readonly url: string
  readonly headings: readonly string[]
  /** Undefined for attachments. */
  readonly title?: string
  readonly maxBytes: number
  readonly fetch: () => Promise<Uint8Array>
}

type Refused = Exclude<SourceItem, { readonly kind: "file" }>

interface Listing {
  readonly entries: readonly Entry[]
  readonly refused: readonly Refused[]
  readonly notes: readonly string[]
}

/**
 * Opens a space of a wiki, or some of its pages. Pages with a known version come from the page cache.
 *
 * @throws {AccessRefused} {SiteUnreadable} {SourceDamaged} if the space cannot be fetched. @throws {SourceUnreachable}
 *   if more than a third of the pages fail. What `guardedFetch` throws; the signal's reason.
 */
export async function openWikiSource(
  request: WikiRequest,
  { guard, kept }: WikiEnvironment,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  const client = createWikiClient(request.account, { guard, signal })
  const space = await openSpace(client, request)
  const listing = await listSpace(client, space, request.options.pageIds)
  const fingerprint = fingerprintOf(listing)
  if (fingerprint === request.knownRevision) return unchangedSnapshot(fingerprint)
  const { pages, refused } = await fetchEntries(listing.entries, kept, client)
  assertMostlyRead(refused, listing.entries.length, request.options.spaceKey)
  await kept.retain(new Set(listing.entries.map(({ pageId }) => pageId)))
  const allRefused = [...listing.refused, ...refused]
  const hasFailed = refused.some(({ kind }) => kind === "failed")
  return snapshotOf({
    // Pages that failed are requested again at the next refresh, even if the wiki has not changed.
    revision: hasFailed ? `${fingerprint}-incomplete` : fingerprint,
    notes: listing.notes,
    pages,
    refused: allRefused,
    kept,
    spaceKey: request.options.spaceKey,
  })
}

async function listSpace(
  client: WikiClient,
  space: WikiSpace,
  pageIds: readonly string[] | undefined,
): Promise<Listing> {
  const { maxFiles } = DEFAULT_SOURCE_LIMITS
  const wanted = pageIds === undefined ? undefined : [...new Set(pageIds)]
  const listed = await space.listPages(wanted, maxFiles + 1)
  const refused: Refused[] = missingPages(wanted, listed)
  const shown: WikiPage[] = []
  for (const page of listed) {
    const reason = page.status === "current" ? undefined : hiddenReason(page.status)
    if (reason !== undefined) refused.push({ kind: "left-out", path: pathOf(page), reason })
    else if (shown.length < maxFiles) shown.push(page)
    else refused.push({ kind: "left-out", path: pathOf(page), reason: "too_many_files" })
  }
  const byPage: { readonly entries: readonly Entry[]; readonly refused: readonly Refused[] }[] = []
  let others = 0
  await inParallel(shown, REQUESTS_AT_ONCE, async (page, at) => {
    const files = await attachmentsOf(client, space, page)
    others += files.others
    byPage[at] = { entries: [pageEntry(space, page), ...files.entries], refused: files.refused }
  })
  return {
    entries: byPage.flatMap(({ entries }) => entries),
    refused: [...refused, ...byPage.flatMap((part) => part.refused)],
    notes: [
      `read through the ${space.apiName}`,
      ...(others === 0 ? [] : [`${others} attachments that are neither PDF nor DOCX were not read`]),
    ],
  }
}

function missingPages(wanted: readonly string[] | undefined, listed: readonly WikiPage[]): Refused[] {
  const found = new Set(listed.map(({ id }) => id))
  const missing = (wanted ?? []).filter((pageId) => !found.has(pageId))
  return missing.map((pageId) => ({
    kind: "failed",
    path: `page ${pageId}`,
    reason: "the page does not exist, or the connected account has no access to it",
  }))
}

function hiddenReason(status: string): LeftOutReason {
  return status === "archived" || status === "draft" ? status : "not_found"
}

function pathOf({ title, id }: WikiPage): string {
  return title.trim() === "" ? `page ${id}` : title.trim()
}

function pageEntry(space: WikiSpace, page: WikiPage): Entry {
  const { id, version, url, headings } = page
  return {
    pageId: `page:${id}`,
    revision: String(version),
    path: pathOf(page),
    url,
    headings,
    title: pathOf(page),
    maxBytes: DEFAULT_SOURCE_LIMITS.maxFileBytes,
    fetch: async () => Buffer.from(await space.readBody(id), "utf8"),
  }
}

/** Lists the attachments of a page. If this fails, the page is fetched without them. */
async function attachmentsOf(
  client: WikiClient,
  space: WikiSpace,
  page: WikiPage,
): Promise<{ readonly entries: readonly Entry[]; readonly refused: readonly Refused[]; readonly others: number }> {
  try {
    const listed = await space.listAttachments(page.id)
    const readable = listed.filter(({ mediaType, title }) => READABLE_TYPE.test(mediaType) || READABLE_NAME.test(title))
    const large = readable.filter(({ byteLength }) => byteLength > MAX_ATTACHMENT_BYTES)
    return {
      entries: readable.filter((file) => !large.includes(file)).map((file) => attachmentEntry(client, page, file)),
      refused: large.map(({ title }) => ({ kind: "left-out", path: `${pathOf(page)}/${title}`, reason: "too_large" })),
      others: listed.length - readable.length,
    }
  } catch (error) {
    const reason = `its attachments could not be listed: ${reasonOf(error, client)}`
    return { entries: [], refused: [{ kind: "failed", path: `${pathOf(page)}/*`, reason }], others: 0 }
  }
}

function attachmentEntry(client: WikiClient, page: WikiPage, file: WikiAttachment): Entry {
  const ending = /pdf/.test(file.mediaType) ? ".pdf" : ".docx"
  const name = READABLE_NAME.test(file.title) ? file.title : `${file.title}${ending}`
  return {
    pageId: `file:${file.id}`,
    revision: String(file.version),
    path: `${pathOf(page)}/${name}`,
    url: file.url,
    headings: [...page.headings, pathOf(page)],
    maxBytes: MAX_ATTACHMENT_BYTES,
    fetch: () => client.bytes(file.downloadUrl, MAX_ATTACHMENT_BYTES),
  }
}

interface Fetched {
  readonly entry: Entry
  readonly page: KeptPage
}

async function fetchEntries(
  entries: readonly Entry[],
  kept: PageCache,
  client: WikiClient,
): Promise<{ readonly pages: readonly Fetched[]; readonly refused: readonly Refused[] }> {
  const known = await kept.all()
  const pages: (Fetched | undefined)[] = []
  const refused: (Refused | undefined)[] = []
  let byteCount = 0
  await inParallel(entries, REQUESTS_AT_ONCE, async (entry, at) => {
    const { path } = entry
    if (byteCount >= DEFAULT_SOURCE_LIMITS.maxTextBytes) {
      refused[at] = { kind: "left-out", path, reason: "too_many_files" }
      return
    }
    const fetch = async (): Promise<Uint8Array> => {
      const bytes = await entry.fetch()
      byteCount += bytes.byteLength
      return bytes
    }
    try {
      pages[at] = { entry, page: await cachedOrFetched(kept, known, { ...entry, fetch }) }
    } catch (error) {
      refused[at] = { kind: "failed", path, reason: reasonOf(error, client) }
    }
  })
  return { pages: pages.flatMap((page) => page ?? []), refused: refused.flatMap((item) => item ?? []) }
}

/** @throws the signal's reason, and errors that are not about a single page. */
function reasonOf(error: unknown, { signal }: WikiClient): string {
  signal.throwIfAborted()
  if (error instanceof ServiceError) return error.message
  throw error
}

/**
 * Throws if too many pages failed. Publishing an incomplete result during an outage would remove pages that were
 * indexed before.
 */
function assertMostlyRead(refused: readonly Refused[], total: number, spaceKey: string): void {
  const failed = refused.flatMap((item) => (item.kind === "failed" ? [item] : []))
  const [first] = failed
  if (first === undefined || failed.length <= MAX_FAILURES || failed.length <= total * MAX_FAILURE_SHARE) return
  throw new SourceUnreachable(
    `${failed.length} of ${total} pages of the space ${spaceKey} failed (${first.path}: ${first.reason})`,
  )
}

function fingerprintOf({ entries, refused }: Listing): string {
  const hash = createHash("sha256")
  const lines = [
    ...entries.map(({ pageId, revision, path, headings }) => [pageId, revision, path, ...headings].join("\0")),
    ...refused.map((item) => [item.kind, item.path, item.reason].join("\0")),
  ]
  for (const line of lines.toSorted()) hash.update(`${line}\n`)
  return hash.digest("hex")
}

interface ReadSpace {
  readonly revision: string
  readonly notes: readonly string[]
  readonly pages: readonly Fetched[]
  readonly refused: readonly Refused[]
  readonly kept: PageCache
  readonly spaceKey: string
}

function snapshotOf({ revision, notes, pages, refused, kept, spaceKey }: ReadSpace): SourceSnapshot {
  const byTitle = new Map(
    pages.filter(({ entry }) => entry.title !== undefined).map((page) => [keyOf(page.entry.path), page]),
  )
  return {
    revision,
    branch: "",
    notes,
    fileCount: pages.length,
    async *items(signal): AsyncGenerator<SourceItem> {
      yield* refused
      for (const { entry, page } of pages) {
        signal.throwIfAborted()
        yield itemOf(entry, await kept.read(page))
      }
    },
    async readOther(paths): Promise<ReadonlyMap<string, OtherFile>> {
      const found = new Map<string, OtherFile>()
      for (const path of paths) {
        const inSpace = path.startsWith(`${spaceKey}:`) ? path.slice(spaceKey.length + 1) : path
        const target = byTitle.get(keyOf(inSpace))
        if (target === undefined) continue
        found.set(path, { kind: "file", bytes: envelopedOf(target.entry, await kept.read(target.page)) })
      }
      return found
    },
    close: () => Promise.resolve(),
  }
}

/** Returns the key of a title in lower case, because titles in a space may differ only in letter case. */
function keyOf(title: string): string {
  return title.trim().toLowerCase()
}

function itemOf(entry: Entry, kept: Uint8Array): SourceItem {
  const { path, url, headings, title, maxBytes } = entry
  if (kept.byteLength > maxBytes) return { kind: "left-out", path, reason: "too_large" }
  if (kept.byteLength === 0) return { kind: "left-out", path, reason: "empty" }
  const bytes = title === undefined ? kept : envelopedOf(entry, kept)
  const file: SourceFile = { path, bytes, url, headings, contentHash: contentHashOf(bytes) }
  if (title !== undefined) return { kind: "file", file: { ...file, format: "wiki-storage" } }
  const lineAnchor = lineAnchorOf(path, undefined)
  return { kind: "file", file: lineAnchor === undefined ? file : { ...file, lineAnchor } }
}

/** Adds the title in the form that the parser expects, because it is not part of the body. */
function envelopedOf({ title = "" }: Entry, body: Uint8Array): Uint8Array {
  const escaped = title
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
  return Buffer.concat([Buffer.from(`<wiki-page title="${escaped}">\n`), body, Buffer.from("\n</wiki-page>\n")])
}
