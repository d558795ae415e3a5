import type { HttpApp } from "../serving/http-app.ts"
import type { Settings } from "../../config/settings.ts"
import { problemOf } from "../serving/problems.ts"

type TimeSettings = Pick<Settings, "LECTERN_REQUEST_TIMEOUT_SECONDS">

/** Times as long as other requests may take that carry files: 200 MB over a slow line, in ten minutes where nothing else is set. */
const TRANSFER_FACTOR = 10

/** Time that a request may be handled for, in whole milliseconds. */
export function handlingTimeMs({ LECTERN_REQUEST_TIMEOUT_SECONDS: seconds }: TimeSettings): number {
  return Math.round(seconds * 1000)
}

/** Time for requests that carry files, either way, in whole milliseconds. */
export function transferTimeMs(settings: TimeSettings): number {
  return TRANSFER_FACTOR * handlingTimeMs(settings)
}

/**
 * Answers 504 when a request has been handled for longer than its route allows. The framework's own timer is not
 * enough: it stops as soon as the body of a request has been read, so it never ends a POST.
 */
export function limitHandlingTime(app: HttpApp): void {
  app.addHook("preHandler", async (request, reply) => {
    const timeoutMs = request.routeOptions.handlerTimeout ?? 0
    if (timeoutMs <= 0) return
    const timer = setTimeout(() => {
      // Once it has begun, an answer is ended by whoever sends it.
      if (reply.sent || reply.raw.headersSent) return
      const { status, body } = problemOf("timeout", `the request took longer than ${timeoutMs} ms: try again`)
      void reply.code(status).send(body)
    }, timeoutMs)
    reply.raw.once("close", () => clearTimeout(timer))
  })
}
