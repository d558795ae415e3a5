import type { AddressGuard } from "./address-guard.ts"
import { guardedFetch } from "./guarded-fetch.ts"

/** Limits of a response from an identity or token provider. */
export const PROVIDER_TIMEOUT_MS = 10_000
const PROVIDER_MAX_BYTES = 2 ** 20

/** A request of an OAuth or OpenID Connect library. */
interface ProviderRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** Returns a `fetch` for OAuth and OpenID Connect libraries that checks addresses and does not follow redirects. */
export function guardedBy(guard: AddressGuard) {
  return async (url: string, options: ProviderRequest): Promise<Response> => {
    const { body, method, headers } = options
    const answer = await guardedFetch(url, {
      guard,
      signal: options.signal ?? AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
      method: method === "POST" ? "POST" : "GET",
      headers,
      timeoutMs: PROVIDER_TIMEOUT_MS,
      maxBytes: PROVIDER_MAX_BYTES,
      redirects: "return",
      ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
      ...(typeof body === "string" || body instanceof Uint8Array ? { body } : {}),
    })
    const hasBody = answer.bytes.byteLength > 0
    return new Response(hasBody ? Buffer.from(answer.bytes) : null, {
      status: answer.status,
      headers: [...answer.headers].filter(([name]) => name !== "content-encoding" && name !== "content-length"),
    })
  }
}
