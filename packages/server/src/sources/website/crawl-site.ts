import { setImmediate as nextTurn } from "node:timers/promises"
import { countOf } from "@lectern/contract"
import type { RobotsRules } from "./robots.ts"
import { fileTest } from "../scope/path-pattern.ts"
import type { LeftOutReason } from "../base/source-file.ts"
import type { CrawlProgress } from "../kind/source-kind.ts"
import { MAX_REQUESTS } from "./crawl-client.ts"
import { pageKey, reportPath } from "./page-address.ts"
import { visitPage, type ReadPage, type VisitContext } from "./visit-page.ts"

/** Limits of a crawl. */
interface CrawlBounds {
  readonly maxPages: number
  /** Maximum number of links between the start page and a page. */
  readonly maxDepth: number
  readonly excludePatterns: readonly string[]
  /** Maximum total size of all pages, in bytes. */
  readonly maxBytes: number
  /** Time when the crawl stops requesting pages, on the clock of `performance.now()`. */
  readonly endsAtMs: number
}

/** Stores pages as they are fetched, so that a site does not have to fit into memory. */
type KeepPage = (page: ReadPage) => Promise<void>

/** The result for every URL that was not kept. */
export interface CrawlReport {
  readonly leftOut: { readonly path: string; readonly reason: LeftOutReason; readonly detail?: string | undefined }[]
  readonly failed: { readonly path: string; readonly reason: string }[]
  readonly notes: string[]
  pageCount: number
}

interface Waiting {
  readonly url: URL
  readonly depth: number
}

/** Maximum number of URLs of a site; further links are ignored. */
const MAX_ADDRESSES = 200_000

/** Maximum time for checking links against the rules of the site without letting other work run. */
const MAX_STRETCH_MS = 20

/** Dependencies and state of a crawl. */
export interface Crawl {
  readonly context: VisitContext
  readonly robots: RobotsRules
  readonly bounds: CrawlBounds
  /** URLs to start with, one link away from the start page. */
  readonly seeds: readonly URL[]
  readonly keep: KeepPage
  onProgress?(progress: CrawlProgress): void
}

/**
 * Crawls a site breadth first, with at most four concurrent requests.
 *
 * @param start page that has already been visited, with its links.
 */
export async function crawlSite(
  crawl: Crawl,
  start: { readonly url: URL; readonly links: readonly URL[] },
): Promise<CrawlReport> {
  const frontier = new Frontier(crawl, start.url)
  await frontier.add(crawl.seeds, 1)
  await frontier.add(start.links, 1)
  const running = new Set<Promise<void>>()
  try {
    for (;;) {
      crawl.context.client.signal.throwIfAborted()
      for (let next = frontier.take(running.size); next !== undefined; next = frontier.take(running.size)) {
        const visit: Promise<void> = frontier.visit(next).finally(() => running.delete(visit))
        running.add(visit)
      }
      if (running.size === 0) break
      await Promise.race(running)
    }
  } finally {
    await Promise.allSettled(running)
  }
  return frontier.finish()
}

class Frontier {
  readonly #crawl: Crawl
  readonly #known = new Set<string>()
  /** URLs by their distance from the start page. */
  readonly #waiting: Waiting[][] = []
  readonly #isExcluded: (path: string) => boolean
  /** Recognises the page itself and copies of its text at other URLs. */
  readonly #pathByText = new Map<string, string>()
  readonly #report: CrawlReport = { leftOut: [], failed: [], notes: [], pageCount: 0 }
  #bytes = 0
  /** 1, because the start page has already been requested. */
  #found = 1
  #fetched = 1
  #beyondDepth = 0

  constructor(crawl: Crawl, start: URL) {
    this.#crawl = crawl
    this.#known.add(pageKey(start))
    this.#isExcluded = exclusionTest(crawl.bounds.excludePatterns)
  }

