import type { OperationId } from "@lectern/contract"
import { routeOf } from "@lectern/contract"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { HttpApp } from "../serving/http-app.ts"

/** A response of the API. */
export interface ApiResponse {
  readonly status: number
  /** The body; for an error, `message` says what is wrong. */
  readonly body: Readonly<Record<string, unknown>>
}

/** Headers that identify the sender of a request, its address and its page. */
const PASSED_HEADERS = [
  "cookie",
  "origin",
  "sec-fetch-site",
  "host",
  "user-agent",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
] as const

/**
 * Calls the API in this process on behalf of the browser that submitted a form, so that the same checks apply as to any
 * other client. Cookies of the response are passed on to the browser.
 */
export async function callApi(
  app: HttpApp,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  operation: OperationId,
  { params = {}, json }: { readonly params?: Readonly<Record<string, string>>; readonly json?: object } = {},
): Promise<ApiResponse> {
  const { method, path } = routeOf(operation)
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  const headers = Object.fromEntries(
    PASSED_HEADERS.flatMap((name) => {
      const value = request.headers[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const answer = await app.inject({
    method,
    url,
    headers,
    remoteAddress: request.socket.remoteAddress ?? "127.0.0.1",
    ...(json === undefined ? {} : { payload: json }),
  })
  const cookies = answer.headers["set-cookie"]
  if (cookies !== undefined) reply.header("set-cookie", cookies)
  return { status: answer.statusCode, body: answer.json() }
}

/** Returns the error message to show above the form; undefined for a response without an error. */
export function problemIn({ status, body }: ApiResponse): string | undefined {
  if (status < 400) return undefined
  return typeof body["message"] === "string" ? body["message"] : "the request failed. Try again"
}
