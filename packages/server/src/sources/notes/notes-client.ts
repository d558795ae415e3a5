import { APIResponseError, Client, isNotionClientError } from "@notionhq/client"
import { ServiceError } from "../../base/errors.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { guardedFetch } from "../../net/guarded-fetch.ts"
import { type Account, notesApiUrl } from "../../accounts/account-site.ts"
import { requestAsAccount } from "../../accounts/request-as-account.ts"
import { AccessRefused, SiteUnreadable, SourceUnreachable } from "../base/errors.ts"

/** Maximum number of retries after a rate limit; the service says how long to wait. */
const RETRIES = 6
/** Time limit for one response with all retries, in milliseconds. */
const TIMEOUT_MS = 180_000
/** A list of 100 blocks is at most a few hundred kilobytes. */
const MAX_BYTES = 32 * 1024 * 1024

/** Creates the service's official client on the guarded fetch, which also waits for rate limits. */
export function createNotesClient(
  account: Account,
  { guard, signal }: { readonly guard: AddressGuard; readonly signal: AbortSignal },
): Client {
  return new Client({
    auth: account.token,
    baseUrl: account.oauth?.apiUrl ?? notesApiUrl(account.siteUrl),
    timeoutMs: TIMEOUT_MS,
    retry: false,
    // The client's log messages would contain URLs of pages; failures are thrown as errors.
    logger: () => undefined,
    async fetch(url, init = {}) {
      const options = {
        guard,
        signal,
        method: init.method === "POST" ? ("POST" as const) : ("GET" as const),
        ...(typeof init.body === "string" ? { body: init.body } : {}),
        maxBytes: MAX_BYTES,
        // Queries use POST but change nothing, so they can be retried.
        retries: RETRIES,
        timeoutMs: TIMEOUT_MS,
      }
      // The service expects only the token, regardless of the account name.
      const answer = await requestAsAccount({ ...account, accountName: null }, (authorization) => {
        const headers = new Headers(init.headers)
        headers.set("authorization", authorization)
        return guardedFetch(url, { ...options, headers: Object.fromEntries(headers) })
      })
      return {
        ok: answer.status >= 200 && answer.status < 300,
        status: answer.status,
        headers: new Headers([...answer.headers]),
        text: () => Promise.resolve(Buffer.from(answer.bytes).toString("utf8")),
      }
    },
  })
}

/**
 * Runs one request and converts its errors.
 *
 * @param what the requested object, for messages.
 * @throws {AccessRefused} if the account is rejected. @throws {SiteUnreadable} if the object does not exist or is not
 *   shared with the account. @throws {SourceUnreachable} if the service fails. What `guardedFetch` throws.
 */
export async function asking<Answer>(what: string, request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof ServiceError || !isNotionClientError(error)) throw asUnreadable(error, what)
    // Compared with the strings of the API, because the package's own enumeration grows with the service.
    const code: string = error.code
    if (code === "unauthorized") throw new AccessRefused("the service rejected the connected account: connect it again")
    if (code === "restricted_resource") throw new AccessRefused(`the connected account has no access to ${what}`)
    if (code === "object_not_found")
      throw new SiteUnreadable(`${what} does not exist, or is not shared with the connected account`)
    const status = APIResponseError.isAPIResponseError(error) ? error.status : 0
    if (status >= 400 && status < 500 && status !== 429 && status !== 409) {
      throw new SiteUnreadable(`${what} could not be read: the service responded with status ${status} ${code}`)
    }
    throw new SourceUnreachable(`${what} could not be read: the service responded with ${code}`)
  }
}

/** Converts an error of the client's own parser: a response that is not JSON is a temporary failure of the service. */
function asUnreadable(error: unknown, what: string): unknown {
  return error instanceof SyntaxError
    ? new SourceUnreachable(`${what} could not be read: the response is invalid`)
    : error
}
