import { parseLibraryId } from "@lectern/contract"
import type { FastifyRequest } from "fastify"
import type { HttpApp } from "../serving/http-app.ts"
import { problemOf } from "../serving/problems.ts"
import { rootSeenFrom } from "./dashboard-page.ts"
import { sendPage } from "./send-page.ts"

const MAX_SHOWN_CHARACTERS = 200

/** Paths that programs request: even a browser gets the errors of the API there. */
const OF_PROGRAMS = /^\/(?:api|mcp|assets|\.well-known)(?:\/|$)/
/** Two segments, which could be the ID of a library, but not a page of Lectern's own documentation. */
const OF_LIBRARY = /^\/(?!docs\/)[\w.@-]+\/[\w.@-]+\/?$/

/**
 * Answers requests for paths that do not exist: a browser gets a page, or is redirected from `/owner/name` to the page of that library, whether
 * it exists or not; everything else gets the error of the API.
 *
 * @param render returns the page that a browser gets; `root` is the relative URL of the root of the server.
 */
export function answerUnknownPaths(app: HttpApp, render: (root: string, request: FastifyRequest) => string): void {
  app.setNotFoundHandler((request, reply) => {
    const [path = ""] = request.url.split("?", 1)
    if (isForReader(request, path)) {
      const root = rootSeenFrom(request.url)
      const id = OF_LIBRARY.test(path) ? parseLibraryId(path.replace(/\/$/, "")) : undefined
      return id === undefined
        ? sendPage(reply.code(404), render(root, request))
        : reply.redirect(`${root}libraries${encodeURI(id)}`)
    }
    const problem = problemOf("not_found", `not found: ${request.method} ${path.slice(0, MAX_SHOWN_CHARACTERS)}`)
    return reply.code(problem.status).send(problem.body)
  })
}

/** Returns true if a person opened a path in a browser. */
function isForReader({ method, headers }: FastifyRequest, path: string): boolean {
  return method === "GET" && (headers.accept ?? "").includes("text/html") && !OF_PROGRAMS.test(path)
}