  async add(urls: readonly URL[], depth: number): Promise<void> {
    let stretchBeganMs = performance.now()
    for (const url of urls) {
      if (performance.now() - stretchBeganMs > MAX_STRETCH_MS) {
        await nextTurn()
        this.#crawl.context.client.signal.throwIfAborted()
        stretchBeganMs = performance.now()
      }
      const key = pageKey(url)
      if (this.#known.has(key) || this.#known.size >= MAX_ADDRESSES) continue
      this.#known.add(key)
      this.#enqueue({ url, depth })
    }
  }

  /** @param runningCount number of visits in progress, each of which may become a page. */
  take(runningCount: number): Waiting | undefined {
    if (runningCount >= MAX_REQUESTS || this.#endReason(runningCount) !== undefined) return undefined
    for (const level of this.#waiting) {
      const next = level?.shift()
      if (next !== undefined) return next
    }
    return undefined
  }

  async visit({ url, depth }: Waiting): Promise<void> {
    const path = reportPath(url)
    const { outcome, links, instead } = await visitPage(this.#crawl.context, url)
    if (outcome.kind === "page") await this.#keep(path, outcome.page)
    else if (outcome.kind === "failed") this.#report.failed.push({ path, reason: outcome.reason })
    else {
      const { reason, detail } = outcome
      this.#leaveOut(path, reason, detail)
    }
    if (instead !== undefined) await this.#addInstead(instead, url, depth)
    await this.add(links, depth + 1)
    this.#fetched++
    this.#crawl.onProgress?.({ found: this.#found, fetched: this.#fetched })
  }

  finish(): CrawlReport {
    const reason = this.#endReason(0)
    const left = this.#waiting.flat()
    if (reason !== undefined && left.length > 0) {
      for (const { url } of left.slice(0, 100)) this.#leaveOut(reportPath(url), reason.word, reason.text)
      if (left.length > 100) this.#leaveOut("*", reason.word, `${left.length - 100} more pages; ${reason.text}`)
      this.#report.notes.push(`${left.length} linked pages were not read: ${reason.text}`)
    }
    if (this.#beyondDepth > 0) {
      this.#leaveOut(
        "*",
        "outside_folders",
        `${countOf(this.#beyondDepth, "page is", "pages are")} more than ${this.#crawl.bounds.maxDepth} links away from the start`,
      )
    }
    return this.#report
  }

  /** Adds the target of a redirect. It may differ from the requested URL only by a slash, but is still requested. */
  async #addInstead(instead: URL, url: URL, depth: number): Promise<void> {
    if (pageKey(instead) !== pageKey(url)) await this.add([instead], depth)
    else if (!this.#known.has(instead.href)) {
      this.#known.add(instead.href)
      this.#known.add(url.href)
      this.#enqueue({ url: instead, depth })
    }
  }

  #enqueue(next: Waiting): void {
    const { robots, bounds } = this.#crawl
    const path = reportPath(next.url)
    if (next.depth > bounds.maxDepth) this.#beyondDepth++
    else if (this.#isExcluded(path)) this.#leaveOut(path, "excluded_file")
    else if (!robots.isAllowed(next.url.href)) this.#leaveOut(path, "robots", "disallowed by robots.txt")
    else {
      this.#found++
      ;(this.#waiting[next.depth] ??= []).push(next)
    }
  }

  async #keep(path: string, page: ReadPage): Promise<void> {
    const same = this.#pathByText.get(page.textHash)
    if (same !== undefined) return this.#leaveOut(path, "duplicate", `duplicate of ${same}`)
    this.#pathByText.set(page.textHash, path)
    this.#bytes += page.bytes.byteLength
    this.#report.pageCount++
    await this.#crawl.keep(page)
  }

  #leaveOut(path: string, reason: LeftOutReason, detail?: string): void {
    this.#report.leftOut.push({ path, reason, detail })
  }

  #endReason(runningCount: number): { readonly word: LeftOutReason; readonly text: string } | undefined {
    const { maxPages, maxBytes, endsAtMs } = this.#crawl.bounds
    // The start page is one of the pages.
    if (this.#report.pageCount + runningCount + 1 >= maxPages) {
      return { word: "too_many_files", text: `maxPages is ${maxPages}` }
    }
    if (this.#bytes >= maxBytes)
      return { word: "too_many_files", text: `the pages exceed ${maxBytes / 2 ** 20} MB in total` }
    return performance.now() > endsAtMs ? { word: "out_of_time", text: "the crawl took too long" } : undefined
  }
}

/**
 * Compiles exclusion patterns, which are tested on a path and all its folders, so that `/blog` matches the whole blog.
 */
function exclusionTest(patterns: readonly string[]): (path: string) => boolean {
  const test = fileTest(patterns)
  return (path) => {
    const segments = path.replace(/\/+$/, "").split("/")
    return segments.some((_, at) => test(segments.slice(0, at + 1).join("/")))
  }
}
