import type { HttpApp } from "../serving/http-app.ts"
import type { Settings } from "../../config/settings.ts"
import { problemOf } from "../serving/problems.ts"

type TimeSettings = Pick<Settings, "LECTERN_REQUEST_TIMEOUT_SECONDS">

/** Factor for requests that carry files: 200 MB over a slow connection, in ten minutes by default. */
const TRANSFER_FACTOR = 10

/** Returns the time limit for handling a request, in whole milliseconds. */
export function handlingTimeMs({ LECTERN_REQUEST_TIMEOUT_SECONDS: seconds }: TimeSettings): number {
  return Math.round(seconds * 1000)
}

/** Returns the time limit for requests that carry files, in either direction, in whole milliseconds. */
export function transferTimeMs(settings: TimeSettings): number {
  return TRANSFER_FACTOR * handlingTimeMs(settings)
}

/**
 * Responds with 504 if handling a request takes longer than its route allows. The framework's own timer is not enough:
 * it stops once the body has been read, so it never ends a POST. An answer that its client does not read within that
 * time is cut off, because it holds a slot that others wait for.
 */
export function limitHandlingTime(app: HttpApp): void {
  app.addHook("preHandler", async (request, reply) => {
    const timeoutMs = request.routeOptions.handlerTimeout ?? 0
    if (timeoutMs <= 0) return
    const timer = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) {
        // All other responses that have started are ended by the code that sends them.
        if (request.routeOptions.config.operation?.workload === "answer") reply.raw.destroy()
        return
      }
      const { status, body } = problemOf("timeout", `the request took longer than ${timeoutMs} ms: try again`)
      void reply.code(status).send(body)
    }, timeoutMs)
    reply.raw.once("close", () => clearTimeout(timer))
  })
}
