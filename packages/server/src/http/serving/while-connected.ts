import type { FastifyReply } from "fastify"
import { HostTimeout } from "../../service/errors.ts"

/**
 * Returns a signal that is aborted when the client disconnects, or its response has been sent. The framework's own signal
 * is aborted as soon as the body of the request has been read.
 */
export function whileConnected(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once("close", () => gone.abort(new HostTimeout("the client has disconnected")))
  return gone.signal
}
