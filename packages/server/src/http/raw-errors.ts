import type { ConnectionError } from "fastify"
import type { Socket } from "node:net"
import type { HttpApp } from "./serving/http-app.ts"
import { problemOf, rawProblem, type Problem } from "./serving/problems.ts"
import { newRequestId } from "./request-ids.ts"

/**
 * Maximum size of the request line and headers: a question of 2,000 characters takes up to 24 kB when percent-encoded.
 */
export const MAX_HEADER_BYTES = 64 * 1024

/**
 * Responds to requests that the HTTP parser rejects, in the same format as every other error, and closes the
 * connection.
 */
export function answerParserError(error: ConnectionError, socket: Socket): void {
  // The client has disconnected, or the connection is broken.
  if (error.code === "ECONNRESET" || socket.destroyed) return
  if (socket.writable) socket.end(rawProblem(parserProblem(error.code), newRequestId()))
  else socket.destroy()
}

/** Responds to the two kinds of requests that Node would otherwise reject without a body. */
export function answerOddRequests(app: HttpApp): void {
  app.server.on("checkExpectation", (_request, response) => {
    const { status, body } = problemOf(
      "validation_error",
      "unsupported Expect header: only 100-continue is supported",
      417,
    )
    const text = JSON.stringify(body)
    const headers = { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(text) }
    response.writeHead(status, { ...headers, "x-request-id": newRequestId() }).end(text)
  })
  app.server.on("connect", (_request, socket) => {
    socket.end(
      rawProblem(
        problemOf("method_not_allowed", "CONNECT is not supported: this server is not a proxy"),
        newRequestId(),
      ),
    )
  })
}

function parserProblem(code: string): Problem {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return problemOf(
        "validation_error",
        `the request is too large: headers and URL together exceed ${MAX_HEADER_BYTES / 1024} kB`,
        431,
      )
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return problemOf("timeout", "the request did not arrive in time")
    default:
      return problemOf("validation_error", "the request is not valid HTTP")
  }
}
