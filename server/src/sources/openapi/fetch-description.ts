import { ServiceError } from "../../base/errors.ts"
import { guardedFetch, type FetchedResponse } from "../../net/guarded-fetch.ts"
import { AccessRefused, SourceUnreachable } from "../errors.ts"
import { DescriptionMissing } from "./errors.ts"
import type { OpenApiEnvironment } from "./openapi-request.ts"

/** Larger descriptions are not known; GitHub's has 12 MB. */
const MAX_BYTES = 32 * 2 ** 20
const TIMEOUT_MS = 120_000
/** Bounds of the files that a description refers to. */
export const REFERENCE_LIMITS = {
  maxFiles: 50,
  maxBytesPerFile: 10 * 2 ** 20,
  maxBytes: 64 * 2 ** 20,
  timeoutMs: 30_000,
} as const

const HEADERS = { accept: "application/json, application/yaml, text/yaml, */*;q=0.5" }

/** A fetched description. */
export interface FetchedDescription {
  /** Address that answered, after redirects, without a fragment. */
  readonly url: string
  readonly bytes: Uint8Array
  readonly etag?: string
}

/**
 * Fetches a description.
 *
 * @param knownEtag of the answer that is indexed.
 * @returns `unchanged` when the host says that it still gives that answer.
 * @throws {DescriptionMissing} {AccessRefused} {SourceUnreachable} by the status; what `guardedFetch` throws.
 */
export async function fetchDescription(
  url: string,
  { guard }: Pick<OpenApiEnvironment, "guard">,
  { signal, knownEtag }: { readonly signal: AbortSignal; readonly knownEtag?: string | undefined },
): Promise<FetchedDescription | "unchanged"> {
  const headers = { ...HEADERS, ...(knownEtag === undefined ? {} : { "if-none-match": knownEtag }) }
  const response = await guardedFetch(url, { guard, signal, headers, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS })
  if (response.status === 304 && knownEtag !== undefined) return "unchanged"
  if (response.status !== 200) throw failureOf(url, response.status)
  const etag = response.headers.get("etag")
  return { url: withoutFragment(response.url), bytes: response.bytes, ...(etag === undefined ? {} : { etag }) }
}

/**
 * Fetches a file that a description refers to.
 *
 * @param origin of the description: other hosts are not asked, whatever it says.
 * @returns its bytes, or why it is not there; a file that is missing never fails the description.
 * @throws the signal's reason when that is aborted.
 */
export async function fetchReferenced(
  url: string,
  origin: string,
  { guard, signal }: { readonly guard: OpenApiEnvironment["guard"]; readonly signal: AbortSignal },
): Promise<{ readonly bytes: Uint8Array } | { readonly failure: string }> {
  if (new URL(url).origin !== origin) return { failure: `it is not on ${origin}` }
  const { maxBytesPerFile: maxBytes, timeoutMs } = REFERENCE_LIMITS
  try {
    const response: FetchedResponse = await guardedFetch(url, { guard, signal, headers: HEADERS, maxBytes, timeoutMs })
    if (response.status !== 200) return { failure: `the host answers ${response.status}` }
    if (new URL(response.url).origin !== origin) return { failure: `it is redirected away from ${origin}` }
    return { bytes: response.bytes }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ServiceError) return { failure: error.message }
    throw error
  }
}

function failureOf(url: string, status: number): ServiceError {
  const { host } = new URL(url)
  if (status === 401 || status === 403)
    return new AccessRefused(`${host} answers ${status}: the description is not public, upload it instead`)
  if (status === 429 || status >= 500)
    return new SourceUnreachable(`${host} answers ${status} instead of the description`)
  return new DescriptionMissing(`${host} answers ${status} instead of the description: check ${url}`)
}

function withoutFragment(url: string): string {
  const plain = new URL(url)
  plain.hash = ""
  return plain.href
}
