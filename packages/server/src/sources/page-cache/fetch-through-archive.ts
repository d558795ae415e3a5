import { guardedFetch, type FetchedResponse, type GuardedFetchOptions } from "../../net/guarded-fetch.ts"
import type { ResponseArchive } from "./response-archive.ts"

/**
 * Fetches a URL, with a conditional request if the archive has a response.
 *
 * @returns the whole response, archived or new; a 304 only if the host sends one to an unconditional request.
 * @throws what `guardedFetch` throws.
 */
export async function fetchThroughArchive(
  url: string | URL,
  options: GuardedFetchOptions,
  archive: ResponseArchive | undefined,
): Promise<FetchedResponse> {
  if (archive === undefined) return guardedFetch(url, options)
  const key = new URL(url).href
  const conditions = archive.conditionsFor(key)
  const answer = await guardedFetch(url, { ...options, headers: { ...options.headers, ...conditions } })
  if (answer.status !== 304) {
    await archive.keep(key, answer)
    return answer
  }
  const recalled = await archive.recall(key, answer)
  if (recalled !== undefined && recalled.bytes.byteLength <= (options.maxBytes ?? Number.POSITIVE_INFINITY)) {
    return recalled
  }
  // The request was redirected differently this time, or the archived response is damaged.
  const whole = await guardedFetch(url, options)
  await archive.keep(key, whole)
  return whole
}
