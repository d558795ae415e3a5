import { ServiceError } from "../../base/errors.ts"
import { guardedFetch, type FetchedResponse, type GuardedFetchOptions } from "../../net/guarded-fetch.ts"
import type { ResponseArchive } from "../page-cache/response-archive.ts"
import { fetchThroughArchive } from "../page-cache/fetch-through-archive.ts"
import { AccessRefused, SourceUnreachable } from "../base/errors.ts"
import { DescriptionMissing } from "./errors.ts"
import type { OpenApiEnvironment } from "./openapi-request.ts"

/** Larger than any known description; GitHub's is 12 MB. */
const MAX_BYTES = 32 * 2 ** 20
const TIMEOUT_MS = 120_000
/** Limits for the files that a description refers to. */
export const REFERENCE_LIMITS = {
  maxFiles: 50,
  maxBytesPerFile: 10 * 2 ** 20,
  maxBytes: 64 * 2 ** 20,
  timeoutMs: 30_000,
} as const

const HEADERS = { accept: "application/json, application/yaml, text/yaml, */*;q=0.5" }

/** A fetched description. */
export interface FetchedDescription {
  /** URL after redirects, without a fragment. */
  readonly url: string
  readonly bytes: Uint8Array
  readonly etag?: string | undefined
}

/** How to fetch a description. */
export interface DescriptionRequest {
  readonly signal: AbortSignal
  readonly knownEtag?: string | undefined
  readonly archive?: ResponseArchive | undefined
}

/** Sends the known ETag; a new response is stored in the archive. */
async function fetchKnown(
  url: string,
  options: GuardedFetchOptions,
  archive: ResponseArchive | undefined,
): Promise<FetchedResponse> {
  const response = await guardedFetch(url, options)
  await archive?.keep(new URL(url).href, response)
  return response
}

/**
 * Fetches a description.
 *
 * @param knownEtag of the indexed response.
 * @returns `unchanged` if the host responds with 304.
 * @throws {DescriptionMissing} {AccessRefused} {SourceUnreachable} depending on the status; what `guardedFetch` throws.
 */
export async function fetchDescription(
  url: string,
  { guard }: Pick<OpenApiEnvironment, "guard">,
  { signal, knownEtag, archive }: DescriptionRequest,
): Promise<FetchedDescription | "unchanged"> {
  const headers = { ...HEADERS, ...(knownEtag === undefined ? {} : { "if-none-match": knownEtag }) }
  const options = { guard, signal, headers, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS }
  // With a known ETag, the 304 is the result; without one, the archived response replaces it.
  const response = await (knownEtag === undefined
    ? fetchThroughArchive(url, options, archive)
    : fetchKnown(url, options, archive))
  if (response.status === 304 && knownEtag !== undefined) return "unchanged"
  if (response.status !== 200) throw failureOf(url, response.status)
  const etag = response.headers.get("etag")
  return { url: withoutFragment(response.url), bytes: response.bytes, etag }
}

/**
 * Fetches a file that a description refers to.
 *
 * @param origin of the description; files on other hosts are not fetched.
 * @returns its bytes, or the reason why they are missing; a missing file never fails the description.
 * @throws the signal's reason if it is aborted.
 */
export async function fetchReferenced(
  url: string,
  origin: string,
  { guard, signal, archive }: Pick<DescriptionRequest, "signal" | "archive"> & Pick<OpenApiEnvironment, "guard">,
): Promise<{ readonly bytes: Uint8Array } | { readonly failure: string }> {
  if (new URL(url).origin !== origin) return { failure: `it is not on ${origin}` }
  const { maxBytesPerFile: maxBytes, timeoutMs } = REFERENCE_LIMITS
  try {
    const options = { guard, signal, headers: HEADERS, maxBytes, timeoutMs }
    const response = await fetchThroughArchive(url, options, archive)
    if (response.status !== 200) return { failure: `the host responded with status ${response.status}` }
    if (new URL(response.url).origin !== origin) return { failure: `it redirects away from ${origin}` }
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
    return new AccessRefused(
      `${host} responded with status ${status}: the description is not public, upload it instead`,
    )
  if (status === 429 || status >= 500)
    return new SourceUnreachable(`${host} responded with status ${status} instead of the description`)
  return new DescriptionMissing(`${host} responded with status ${status} instead of the description: check ${url}`)
}

function withoutFragment(url: string): string {
  const plain = new URL(url)
  plain.hash = ""
  return plain.href
}
