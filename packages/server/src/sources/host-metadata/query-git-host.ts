import type { AddressGuard } from "../../net/address-guard.ts"
import { type FetchedResponse, guardedFetch } from "../../net/guarded-fetch.ts"
import { DAY_MS, MINUTE_MS } from "../../base/durations.ts"
import { parseJson } from "../../base/parse-json.ts"

/** Time limit for a response; after a time-out, the request is repeated on another day. */
const TIMEOUT_MS = 5_000
const MAX_BYTES = 1024 * 1024
/** Number of requests within the host's rate limit that are left for other uses. */
const SPARED_REQUESTS = 5
/** Pause after a host reports a rate limit without a time. */
const PAUSE_MS = 15 * MINUTE_MS
const MAX_PAUSE_MS = DAY_MS

/** How to send requests to a git host. */
export interface GitHostReach {
  readonly guard: AddressGuard
  readonly signal: AbortSignal
  /** Token of an account at this host. */
  readonly token?: string | undefined
  now(): number
}

/** A response of a git host. */
export interface GitHostResponse {
  readonly kind: "facts" | "unchanged" | "missing" | "refused"
  /** Body of a `facts` response, not validated. */
  readonly json?: unknown
  readonly etag: string | null
  /** Time when requests are allowed again, epoch milliseconds, if the host reported a rate limit. */
  readonly restUntilMs?: number
}

/**
 * Sends one request to a git host, without retries.
 *
 * @param etag of the known response; most hosts do not count unchanged responses towards their rate limit.
 * @throws what `guardedFetch` throws. The token is sent only to the host of the URL, never to another host after a
 *   redirect.
 */
export async function queryGitHost(
  url: string,
  reach: GitHostReach,
  etag: string | null = null,
): Promise<GitHostResponse> {
  const { guard, signal, token } = reach
  const answer = await guardedFetch(url, {
    guard,
    signal,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    retries: 0,
    headers: {
      accept: "application/json",
      "user-agent": "lectern",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(etag === null ? {} : { "if-none-match": etag }),
    },
  })
  const rest = restOf(answer, reach.now())
  const common = { etag: answer.headers.get("etag") ?? null, ...rest }
  if (answer.status === 200) {
    const json = parseJson(answer.bytes)
    // An HTML page, or an incomplete response: this host has no metadata about repositories.
    return json === undefined ? { kind: "refused", ...common } : { kind: "facts", json, ...common }
  }
  if (answer.status === 304) return { kind: "unchanged", ...common, etag }
  return { kind: answer.status === 404 || answer.status === 410 ? "missing" : "refused", ...common }
}

/**
 * Parses the rate limit headers of GitHub (`x-ratelimit-*`), GitLab and Gitea (`ratelimit-*`), and the standard
 * `retry-after`.
 */
function restOf({ status, headers }: FetchedResponse, nowMs: number): Pick<GitHostResponse, "restUntilMs"> {
  const remaining = headers.get("x-ratelimit-remaining") ?? headers.get("ratelimit-remaining")
  const isTooMuch = status === 429 || (status === 403 && remaining === "0")
  const isNearlyUp = remaining !== undefined && Number(remaining) < SPARED_REQUESTS
  if (!isTooMuch && !isNearlyUp && status < 500) return {}
  const retryAfterSeconds = Number(headers.get("retry-after") ?? Number.NaN)
  const resetSeconds = Number(headers.get("x-ratelimit-reset") ?? headers.get("ratelimit-reset") ?? Number.NaN)
  const said = Number.isFinite(retryAfterSeconds) ? nowMs + retryAfterSeconds * 1000 : resetSeconds * 1000
  const untilMs = said > nowMs ? said : nowMs + PAUSE_MS
  return { restUntilMs: Math.min(untilMs, nowMs + MAX_PAUSE_MS) }
}
