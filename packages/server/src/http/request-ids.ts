import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"

/** Ids of a caller are taken over when they can neither break a header nor a log line. */
const ACCEPTED = /^[\w.:-]{1,128}$/

/** Gives the id of a request: the caller's own when it sent a plain one, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers["x-request-id"]
  return typeof given === "string" && ACCEPTED.test(given) ? given : newRequestId()
}

/** Makes an id for a request, or for what never became one. */
export function newRequestId(): string {
  return randomUUID()
}
