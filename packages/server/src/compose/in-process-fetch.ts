import { Readable } from "node:stream"
import type { HttpApp } from "../http/serving/http-app.ts"

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const

/**
 * Creates a `fetch` that passes requests to an application in this process. Bodies stream as they would over a network, and
 * aborting a request ends its response.
 */
export function inProcessFetch(app: HttpApp): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    const method = METHODS.find((known) => known === request.method)
    if (method === undefined) throw new TypeError(`unsupported method ${request.method}`)
    const { pathname, search } = new URL(request.url)
    const body = request.body === null ? {} : { payload: Buffer.from(await request.arrayBuffer()) }
    const headers = Object.fromEntries(request.headers)
    const response = await app.inject({ method, url: `${pathname}${search}`, headers, payloadAsStream: true, ...body })
    const stream = response.stream()
    const release = () => {
      // For the application, the response has ended: it stops writing and clears its timers.
      response.raw.res.end()
      stream.destroy(abortError(request.signal))
    }
    request.signal.addEventListener("abort", release, { once: true })
    return new Response(
      hasNoBody(response.statusCode) ? null : (Readable.toWeb(stream) as ReadableStream<Uint8Array>),
      {
        status: response.statusCode,
        headers: headersOf(response.headers),
      },
    )
  }
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 304
}

function headersOf(given: Readonly<Record<string, string | number | readonly string[] | undefined>>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) {
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one))
  }
  return headers
}

function abortError(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException("the request was aborted", "AbortError")
}
