import type { HTTPMethods } from "fastify"
import type { HttpApp } from "./http-app.ts"
import { problemOf } from "./problems.ts"

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const satisfies readonly HTTPMethods[]

/** What a page of another origin may send and read: reading only. */
const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-allow-headers": "*, Authorization",
  "access-control-max-age": "86400",
} as const

/** What is served where. */
export interface RouteWatch {
  /** Tells whether a path, in the router's spelling, answers a method with more than an error. */
  isServed(this: void, method: string, path: string): boolean
  /**
   * Answers every method that a path under `/api` does not know with 405 and what it does know, and OPTIONS with the same
   * list. Call after all routes are added.
   */
  closeOtherMethods(this: void): void
}

/** Remembers every route that is added from now on. */
export function watchRoutes(app: HttpApp): RouteWatch {
  const methodsByPath = new Map<string, Set<string>>()
  let isWatching = true
  app.addHook("onRoute", ({ url, method }) => {
    if (!isWatching) return
    const methods = methodsByPath.get(url) ?? new Set<string>()
    for (const one of [method].flat()) methods.add(one)
    methodsByPath.set(url, methods)
  })
  return {
    isServed: (method, path) => methodsByPath.get(path)?.has(method) === true,
    closeOtherMethods() {
      isWatching = false
      for (const [url, methods] of methodsByPath) {
        if (url.startsWith("/api/")) closePath(app, url, methods)
      }
    },
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
    // Before the body is looked at: one of any kind is no reason for another error than this.
    onRequest: async (request, reply) => {
      const problem = problemOf("method_not_allowed", `${request.method} is not a method of this path: use ${allow}`)
      await reply.code(problem.status).header("allow", allow).send(problem.body)
    },
    handler: () => undefined,
  })
}
