import { Readable } from "node:stream"
import type { HttpApp } from "../http/serving/http-app.ts"

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const

/**
 * Makes a `fetch` that hands requests to an application in this process; bodies and answers stream as they would over a
 * network, and aborting a request lets go of its answer.
 */
export function inProcessFetch(app: HttpApp): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    const method = METHODS.find((known) => known === request.method)
    if (method === undefined) throw new TypeError(`the method ${request.method} is not known here`)
    const { pathname, search } = new URL(request.url)
    const body = request.body === null ? {} : { payload: Buffer.from(await request.arrayBuffer()) }
    const headers = Object.fromEntries(request.headers)
    const answer = await app.inject({ method, url: `${pathname}${search}`, headers, payloadAsStream: true, ...body })
    const stream = answer.stream()
    const letGo = () => {
      // The application hears it as an answer that has ended: it stops what writes it and its timers.
      answer.raw.res.end()
      stream.destroy(abortError(request.signal))
    }
    request.signal.addEventListener("abort", letGo, { once: true })
    return new Response(hasNoBody(answer.statusCode) ? null : (Readable.toWeb(stream) as ReadableStream<Uint8Array>), {
      status: answer.statusCode,
      headers: headersOf(answer.headers),
    })
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
