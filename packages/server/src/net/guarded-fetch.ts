import { pause } from "../base/pause.ts"
import type { Dispatcher, Response } from "undici"
import { ServiceError } from "../base/errors.ts"
import { isUnknownAuthority } from "../base/system-errors.ts"
import type { AddressGuard } from "./address-guard.ts"
import { AddressRefused, FetchTimeout, HostUnreachable, ResponseTooLarge, TooManyRedirects } from "./errors.ts"

/** Maximum number of redirects. A page that moved twice, with changes to https and www in between, needs three. */
const MAX_REDIRECTS = 5
/** Maximum `Retry-After` to wait for; if it is longer, or longer than the time that is left, the caller gets the response. */
const MAX_RETRY_WAIT_MS = 30_000
/** Delay before the first retry if the host sends no `Retry-After`; it doubles with every retry. */
const FIRST_RETRY_WAIT_MS = 500

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const LASTING_REDIRECTS: ReadonlySet<number> = new Set([301, 308])
const RETRY_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])
/** Headers with credentials, which are never sent to another origin after a redirect. */
const ORIGIN_HEADERS = ["authorization", "cookie", "private-token", "x-api-key"]

export interface GuardedFetchOptions {
  readonly guard: AddressGuard
  readonly signal: AbortSignal
  readonly method?: "GET" | "HEAD" | "POST"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Maximum size of the body after decompression, in bytes (default 10 MiB). */
  readonly maxBytes?: number
  /** Time for the whole response, including redirects and retries, in milliseconds (default 30,000). */
  readonly timeoutMs?: number
  /** Number of retries after 429 and 5xx (default 2 for GET and HEAD, 0 for POST). */
  readonly retries?: number
  /** `return` returns a redirect as the response, for callers that handle redirects themselves (default `follow`). */
  readonly redirects?: "follow" | "return"
  /** True to return only the status and the headers. */
  readonly ignoreBody?: boolean
  /** True to return the first `maxBytes` of a longer body instead of throwing. */
  readonly cutBody?: boolean
  /** Replaces the guarded agent in tests. It does not check addresses when it connects. */
  readonly dispatcher?: Dispatcher
}

/** A response with any status. */
export interface FetchedResponse {
  /** URL of the response, after redirects. */
  readonly url: string
  /** True if there were redirects and all of them were permanent. */
  readonly hasMoved?: boolean
  readonly status: number
  /** Header names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  /** Decompressed body; empty with `ignoreBody`. */
  readonly bytes: Uint8Array
}

/**
 * Fetches a URL and checks the address of every hop, before connecting and while connecting.
 *
 * @returns a response with any status except a redirect; 429 and 5xx only after the last retry.
 * @throws {AddressRefused} for a blocked address or scheme. @throws {HostUnreachable}
 * @throws {FetchTimeout} @throws {ResponseTooLarge} @throws {TooManyRedirects} The signal's reason if it is aborted.
 */
export async function guardedFetch(url: string | URL, options: GuardedFetchOptions): Promise<FetchedResponse> {
  const { signal, timeoutMs = 30_000, method = "GET" } = options
  signal.throwIfAborted()
  const hostname = options.guard.assertUrlAllowed(url).hostname
  const deadlineMs = performance.now() + timeoutMs
  const cancel = new AbortController()
  const onAbort = () => cancel.abort(signal.reason)
  const timer = setTimeout(() => {
    cancel.abort(new FetchTimeout(`${hostname} did not respond within ${timeoutMs / 1000} seconds`))
  }, timeoutMs)
  signal.addEventListener("abort", onAbort, { once: true })
  try {
    const retries = options.retries ?? (method === "POST" ? 0 : 2)
    return await fetchWithRetries(url, { ...options, signal: cancel.signal }, { retries, deadlineMs })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", onAbort)
  }
}

async function fetchWithRetries(
  url: string | URL,
  options: GuardedFetchOptions,
  { retries, deadlineMs }: { readonly retries: number; readonly deadlineMs: number },
): Promise<FetchedResponse> {
  for (let attempt = 0; ; attempt++) {
    const response = await fetchThroughRedirects(url, options)
    if (attempt >= retries || !RETRY_STATUSES.has(response.status)) return response
    const waitMs = retryAfterMs(response.headers.get("retry-after")) ?? FIRST_RETRY_WAIT_MS * 2 ** attempt
    // The caller learns more from this response than from a time-out while waiting.
    if (waitMs > MAX_RETRY_WAIT_MS || performance.now() + waitMs >= deadlineMs) return response
    await pause(waitMs, options.signal)
  }
}

