import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"

/** Valid request ids: only characters that cannot break a header or a log line. */
const ACCEPTED = /^[\w.:-]{1,128}$/

/** Returns the id of a request: the client's if it is valid, otherwise a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers["x-request-id"]
  return typeof given === "string" && ACCEPTED.test(given) ? given : newRequestId()
}

/** Generates an id for a request, or for an error that occurs before there is a request. */
export function newRequestId(): string {
  return randomUUID()
}
