import { health, readinessProblem } from "../../../service/instance/health.ts"
import { isClosed, type ServiceContext } from "../../../service/service-context.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { describeApi } from "../../serving/openapi.ts"
import { renderApiPage } from "../../pages/api-page.ts"
import { problemOf } from "../../serving/problems.ts"
import { serve } from "../../serving/serve.ts"

/** Serves liveness, readiness, whether MCP requires a key, and the API description. */
export function registerInstanceRoutes(app: HttpApp, context: ServiceContext): void {
  serve(app, "getHealth", () => health(context))
  serve(app, "getReadiness", async (_request, reply) => {
    const why = await readinessProblem(context)
    if (why === undefined) return { status: "ready" as const }
    const { status, headers, body } = problemOf("internal_error", `not ready: ${why}`, 503)
    return reply.code(status).headers(headers).send(body)
  })
  serve(app, "getMcpStatus", () => ({ enabled: isClosed(context) }))
  registerDescription(app, context)
}

function registerDescription(app: HttpApp, context: ServiceContext): void {
  let description: string | undefined
  let page: string | undefined
  serve(app, "getOpenApi", (_request, reply) => {
    description ??= JSON.stringify(describeApi(context.version))
    return reply.type("application/json; charset=utf-8").send(description)
  })
  serve(app, "readOpenApi", (_request, reply) => {
    page ??= renderApiPage(describeApi(context.version))
    return reply.type("text/html; charset=utf-8").send(page)
  })
}
