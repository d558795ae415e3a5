import { createHash } from "node:crypto"
import { fetchRobots } from "../website/robots.ts"
import { AccessRefused, SiteUnreadable, SourceUnreachable } from "../base/errors.ts"
import { contentHashOf } from "../scope/file-checks.ts"
import type { LeftOutReason, SourceItem, SourceSnapshot } from "../base/source-file.ts"
import { DEFAULT_SOURCE_LIMITS } from "../base/source-limits.ts"
import { openResponseArchive } from "../page-cache/response-archive.ts"
import type { CrawlProgress } from "../kind/source-kind.ts"
import {
  createCrawlClient,
  MAX_REQUESTS,
  type CrawlClient,
  type CrawlReach,
  redirectTarget,
} from "../website/crawl-client.ts"
import { findMarkdownVersions, looksLikeHtml } from "../website/markdown-versions.ts"
import { isInside, reportPath } from "../website/page-address.ts"
import { visitPage, type VisitContext } from "../website/visit-page.ts"
import type { WebsiteEnvironment, WebsiteRequest } from "../website/website-source.ts"
import { cutLlmsTxt, readLlmsTxt, type ListedPage } from "./read-llmstxt.ts"

/** Maximum number of listed pages per file. */
const MAX_LISTED_PAGES = 2_000
/** The largest llms-full.txt files in use have tens of megabytes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024
/** Maximum redirects of a listed page on its own host. */
const MAX_PAGE_REDIRECTS = 3
/** Matches files that contain whole pages; their links are not followed. */
const WHOLE_FILE = /-(?:full|small|medium|complete)\.(?:txt|md)$/i

/**
 * Opens an llms.txt file and, if it is an index, the pages on its own host that it lists.
 *
 * @throws {SourceUnreachable} {AccessRefused} {SiteUnreadable} if the file cannot be fetched. What `guardedFetch`
 *   throws for the file. The signal's reason.
 */
export async function openLlmsTxtSource(
  request: Pick<WebsiteRequest, "url" | "archive" | "onProgress">,
  environment: Pick<WebsiteEnvironment, "guard" | "timeoutMs">,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  const archive = request.archive === undefined ? undefined : openResponseArchive(request.archive)
  try {
    const snapshot = await readSource(request, { ...environment, archive, signal })
    const archivePath = await archive?.finish()
    return archivePath === undefined ? snapshot : { ...snapshot, archivePath }
  } finally {
    await archive?.finish()
  }
}

async function readSource(
  request: Pick<WebsiteRequest, "url" | "onProgress">,
  reach: CrawlReach,
): Promise<SourceSnapshot> {
  const asked = new URL(request.url)
  const robots = await fetchRobots(asked.origin, reach)
  const client = createCrawlClient(reach, robots.crawlDelayMs)
  const { url, text } = await readFile(client, asked)
  const index = readLlmsTxt(text, url)
  const items = partsOf(url, text)
  if (!WHOLE_FILE.test(url.pathname)) {
    const context: VisitContext = {
      client,
      scope: { origin: url.origin, basePath: "" },
      markdownVersions: findMarkdownVersions(client),
      missingPage: undefined,
      language: undefined,
    }
    const isAllowed = (page: ListedPage): boolean => robots.isAllowed(page.url.href)
    const onProgress = (progress: CrawlProgress) => request.onProgress?.(progress)
    items.push(...(await readListed(context, index.pages, { isAllowed, onProgress })))
  }
  const readmeText = `# ${index.title ?? url.host}\n\n${index.description ?? ""}\n`
  return snapshotOf(items, readmeText, url.href === asked.href ? [] : [`${asked.href} redirects to ${url.href}`])
}

async function readFile(client: CrawlClient, asked: URL): Promise<{ readonly url: URL; readonly text: string }> {
  let url = asked
  for (let redirects = 0; ; redirects++) {
    const answer = await client.get(url, { maxBytes: MAX_FILE_BYTES })
    const { status, bytes } = answer
    if (status === 401 || status === 403)
      throw new AccessRefused(`${url.href} responded with status ${status}: the file is not public`)
    if (status >= 500 || status === 429) throw new SourceUnreachable(`${url.href} responded with status ${status}`)
    if (status >= 300 && status < 400) {
      url = redirectTarget(answer, redirects)
      continue
    }
    if (status !== 200) throw new SiteUnreadable(`${url.href} responded with status ${status}: the file does not exist`)
    if (looksLikeHtml(bytes))
      throw new SiteUnreadable(`${url.href} is an HTML page, not an llms.txt: add it as a website`)
    return { url, text: Buffer.from(bytes).toString("utf8").replaceAll(/\r\n?/g, "\n") }
  }
}

