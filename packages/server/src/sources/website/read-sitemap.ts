import { setImmediate as nextTurn } from "node:timers/promises"
import { isUrl } from "@lectern/contract"
import { gunzipSync } from "node:zlib"
import type { CrawlClient } from "./crawl-client.ts"
import { isInside, pageAddress, type SiteScope } from "./page-address.ts"
import { parseSitemap } from "./parse-sitemap.ts"

/** The limits of the protocol: 50 MB and 50,000 URLs per sitemap. */
const MAX_SITEMAP_BYTES = 50 * 1024 * 1024
/** Maximum number of sitemaps per site, including nested indexes. */
const MAX_SITEMAPS = 50
const MAX_ADDRESSES = 100_000
/** Number of addresses that are parsed without letting other work run; it takes about 10 ms. */
const ADDRESSES_PER_TURN = 2_000

/**
 * Collects the pages in the sitemaps of a site, in order; sitemaps that cannot be fetched are skipped.
 *
 * @param named URLs from robots.txt; those on other hosts are ignored.
 */
export async function readSitemaps(
  client: CrawlClient,
  scope: SiteScope,
  named: readonly string[],
): Promise<readonly URL[]> {
  const usual = [`${scope.origin}/sitemap.xml`, `${scope.origin}${scope.basePath}/sitemap.xml`]
  const waiting = [...new Set(named.length > 0 ? named : usual)]
  const asked = new Set<string>()
  const pages = new Map<string, URL>()
  for (let next = waiting.shift(); next !== undefined && asked.size < MAX_SITEMAPS; next = waiting.shift()) {
    if (asked.has(next) || !isUrl(next) || new URL(next).origin !== scope.origin) continue
    asked.add(next)
    const text = await readSitemap(client, new URL(next))
    const { isIndex, locations } = parseSitemap(text)
    // Cloned, because an address is a slice of the sitemap and would keep all of it in memory.
    if (isIndex) waiting.push(...locations.slice(0, MAX_SITEMAPS).map((location) => structuredClone(location)))
    else await addPages(pages, { locations, scope, base: next, signal: client.signal })
    if (pages.size >= MAX_ADDRESSES) break
  }
  return [...pages.values()]
}

async function addPages(
  pages: Map<string, URL>,
  {
    locations,
    scope,
    base,
    signal,
  }: {
    readonly locations: readonly string[]
    readonly scope: SiteScope
    readonly base: string
    readonly signal: AbortSignal
  },
): Promise<void> {
  for (const [at, location] of locations.entries()) {
    if (pages.size >= MAX_ADDRESSES) return
    if (at % ADDRESSES_PER_TURN === ADDRESSES_PER_TURN - 1) {
      await nextTurn()
      signal.throwIfAborted()
    }
    const page = pageAddress(location, base)
    if (page !== undefined && isInside(scope, page)) pages.set(page.href, page)
  }
}

async function readSitemap(client: CrawlClient, url: URL): Promise<string> {
  try {
    const answer = await client.get(url, { maxBytes: MAX_SITEMAP_BYTES })
    if (answer.status !== 200 || answer.contentType === "text/html") return ""
    const isPacked = answer.bytes[0] === 0x1f && answer.bytes[1] === 0x8b
    const bytes = isPacked
      ? gunzipSync(answer.bytes, { maxOutputLength: MAX_SITEMAP_BYTES })
      : Buffer.from(answer.bytes)
    return bytes.toString("utf8")
  } catch {
    client.signal.throwIfAborted()
    // Without a sitemap, only the site's links are used.
    return ""
  }
}
