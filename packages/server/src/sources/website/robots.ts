import { isUrl } from "@lectern/contract"
import type { AddressGuard } from "../../net/address-guard.ts"
import { HostUnreachable, ResponseTooLarge } from "../../net/errors.ts"
import { guardedFetch } from "../../net/guarded-fetch.ts"
import { PathRules } from "./robots-rules.ts"

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

/** The rules for one name of a crawler. */
interface Group {
  readonly rules: PathRules
  crawlDelayS: number
}

/** Parses a robots.txt, in linear time; any text is valid. */
export function readRobots(robotsUrl: string, text: string): RobotsRules {
  const { groups, sitemaps } = parseGroups(text)
  const group = groups.get(ROBOT_NAME.toLowerCase()) ?? groups.get("*")
  const origin = isUrl(robotsUrl) ? new URL(robotsUrl).origin : undefined
  return {
    isAllowed(url) {
      if (group === undefined || !isUrl(url)) return true
      const { origin: other, pathname, search } = new URL(url)
      return other !== origin || group.rules.isAllowed(pathname + search)
    },
    crawlDelayMs: Math.min(MAX_CRAWL_DELAY_MS, Math.max(0, (group?.crawlDelayS ?? 0) * 1000)),
    sitemaps,
  }
}

/** Parses only the groups that can apply to this crawler: thousands of names could share thousands of rules. */
function parseGroups(text: string): { readonly groups: ReadonlyMap<string, Group>; readonly sitemaps: string[] } {
  const groups = new Map<string, Group>()
  const sitemaps: string[] = []
  const names = new Set<string>()
  let isNaming = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [field, value] = fieldOf(line)
    if (field === "") continue
    if (field === "user-agent") {
      if (!isNaming) names.clear()
      const name = value.toLowerCase().split("/", 1).join("").trim()
      if (name === "*" || name === ROBOT_NAME.toLowerCase()) names.add(name)
    } else if (field === "sitemap" && value !== "") sitemaps.push(value)
    else if (field === "allow" || field === "disallow" || field === "crawl-delay") {
      for (const name of names) addTo(groupOf(groups, name), field, value)
    }
    isNaming = field === "user-agent"
  }
  return { groups, sitemaps }
}

function fieldOf(line: string): readonly [field: string, value: string] {
  const [content = ""] = line.split("#", 1)
  const colon = content.indexOf(":")
  if (colon < 0) return ["", ""]
  return [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()]
}

function groupOf(groups: Map<string, Group>, name: string): Group {
  const group = groups.get(name) ?? { rules: new PathRules(), crawlDelayS: 0 }
  groups.set(name, group)
  return group
}

function addTo(group: Group, field: "allow" | "disallow" | "crawl-delay", value: string): void {
  if (field !== "crawl-delay") return group.rules.add(value, field === "allow")
  const delayS = Number(value)
  if (Number.isFinite(delayS)) group.crawlDelayS = delayS
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
