import type { FastifyReply, FastifyRequest } from "fastify"
import type { HttpApp } from "./serving/http-app.ts"
import { problemOf } from "./serving/problems.ts"

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const

/** A path of the router, such as `/api/v2/libs/:owner/:repo`, with its segments and methods. */
interface RoutedPath {
  readonly url: string
  readonly parts: readonly string[]
  readonly methods: ReadonlySet<string>
}

/** Pages from other origins can only read. */
const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-allow-headers": "*, Authorization",
  "access-control-max-age": "86400",
} as const

/**
 * Records every route that is added from now on.
 *
 * @returns a function to call after all routes are added: for every path under `/api`, the application then responds to
 *   OPTIONS with the methods of the path, and to all other methods with 405 and the same list. Routes for these methods
 *   would do the same, but adding five more routes for each path took a fifth of the CPU time of a start.
 */
export function recordMethods(app: HttpApp): () => void {
  const methodsByPath = new Map<string, Set<string>>()
  let isRecording = true
  app.addHook("onRoute", ({ url, method }) => {
    if (!isRecording || !url.startsWith("/api/")) return
    const methods = methodsByPath.get(url) ?? new Set<string>()
    for (const one of [method].flat()) methods.add(one)
    methodsByPath.set(url, methods)
  })
  return () => {
    isRecording = false
    const paths = [...methodsByPath].map(([url, methods]) => ({ url, parts: url.split("/"), methods }))
    for (const path of paths) closeToParameters(app, path, paths)
    const findMethods = createPathFinder(paths)
    // Runs before the body is read, so that an unsupported body never causes a different error.
    app.addHook("onRequest", async (request, reply) => {
      if (!request.is404) return
      const methods = findMethods(request.url)
      if (methods !== undefined) await answerOtherMethod(request, reply, methods)
    })
  }
}

/**
 * Adds routes for methods of a path that the router would otherwise match with a parameter, such as `DELETE
 * /connections/consent` with `DELETE /connections/:id`.
 */
function closeToParameters(app: HttpApp, { url, parts, methods }: RoutedPath, paths: readonly RoutedPath[]): void {
  const taken = new Set<string>()
  for (const other of paths) {
    if (other.url !== url && isMatch(other.parts, parts)) for (const method of other.methods) taken.add(method)
  }
  const others = METHODS.filter((method) => taken.has(method) && !methods.has(method))
  if (others.length === 0) return
  app.route({
    method: others,
    url,
    onRequest: (request, reply) => answerOtherMethod(request, reply, methods),
    handler: () => undefined,
  })
}

async function answerOtherMethod(
  { method }: FastifyRequest,
  reply: FastifyReply,
  methods: ReadonlySet<string>,
): Promise<void> {
  const allow = [...METHODS.filter((one) => methods.has(one)), "OPTIONS"].join(", ")
  if (method === "OPTIONS") {
    await reply
      .code(204)
      .headers({ allow, ...PREFLIGHT_HEADERS })
      .send()
  } else if (METHODS.some((one) => one === method)) {
    const problem = problemOf(
      "method_not_allowed",
      `method not allowed: this path does not support ${method}. Use ${allow}`,
    )
    await reply.code(problem.status).header("allow", allow).send(problem.body)
  }
}

/**
 * Creates a function that finds the methods of a path as the router does: it decodes the path except for reserved
 * characters, and prefers fixed segments to parameters.
 */
function createPathFinder(paths: readonly RoutedPath[]): (url: string) => ReadonlySet<string> | undefined {
  // `~` sorts after all letters, so fixed segments are tried before parameters.
  const sortKey = (parts: readonly string[]) => parts.map((part) => (part.startsWith(":") ? "~" : part)).join("/")
  const entries = paths
    .map(({ parts, methods }) => ({ parts, methods, key: sortKey(parts) }))
    .toSorted((left, right) => (left.key < right.key ? -1 : 1))
  return (url) => {
    const [path = ""] = url.split("?", 1)
    // The router has already rejected paths that cannot be decoded.
    const parts = decodeURI(path).split("/")
    return entries.find((entry) => isMatch(entry.parts, parts))?.methods
  }
}

function isMatch(pattern: readonly string[], parts: readonly string[]): boolean {
  return pattern.length === parts.length && pattern.every((part, at) => part.startsWith(":") || part === parts[at])
}
