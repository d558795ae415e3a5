import type { IncomingMessage } from "node:http"
import type { HttpApp } from "../serving/http-app.ts"

/** Time for a sender to read the response before its connection is closed, in milliseconds. */
const LINGER_MS = 1_000

/**
 * Closes the connection of a request that was answered before its body had arrived. The rest of a rejected upload is
 * not received, and a sender that does not stop cannot prevent the server from closing.
 */
export function dropUnreadBodies(app: HttpApp): void {
  app.addHook("onSend", async ({ raw: request }, reply) => {
    if (!isArriving(request)) return
    reply.header("connection", "close")
    // Taken from the response, because the request releases its socket as soon as it is destroyed.
    const { socket } = reply.raw
    if (socket === null) return
    reply.raw.once("finish", () => {
      // Reading continues for a moment, because closing immediately could discard the response while the sender is
      // still writing.
      request.resume()
      const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
      socket.once("close", () => {
        clearTimeout(timer)
        // Code that still reads the body would wait forever, because the socket emits nothing for a request that was
        // answered.
        if (isArriving(request))
          request.destroy(new Error("the response was sent before the request had arrived completely"))
      })
    })
  })
}

/**
 * Returns true while the body is arriving. Requests without a network, as in tests, do not report whether they are
 * complete.
 */
function isArriving(request: IncomingMessage): boolean {
  return request.complete === false
}
