import type { z } from "zod"
import type { AddressGuard } from "../../net/address-guard.ts"
import { guardedFetch } from "../../net/guarded-fetch.ts"
import type { Account } from "../../accounts/account-site.ts"
import { requestAsAccount } from "../../accounts/request-as-account.ts"
import { AccessRefused, SiteUnreadable, SourceDamaged, SourceUnreachable } from "../base/errors.ts"
import { parseJson } from "../../base/parse-json.ts"

/** Maximum number of retries after a rate limit; the server says how long to wait. */
const RETRIES = 5
/** Time limit for one response with all retries, in milliseconds. */
const TIMEOUT_MS = 180_000
/** A list of 250 pages without their text is at most a few hundred kilobytes. */
const MAX_JSON_BYTES = 32 * 1024 * 1024

/** Sends requests to a wiki with one account. */
export interface WikiClient {
  readonly signal: AbortSignal
  /**
   * Fetches JSON.
   *
   * @throws {AccessRefused} for 401 and 403. @throws {SiteUnreadable} for 404 and other client errors. @throws
   *   {SourceUnreachable} for 429 and 5xx, after retries. @throws {SourceDamaged} if the response does not match the
   *   schema.
   */
  json<Shape>(url: string, schema: z.ZodType<Shape>): Promise<Shape>
  /** Fetches a file. @throws as `json` does; what `guardedFetch` throws if it is larger than `maxBytes`. */
  bytes(url: string, maxBytes: number): Promise<Uint8Array>
}

/** Creates a client. Credentials are sent only to the host of each URL, never to another host after a redirect. */
export function createWikiClient(
  account: Account,
  { guard, signal }: { readonly guard: AddressGuard; readonly signal: AbortSignal },
): WikiClient {
  const get = async (url: string, accept: string, maxBytes: number): Promise<Uint8Array> => {
    const options = { guard, signal, maxBytes, retries: RETRIES, timeoutMs: TIMEOUT_MS }
    const answer = await requestAsAccount(account, (authorization) =>
      guardedFetch(url, { ...options, headers: { accept, authorization } }),
    )
    assertAnswered(new URL(url), answer.status)
    return answer.bytes
  }
  return {
    signal,
    bytes: (url, maxBytes) => get(url, "*/*", maxBytes),
    async json(url, schema) {
      const bytes = await get(url, "application/json", MAX_JSON_BYTES)
      const read = schema.safeParse(parseJson(bytes))
      if (!read.success) throw new SourceDamaged(`${shownUrl(new URL(url))} does not respond like a wiki`)
      return read.data
    },
  }
}

function assertAnswered(url: URL, status: number): void {
  if (status === 200) return
  const shown = shownUrl(url)
  if (status === 401) throw new AccessRefused(`${url.host} rejected the connected account: connect it again`)
  if (status === 403)
    throw new AccessRefused(`${shown} cannot be read: the connected account has no access (status 403)`)
  if (status === 429 || status >= 500) throw new SourceUnreachable(`${shown} responded with status ${status}`)
  throw new SiteUnreadable(`${shown} does not exist, or the connected account has no access to it (status ${status})`)
}

/** Returns a URL for messages, without the query, because cursors have hundreds of characters. */
function shownUrl({ host, pathname }: URL): string {
  return host + pathname
}
