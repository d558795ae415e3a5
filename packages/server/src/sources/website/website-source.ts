import { createHash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { suggestRepository, countOf } from "@lectern/contract"
import type { AddressGuard } from "../../net/address-guard.ts"
import { fetchRobots, type RobotsRules } from "./robots.ts"
import { AccessRefused, SiteUnreadable, SourceUnreachable } from "../base/errors.ts"
import { contentHashOf } from "../scope/file-checks.ts"
import { openResponseArchive, type ResponseArchive, type ResponseArchiveFiles } from "../page-cache/response-archive.ts"
import type { SourceItem, SourceSnapshot } from "../base/source-file.ts"
import { DEFAULT_SOURCE_LIMITS } from "../base/source-limits.ts"
import { openWorkDirectory, removeWorkDirectory } from "../base/work-directory.ts"
import type { CrawlProgress } from "../kind/source-kind.ts"
import { crawlSite, type CrawlReport } from "./crawl-site.ts"
import { readmeOfSite } from "./readme-of-site.ts"
import { createCrawlClient, type CrawlClient, type CrawlReach, redirectTarget } from "./crawl-client.ts"
import { fingerprintOf, PROBE_PATH } from "./classify-page.ts"
import { RepositoryFinder } from "./find-repository.ts"
import { markdownLinks } from "./markdown-links.ts"
import { findMarkdownVersions, looksLikeHtml } from "./markdown-versions.ts"
import { isInside, pageAddress, reportPath, scopeOf, type SiteScope } from "./page-address.ts"
import { readSitemaps } from "./read-sitemap.ts"
import { scanPage } from "./scan-page.ts"
import { visitPage, type ReadPage, type Visit, type VisitContext } from "./visit-page.ts"
import type { WebsiteOptions } from "./options.ts"
import { HOUR_MS } from "../../base/durations.ts"

/** The site, and the part of it to index. */
export interface WebsiteRequest {
  /** Start page of the crawl. */
  readonly url: string
  readonly options: WebsiteOptions
  /** Archive of responses between refreshes; without it, every page is downloaded. */
  readonly archive?: ResponseArchiveFiles | undefined
  /** Receives the number of known and fetched pages. */
  readonly onProgress?: ((progress: CrawlProgress) => void) | undefined
}

/** Dependencies for fetching a site. */
export interface WebsiteEnvironment {
  readonly guard: AddressGuard
  /** Directory for pages until they are parsed. */
  readonly workDirectory: string
  /** Time limit for one response in milliseconds (default 30,000). */
  readonly timeoutMs?: number
}

/** Time per page at the slowest pace that a site may request, and the time limit of a crawl. */
const MS_PER_PAGE = 1_000
const MAX_CRAWL_MS = 6 * HOUR_MS
/** More failures than this, if they are also more than a third of the pages, are a temporary problem of the site. */
const MAX_FAILURES = 5
const MAX_FAILURE_SHARE = 1 / 3
const MAX_LLMS_LINKS = 5_000
/** Maximum number of pages before the start page that only name another page. */
const MAX_MOVES = 5

interface StoredPage {
  readonly url: URL
  readonly format: ReadPage["format"]
  readonly textHash: string
  readonly file: string
}

interface OpenSite {
  readonly start: URL
  readonly scope: SiteScope
  readonly robots: RobotsRules
  readonly client: CrawlClient
  readonly notes: readonly string[]
}

/**
 * Opens a website: everything at or below one URL that it allows crawlers to fetch. The pages are stored on disk until
 * `close`.
 *
 * @throws {SourceUnreachable} {AccessRefused} {SiteUnreadable} if the start page cannot be fetched, or more than a
 *   third of the pages fail. What `guardedFetch` throws for the start page. The signal's reason.
 */
export async function openWebsiteSource(
  request: WebsiteRequest,
  environment: WebsiteEnvironment,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  const archive = request.archive === undefined ? undefined : openResponseArchive(request.archive)
  const directory = await openWorkDirectory(environment.workDirectory)
  try {
    const site = await findStart(request, { ...environment, signal, archive })
    return await readSite(site, { ...request, archive, directory })
  } catch (error) {
    await archive?.finish()
    await removeWorkDirectory(directory)
    throw error
  }
}

interface Reading extends Pick<WebsiteRequest, "options" | "onProgress"> {
  readonly archive: ResponseArchive | undefined
  readonly directory: string
}

async function readSite(site: OpenSite, reading: Reading): Promise<SourceSnapshot> {
  const { start, scope, robots, client } = site
  const { options, directory, archive } = reading
  const pages: StoredPage[] = []
  const keep = async ({ url, format, bytes, textHash }: ReadPage): Promise<void> => {
    const file = join(directory, `page-${pages.length}`)
    pages.push({ url, format, textHash, file })
    await writeFile(file, bytes)
  }
  const markdownVersions = findMarkdownVersions(client)
  const missingPage = await missingPageOf(client, scope)
  const repository = new RepositoryFinder()
  const context: VisitContext = { client, scope, markdownVersions, missingPage, language: undefined, repository }
  const { visit: first, url: startUrl, links } = await visitStart(context, site)
  if (first.outcome.kind === "page") await keep(first.outcome.page)
  else if (links.length === 0) throw unreadableStart(startUrl, first.outcome)
  const language = first.facts?.language ?? ""
  const seeds = options.maxDepth === 0 ? [] : await seedsOf(site)
  const report = await crawlSite(
    {
      context: { ...context, language: language === "" ? undefined : language },
      robots,
      seeds,
      keep,
      onProgress: (progress) => reading.onProgress?.(progress),
      bounds: {
        ...options,
        maxBytes: DEFAULT_SOURCE_LIMITS.maxTextBytes,
        endsAtMs:
          performance.now() +
          Math.min(MAX_CRAWL_MS, Math.max(DEFAULT_SOURCE_LIMITS.timeLimitMs, options.maxPages * MS_PER_PAGE)),
      },
    },
    { url: startUrl, links },
  )
  if (pages.length === 0 && first.outcome.kind !== "page") throw unreadableStart(startUrl, first.outcome)
  assertMostlyRead(report, start)
  const readmeText = readmeOfSite(first.facts, start.host)
  const notes = [...noteOfRepository(repository), ...site.notes, ...report.notes, ...noteOfArchive(archive)]
  return snapshotOf({ pages, report, notes, readmeText, directory, archivePath: await archive?.finish() })
}

function noteOfRepository(finder: RepositoryFinder): readonly string[] {
  const repository = finder.find()
  return repository === undefined ? [] : [suggestRepository(repository)]
}

/** Follows redirects of the start page. The base URL moves with it, unless the user has set one. */
async function findStart({ url, options }: WebsiteRequest, reach: CrawlReach): Promise<OpenSite> {
  let start = new URL(url)
  start.hash = ""
  let robots = await fetchRobots(start.origin, reach)
  let client = createCrawlClient(reach, robots.crawlDelayMs)
  const notes: string[] = []
  for (let redirects = 0; ; redirects++) {
    if (!robots.isAllowed(start.href)) {
      throw new AccessRefused(`robots.txt of ${start.host} disallows ${start.pathname}`)
    }
    const answer = await client.get(start)
    if (answer.status < 300 || answer.status >= 400) break
    const location = redirectTarget(answer, redirects)
    if (location.origin !== start.origin) {
      robots = await fetchRobots(location.origin, reach)
      client = createCrawlClient(reach, robots.crawlDelayMs)
      notes.push(`${start.href} redirects to ${location.href}, which was read instead`)
    }
    start = location
  }
  const base = options.baseUrl === null ? start : new URL(options.baseUrl)
  const scope = scopeOf(base)
  if (isInside(scope, start)) return { start, scope, robots, client, notes }
  // The user's base URL is on a different host or path than the one that the start page has moved to.
  const moved = scopeOf(start)
  const isSameHost = new URL(url).origin === scope.origin && start.origin !== scope.origin && base.pathname === "/"
  if (!isSameHost) throw new SiteUnreadable(`${start.href} is not below the base ${base.href}`)
  return { start, scope: { ...moved, basePath: scope.basePath }, robots, client, notes }
}

/**
 * Visits the start page, and the pages that it and they lead to, as long as these only name another page of the site.
 *
 * @returns the last visit, and the links of all of them.
 */
async function visitStart(
  context: VisitContext,
  { start, robots }: OpenSite,
): Promise<{ readonly visit: Visit; readonly url: URL; readonly links: readonly URL[] }> {
  const links: URL[] = []
  let url = start
  for (let moves = 0; ; moves++) {
    const visit = await visitPage(context, url)
    links.push(...visit.links)
    const { instead } = visit
    if (instead === undefined || moves >= MAX_MOVES || !robots.isAllowed(instead.href)) return { visit, url, links }
    url = instead
  }
}

function unreadableStart(start: URL, outcome: Exclude<Visit["outcome"], { readonly kind: "page" }>): Error {
  if (outcome.kind === "failed") return new SourceUnreachable(`${start.href}: ${outcome.reason}`)
  const why = outcome.detail ?? outcome.reason
  if (outcome.reason === "login_wall")
    return new AccessRefused(`${start.href} cannot be read without signing in: ${why}`)
  if (outcome.reason === "script_only") {
    return new SiteUnreadable(`${start.href} cannot be read: ${why}. Add its repository or its llms.txt instead`)
  }
  return new SiteUnreadable(`${start.href} cannot be read: ${why}`)
}

/** Returns the fingerprint of the site's response to a missing page, if its status is 200. */
async function missingPageOf(client: CrawlClient, { origin, basePath }: SiteScope): Promise<string | undefined> {
  try {
    const answer = await client.get(new URL(`${basePath}/${PROBE_PATH}`, origin))
    if (answer.status !== 200 || answer.contentType !== "text/html") return undefined
    return fingerprintOf(scanPage(Buffer.from(answer.bytes).toString("utf8")))
  } catch {
    client.signal.throwIfAborted()
    return undefined
  }
}

/** Returns the pages that the site itself lists, in sitemaps and in its llms.txt. */
async function seedsOf({ client, scope, robots }: OpenSite): Promise<readonly URL[]> {
  const listed = await readSitemaps(client, scope, robots.sitemaps)
  const places = new Set([`${scope.origin}${scope.basePath}/llms.txt`, `${scope.origin}/llms.txt`])
  for (const place of places) {
    const links = await linksOfLlmsTxt(client, new URL(place))
    const inside = links.filter((url) => isInside(scope, url))
    if (inside.length > 0) return [...inside, ...listed]
  }
  return listed
}

async function linksOfLlmsTxt(client: CrawlClient, url: URL): Promise<readonly URL[]> {
  try {
    const { status, bytes } = await client.get(url)
    if (status !== 200 || looksLikeHtml(bytes)) return []
    const targets = markdownLinks(Buffer.from(bytes).toString("utf8"), MAX_LLMS_LINKS)
    return targets.flatMap((target) => pageAddress(target, url.href) ?? [])
  } catch {
    client.signal.throwIfAborted()
    return []
  }
}

/**
 * Throws if too many pages failed. Publishing an incomplete result during an outage would remove pages that were
 * indexed before.
 */
function assertMostlyRead({ failed, pageCount }: CrawlReport, start: URL): void {
  const [first] = failed
  if (first === undefined || failed.length <= MAX_FAILURES) return
  if (failed.length > (pageCount + failed.length) * MAX_FAILURE_SHARE) {
    throw new SourceUnreachable(
      `${start.host} failed for ${failed.length} of ${pageCount + failed.length} pages (${first.path}: ${first.reason})`,
    )
  }
}

interface ReadSite {
  readonly pages: readonly StoredPage[]
  readonly report: CrawlReport
  readonly notes: readonly string[]
  readonly readmeText: string
  readonly directory: string
  readonly archivePath: string | undefined
}

/** Creates a note with the number of unchanged pages, which shows in the report that this was a refresh. */
function noteOfArchive(archive: ResponseArchive | undefined): readonly string[] {
  const count = archive?.recalledCount ?? 0
  return count === 0
    ? []
    : [`${countOf(count, "page was", "pages were")} not downloaded again: the site reported no change`]
}

function snapshotOf({ pages, report, notes, readmeText, directory, archivePath }: ReadSite): SourceSnapshot {
  const ordered = pages.toSorted((a, b) => (a.url.href < b.url.href ? -1 : 1))
  const hash = createHash("sha256")
  for (const { url, textHash } of ordered) hash.update(`${url.href}\0${textHash}\n`)
  return {
    revision: hash.digest("hex"),
    branch: "",
    notes,
    readmeText,
    fileCount: pages.length,
    archivePath,
    async *items(signal): AsyncGenerator<SourceItem> {
      for (const item of report.leftOut) yield { kind: "left-out", ...item }
      for (const item of report.failed) yield { kind: "failed", ...item }
      for (const { url, format, file } of ordered) {
        signal.throwIfAborted()
        const bytes = await readFile(file)
        yield {
          kind: "file",
          file: {
            path: reportPath(url),
            bytes,
            url: url.href,
            format,
            contentHash: contentHashOf(bytes),
            lineAnchor: format === "html" ? "heading" : undefined,
          },
        }
      }
    },
    close: () => removeWorkDirectory(directory),
  }
}
