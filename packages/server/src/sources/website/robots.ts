import robotsParser from "robots-parser"
import type { AddressGuard } from "../../net/address-guard.ts"
import { HostUnreachable, ResponseTooLarge } from "../../net/errors.ts"
import { guardedFetch } from "../../net/guarded-fetch.ts"

/**
 * robots-parser is a CommonJS package that declares a default export but does not have one: its only export is this
 * function.
 */
type ParseRobots = (
  url: string,
  text: string,
) => {
  isAllowed(url: string, userAgent: string): boolean | undefined
  getCrawlDelay(userAgent: string): number | undefined
  getSitemaps(): string[]
}
const parseRobots = robotsParser as unknown as ParseRobots

/** Name of this crawler in robots.txt. */
export const ROBOT_NAME = "Lectern"
/** The minimum that RFC 9309 requires crawlers to read. */
const MAX_ROBOTS_BYTES = 512 * 1024
/** Longer crawl delays are reduced to this value, because a crawl would otherwise take more than a day. */
const MAX_CRAWL_DELAY_MS = 10_000
const TIMEOUT_MS = 20_000

/** The rules of a site for crawlers. */
export interface RobotsRules {
  /** Returns true if a URL of the site may be fetched. */
  isAllowed(url: string): boolean
  /** Requested time between two requests, at most 10,000 ms; 0 if there is none. */
  readonly crawlDelayMs: number
  /** URLs of sitemaps, on any host. */
  readonly sitemaps: readonly string[]
}

/** Parses a robots.txt; any text is valid. */
export function readRobots(robotsUrl: string, text: string): RobotsRules {
  const rules = parseRobots(robotsUrl, text)
  const delayS = rules.getCrawlDelay(ROBOT_NAME) ?? 0
  return {
    isAllowed: (url) => rules.isAllowed(url, ROBOT_NAME) ?? true,
    crawlDelayMs: Number.isFinite(delayS) ? Math.min(MAX_CRAWL_DELAY_MS, Math.max(0, delayS * 1000)) : 0,
    sitemaps: rules.getSitemaps(),
  }
}

/**
 * Fetches the rules of a site. Without a robots.txt, everything is allowed (RFC 9309).
 *
 * @throws {HostUnreachable} if the site cannot serve its robots.txt, because nothing may be fetched then. Also what the
 *   fetch throws.
 */
export async function fetchRobots(
  origin: string,
  { guard, signal }: { readonly guard: AddressGuard; readonly signal: AbortSignal },
): Promise<RobotsRules> {
  const url = new URL("/robots.txt", origin)
  try {
    const response = await guardedFetch(url, { guard, signal, maxBytes: MAX_ROBOTS_BYTES, timeoutMs: TIMEOUT_MS })
    if (response.status >= 500 || response.status === 429) {
      throw new HostUnreachable(
        `${url.hostname} responded with status ${response.status} for its robots.txt, so the site was not crawled`,
      )
    }
    const isText = response.status < 300 && !/html/i.test(response.headers.get("content-type") ?? "")
    return readRobots(url.href, isText ? Buffer.from(response.bytes).toString("utf8") : "")
  } catch (error) {
    // The first half megabyte is enough for any site.
    if (error instanceof ResponseTooLarge) return readRobots(url.href, "")
    throw error
  }
}