async function fetchThroughRedirects(start: string | URL, options: GuardedFetchOptions): Promise<FetchedResponse> {
  let url = options.guard.assertUrlAllowed(start)
  let hop = options
  let isLasting = true
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetchOnce(url, hop)
    const location = response.headers.get("location")
    if (!REDIRECT_STATUSES.has(response.status) || location === null || options.redirects === "return") {
      const answer = await readResponse(url, response, hop)
      return redirects > 0 && isLasting ? { ...answer, hasMoved: true } : answer
    }
    isLasting &&= LASTING_REDIRECTS.has(response.status)
    await response.body?.cancel()
    if (!URL.canParse(location, url.href)) throw new AddressRefused(`${url.hostname} redirects to an invalid address`)
    const next = options.guard.assertUrlAllowed(new URL(location, url))
    hop = optionsForNextHop(hop, response.status, mayCarryCredentials(url, next))
    url = next
  }
  throw new TooManyRedirects(`${url.hostname} redirects more than ${MAX_REDIRECTS} times`)
}

/** Returns true if credentials for one URL may be sent to another: same origin, or the same host upgraded to https. */
export function mayCarryCredentials(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === "http:" && to.protocol === "https:" && from.port === "" && to.port === ""
  return from.origin === to.origin || (isUpgrade && from.hostname === to.hostname)
}

function optionsForNextHop(options: GuardedFetchOptions, status: number, isTrusted: boolean): GuardedFetchOptions {
  const kept = Object.entries(options.headers ?? {}).filter(
    ([name]) => isTrusted || !ORIGIN_HEADERS.includes(name.toLowerCase()),
  )
  const next = { ...options, headers: Object.fromEntries(kept) }
  if (options.method !== "POST" || status === 307 || status === 308) return next
  const { body: _dropped, ...withoutBody } = next
  return { ...withoutBody, method: "GET" }
}

async function fetchOnce(url: URL, options: GuardedFetchOptions): Promise<Response> {
  const { signal, method = "GET", headers = {}, body } = options
  // Loaded on demand: undici is a megabyte of code, and some processes fetch nothing.
  const [{ fetch }, { guardedAgentOf }] = await Promise.all([import("undici"), import("./guarded-agent.ts")])
  try {
    const dispatcher = options.dispatcher ?? (await guardedAgentOf(options.guard).dispatcherFor(url, signal))
    return await fetch(url, {
      method,
      headers,
      redirect: "manual",
      signal,
      dispatcher,
      ...(body === undefined ? {} : { body }),
    })
  } catch (error) {
    throw explain(error, url, signal)
  }
}

async function readResponse(url: URL, response: Response, options: GuardedFetchOptions): Promise<FetchedResponse> {
  const headers = new Map(response.headers)
  if (options.ignoreBody === true) {
    await response.body?.cancel()
    return { url: url.href, status: response.status, headers, bytes: new Uint8Array() }
  }
  const maxBytes = options.maxBytes ?? 10 * 1024 * 1024
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      chunks.push(chunk)
      // Leaving the loop cancels the body, so nothing more is downloaded.
      if (size <= maxBytes) continue
      if (options.cutBody !== true) throw new ResponseTooLarge(`${url.hostname} sent more than ${maxBytes} bytes`)
      size = maxBytes
      break
    }
  } catch (error) {
    throw explain(error, url, options.signal)
  }
  return { url: url.href, status: response.status, headers, bytes: Buffer.concat(chunks, size) }
}

/** Converts an error of undici to one of Lectern's errors, based on its cause. */
function explain(thrown: unknown, url: URL, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof ServiceError) return error
    if (isUnknownAuthority(error)) return untrusted(url, thrown)
  }
  return new HostUnreachable(`${url.hostname} did not respond or closed the connection`, { cause: thrown })
}

function untrusted({ hostname }: URL, cause: unknown): HostUnreachable {
  const hint = "If it is your company's certificate authority, an administrator can add it with LECTERN_CA_FILE"
  return new HostUnreachable(`the certificate of ${hostname} was issued by an unknown certificate authority. ${hint}`, {
    cause,
  })
}

function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - Date.now())
}
