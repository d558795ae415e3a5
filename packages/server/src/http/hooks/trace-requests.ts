import type { FastifyRequest } from "fastify"
import type { RequestSpan } from "../../base/tracing.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../serving/http-app.ts"

declare module "fastify" {
  interface FastifyRequest {
    /** The id of the trace that the request belongs to; undefined if tracing is off. */
    traceId: string | undefined
  }
}

/**
 * Records a span for every request, named after its route, because a path can contain a question. Register this before
 * all other hooks, so that their work belongs to the span.
 */
export function traceRequests(app: HttpApp, { tracing }: Pick<ServiceContext, "tracing">): void {
  app.decorateRequest("traceId", undefined)
  if (tracing === undefined) return
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  app.addHook("onRequest", (request, _reply, done) => {
    const span = tracing.startRequest(`${request.method} ${request.routeOptions.url ?? "none"}`, request.headers)
    spans.set(request, span)
    request.traceId = span.traceId
    span.within(done)
  })
  // Entered again, because a body that is read in between arrives outside the request's context.
  app.addHook("preHandler", (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.within(done)
  })
  app.addHook("onResponse", (request, reply, done) => {
    const attributes = {
      "http.request.method": request.method,
      "http.route": request.routeOptions.url,
      "http.response.status_code": reply.statusCode,
      "lectern.request_id": request.id,
    }
    spans.get(request)?.end(attributes, reply.statusCode >= 500)
    done()
  })
}
