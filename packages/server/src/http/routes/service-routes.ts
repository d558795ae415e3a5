import { HealthResponse, McpStatusResponse, ReadyResponse } from "@lectern/contract"
import { health, isReady } from "../../service/instance/health.ts"
import { allow, isClosed, type ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../http-app.ts"
import type { RouteWatch } from "../method-rules.ts"
import { describeApi } from "../openapi.ts"
import { renderApiPage } from "../pages/api-page.ts"
import { problemOf } from "../problems.ts"
import { addressesOf } from "../route-addresses.ts"

/** Serves liveness, readiness and the description of the API. */
export function registerServiceRoutes(app: HttpApp, context: ServiceContext, routes: RouteWatch): void {
  for (const url of addressesOf("getHealth")) {
    app.get(url, { schema: { response: { 200: HealthResponse } } }, () => health(context))
  }
  for (const url of addressesOf("getReadiness")) {
    app.get(url, { schema: { response: { 200: ReadyResponse } } }, async (_request, reply) => {
      if (await isReady(context)) return { status: "ready" as const }
      const { status, headers, body } = problemOf(
        "internal_error",
        "the store does not answer or is being migrated",
        503,
      )
      return reply
        .code(status as never)
        .headers(headers)
        .send(body as never)
    })
  }
  for (const url of addressesOf("getMcpStatus")) {
    app.get(url, { schema: { response: { 200: McpStatusResponse } } }, () => ({ enabled: isClosed(context) }))
  }
  registerDescription(app, context, routes)
}

function registerDescription(app: HttpApp, context: ServiceContext, routes: RouteWatch): void {
  let description: string | undefined
  let page: string | undefined
  // Only what is served is described; routes are all there when the first request comes.
  const describe = () => describeApi(context.version, routes.isServed)
  for (const url of addressesOf("getOpenApi")) {
    app.get(url, async ({ caller }, reply) => {
      allow(context, caller, "readDescription")
      description ??= JSON.stringify(describe())
      return reply.type("application/json; charset=utf-8").send(description)
    })
  }
  for (const url of addressesOf("readOpenApi")) {
    app.get(url, async ({ caller }, reply) => {
      allow(context, caller, "readDescription")
      page ??= renderApiPage(describe())
      return reply.type("text/html; charset=utf-8").send(page)
    })
  }
}
