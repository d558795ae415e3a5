import { pause } from "../../base/pause.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { ROBOT_NAME } from "./robots.ts"
import type { ResponseArchive } from "../page-cache/response-archive.ts"
import { fetchThroughArchive } from "../page-cache/fetch-through-archive.ts"
import { SiteUnreadable } from "../base/errors.ts"
import { isUtf8 } from "node:buffer"
import { isWesternEncoding } from "@lectern/parsers/detect"
import { pageAddress } from "./page-address.ts"

/** Maximum number of concurrent requests to one host. */
export const MAX_REQUESTS = 4
/** Minimum time between the starts of two requests. */
const SPACING_MS = 50
const TIMEOUT_MS = 30_000
/** Documentation pages have at most a few hundred kilobytes; larger ones are books or data. */
const MAX_PAGE_BYTES = 5 * 1024 * 1024

/** Markdown if the site offers it, otherwise HTML. */
const ACCEPT = "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.8, text/plain;q=0.7, */*;q=0.1"

/** A response from a site. */
export interface SiteResponse {
  readonly url: URL
  readonly status: number
  /** Target of a redirect; undefined for all other responses, and for targets that are not pages. */
  readonly location: URL | undefined
  /** Content type without parameters, lower case. */
  readonly contentType: string
  readonly headers: ReadonlyMap<string, string>
  /** Converted to UTF-8 if the header declares ISO-8859-1, because the parsers do not see the header. */
  readonly bytes: Uint8Array
}

/** Maximum number of redirects of an address that a user has given. */
const MAX_REDIRECTS = 5

/**
 * Returns the target of a redirect.
 *
 * @param redirects number of redirects before this one.
 * @throws {SiteUnreadable} if there is no target, or after too many redirects.
 */
export function redirectTarget({ url, location }: SiteResponse, redirects: number): URL {
  if (location === undefined) {
    throw new SiteUnreadable(`${url.href} redirects to an address that is missing or not a web page`)
  }
  if (redirects < MAX_REDIRECTS) return location
  throw new SiteUnreadable(`${url.href} redirects again after ${MAX_REDIRECTS} redirects, perhaps in a loop`)
}

/** Sends requests to one site at the pace that the site allows. */
export interface CrawlClient {
  readonly signal: AbortSignal
  /** Sends one request without following redirects. Throws network errors, see `guardedFetch`. */
  get(url: URL, options?: { readonly maxBytes?: number }): Promise<SiteResponse>
}

/** Dependencies of the client. */
export interface CrawlReach {
  readonly guard: AddressGuard
  readonly signal: AbortSignal
  /** Responses of the previous run. */
  readonly archive?: ResponseArchive | undefined
  /** Time limit for one response in milliseconds (default 30,000). */
  readonly timeoutMs?: number | undefined
}

/** @param spacingMs time between the starts of two requests that the site requires; at least 50 ms is used. */
export function createCrawlClient({ guard, signal, archive, timeoutMs }: CrawlReach, spacingMs: number): CrawlClient {
  const pauseMs = Math.max(SPACING_MS, spacingMs)
  let nextStartMs = 0
  return {
    signal,
    async get(url, { maxBytes = MAX_PAGE_BYTES } = {}) {
      const nowMs = performance.now()
      const startMs = Math.max(nowMs, nextStartMs)
      nextStartMs = startMs + pauseMs
      if (startMs > nowMs) await pause(startMs - nowMs, signal)
      const headers = { accept: ACCEPT, "user-agent": `${ROBOT_NAME} (reads documentation)` }
      const options = {
        guard,
        signal,
        maxBytes,
        timeoutMs: timeoutMs ?? TIMEOUT_MS,
        headers,
        redirects: "return",
      } as const
      const answer = await fetchThroughArchive(url, options, archive)
      const isRedirect = answer.status >= 300 && answer.status < 400
      const location = isRedirect ? answer.headers.get("location") : undefined
      const contentType = answer.headers.get("content-type") ?? ""
      return {
        url,
        status: answer.status,
        location: location === undefined ? undefined : pageAddress(location, url.href),
        contentType: contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "",
        headers: answer.headers,
        bytes: inUtf8(answer.bytes, contentType),
      }
    },
  }
}

function inUtf8(bytes: Uint8Array, contentType: string): Uint8Array {
  const charset = /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType)?.[1]
  if (charset === undefined || !isWesternEncoding(charset) || isUtf8(bytes)) return bytes
  return Buffer.from(new TextDecoder("windows-1252").decode(bytes), "utf8")
}