/**
 * Returns the file itself, split if it contains many pages, so that a defect in one page does not affect the others.
 */
function partsOf(url: URL, text: string): SourceItem[] {
  const parts = WHOLE_FILE.test(url.pathname) ? cutLlmsTxt(text, url) : [{ text, url: undefined }]
  return parts.map((part, at): SourceItem => {
    const bytes = Buffer.from(part.text)
    const path = parts.length === 1 ? reportPath(url) : `${reportPath(url)}#${at + 1}`
    if (bytes.byteLength > DEFAULT_SOURCE_LIMITS.maxFileBytes) return leftOut(path, "too_large")
    const contentHash = contentHashOf(bytes)
    return { kind: "file", file: { path, bytes, url: (part.url ?? url).href, format: "markdown", contentHash } }
  })
}

interface Listing {
  isAllowed(page: ListedPage): boolean
  onProgress(progress: CrawlProgress): void
}

async function readListed(
  context: VisitContext,
  listed: readonly ListedPage[],
  { isAllowed, onProgress }: Listing,
): Promise<readonly SourceItem[]> {
  const pages = listed.slice(0, MAX_LISTED_PAGES)
  const items: SourceItem[] = []
  const waiting = pages.map((page, at) => ({ page, at }))
  let byteCount = 0
  // Starts at 1 for the file itself.
  let fetched = 1
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { page, at } = next
      const path = reportPath(page.url)
      if (!isAllowed(page)) items[at] = leftOut(path, "robots", "disallowed by robots.txt")
      else if (byteCount >= DEFAULT_SOURCE_LIMITS.maxTextBytes) items[at] = leftOut(path, "too_many_files")
      else {
        const item = await readPage(context, page)
        items[at] = item
        if (item.kind === "file") byteCount += item.file.bytes.byteLength
      }
      onProgress({ found: pages.length + 1, fetched: ++fetched })
    }
  }
  await Promise.all(Array.from({ length: MAX_REQUESTS }, work))
  const more = listed.length - pages.length
  const detail = `${more} more pages`
  if (more > 0) items.push({ kind: "left-out", path: "*", reason: "too_many_files", detail, fileCount: more })
  return items
}

async function readPage(context: VisitContext, { url, section }: ListedPage): Promise<SourceItem> {
  const path = reportPath(url)
  let { outcome, instead } = await visitPage(context, url)
  for (let hops = 0; outcome.kind !== "page" && instead !== undefined && hops < MAX_PAGE_REDIRECTS; hops++) {
    if (!isInside(context.scope, instead)) break
    ;({ outcome, instead } = await visitPage(context, instead))
  }
  if (outcome.kind === "failed") return { kind: "failed", path, reason: outcome.reason }
  if (outcome.kind === "left-out") return leftOut(path, outcome.reason, outcome.detail)
  const { page } = outcome
  const { bytes, format, textHash } = page
  return {
    kind: "file",
    file: {
      path,
      bytes,
      url: page.url.href,
      format,
      contentHash: textHash,
      headings: section === "" ? undefined : [section],
    },
  }
}

function leftOut(path: string, reason: LeftOutReason, detail?: string): SourceItem {
  return { kind: "left-out", path, reason, detail }
}

function snapshotOf(items: readonly SourceItem[], readmeText: string, notes: readonly string[]): SourceSnapshot {
  const hash = createHash("sha256")
  for (const item of items) {
    if (item.kind === "file") hash.update(`${item.file.url}\0${item.file.contentHash}\n`)
  }
  return {
    revision: hash.digest("hex"),
    branch: "",
    readmeText,
    notes,
    fileCount: items.filter(({ kind }) => kind === "file").length,
    async *items(signal): AsyncGenerator<SourceItem> {
      for (const item of items) {
        signal.throwIfAborted()
        yield await Promise.resolve(item)
      }
    },
    close: () => Promise.resolve(),
  }
}
