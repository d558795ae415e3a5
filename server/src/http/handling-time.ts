import type { HttpApp } from "./http-app.ts"
import { problemOf } from "./problems.ts"

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
