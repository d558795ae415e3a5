import type { AddressGuard } from "../../net/address-guard.ts"
import { type FetchedResponse, guardedFetch } from "../../net/guarded-fetch.ts"

/** A forge answers within this time, or is asked another day. */
const TIMEOUT_MS = 5_000
const MAX_BYTES = 1024 * 1024
/** Requests that a host still allows and that are left to others. */
const SPARED_REQUESTS = 5
/** How long a host rests that says it is asked too much, and not until when. */
const REST_MS = 15 * 60_000
const LONGEST_REST_MS = 24 * 3_600_000

/** Who asks, and how. */
export interface GitHostReach {
  readonly guard: AddressGuard
  readonly signal: AbortSignal
  /** Token of an account at this very host. */
  readonly token?: string | undefined
  now(): number
}

/** What a forge answers. */
export interface GitHostResponse {
  readonly kind: "facts" | "unchanged" | "missing" | "refused"
  /** Body of `facts`, unchecked. */
  readonly json?: unknown
  readonly etag: string | null
  /** When the host may be asked again, epoch milliseconds, where it says that it is asked too much. */
  readonly restUntilMs?: number
}

/**
 * Asks a forge one question; once, without repeating it.
 *
 * @param etag of the answer that is known; an unchanged one costs most hosts nothing.
 * @throws what `guardedFetch` throws. The token goes to the host of the address and never past a redirect to another.
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
  if (answer.status === 200) return { ...common, ...readJson(answer.bytes) }
  if (answer.status === 304) return { kind: "unchanged", ...common, etag }
  return { kind: answer.status === 404 || answer.status === 410 ? "missing" : "refused", ...common }
}

function readJson(bytes: Uint8Array): Pick<GitHostResponse, "kind" | "json"> {
  try {
    return { kind: "facts", json: JSON.parse(new TextDecoder().decode(bytes)) as unknown }
  } catch {
    // A page for people, or half an answer: this host tells nothing about repositories.
    return { kind: "refused" }
  }
}

/** Reads the rate limit as GitHub (`x-ratelimit-*`), GitLab and Gitea (`ratelimit-*`) and everybody (`retry-after`) say it. */
function restOf({ status, headers }: FetchedResponse, nowMs: number): Pick<GitHostResponse, "restUntilMs"> {
  const remaining = headers.get("x-ratelimit-remaining") ?? headers.get("ratelimit-remaining")
  const isTooMuch = status === 429 || (status === 403 && remaining === "0")
  const isNearlyUp = remaining !== undefined && Number(remaining) < SPARED_REQUESTS
  if (!isTooMuch && !isNearlyUp && status < 500) return {}
  const retryAfterSeconds = Number(headers.get("retry-after") ?? Number.NaN)
  const resetSeconds = Number(headers.get("x-ratelimit-reset") ?? headers.get("ratelimit-reset") ?? Number.NaN)
  const said = Number.isFinite(retryAfterSeconds) ? nowMs + retryAfterSeconds * 1000 : resetSeconds * 1000
  const untilMs = said > nowMs ? said : nowMs + REST_MS
  return { restUntilMs: Math.min(untilMs, nowMs + LONGEST_REST_MS) }
}
