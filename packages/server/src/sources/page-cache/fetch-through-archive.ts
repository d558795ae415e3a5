import { guardedFetch, type FetchedResponse, type GuardedFetchOptions } from "../../net/guarded-fetch.ts"
import type { ResponseArchive } from "./response-archive.ts"

/**
 * Fetches an address, only asking whether it has changed where its answer is kept.
 *
 * @returns the whole answer, kept or sent; a 304 only from a host that answers so without having been asked.
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
  // Another address has answered than the one whose answer is kept, or what is kept is damaged.
  const whole = await guardedFetch(url, options)
  await archive.keep(key, whole)
  return whole
}
