import type { HTTPMethods } from "fastify"
import type { HttpApp } from "./serving/http-app.ts"
import { problemOf } from "./serving/problems.ts"

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const satisfies readonly HTTPMethods[]

/** Cross-origin pages can only read. */
const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-allow-headers": "*, Authorization",
  "access-control-max-age": "86400",
} as const

/**
 * Records every route that is added from now on.
 *
 * @returns a function to call after all routes are added: for every path under `/api`, it responds to OPTIONS with the
 *   methods of the path, and to all other methods with 405 and the same list.
 */
export function recordMethods(app: HttpApp): () => void {
  const methodsByPath = new Map<string, Set<string>>()
  let isRecording = true
  app.addHook("onRoute", ({ url, method }) => {
    if (!isRecording) return
    const methods = methodsByPath.get(url) ?? new Set<string>()
    for (const one of [method].flat()) methods.add(one)
    methodsByPath.set(url, methods)
  })
  return () => {
    isRecording = false
    for (const [url, methods] of methodsByPath) if (url.startsWith("/api/")) closePath(app, url, methods)
  }
}

function closePath(app: HttpApp, url: string, methods: ReadonlySet<string>): void {
  const allow = [...METHODS.filter((method) => methods.has(method)), "OPTIONS"].join(", ")
  app.route({
    method: "OPTIONS",
    url,
    handler: (_request, reply) =>
      reply
        .code(204)
        .headers({ allow, ...PREFLIGHT_HEADERS })
        .send(),
  })
  const others = METHODS.filter((method) => !methods.has(method))
  if (others.length === 0) return
  app.route({
    method: others,
    url,
    // Before the body is read, so that an unsupported body never causes another error.
    onRequest: async (request, reply) => {
      const problem = problemOf(
        "method_not_allowed",
        `method not allowed: this path does not support ${request.method}. Use ${allow}`,
      )
      await reply.code(problem.status).header("allow", allow).send(problem.body)
    },
    handler: () => undefined,
  })
}
