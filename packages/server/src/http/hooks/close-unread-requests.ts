import type { IncomingMessage } from "node:http"
import type { HttpApp } from "../serving/http-app.ts"

/** Time a sender has to read the answer before its connection is cut, in milliseconds. */
const LINGER_MS = 1_000

/**
 * Ends connections whose request was answered before its body had arrived: what a refused upload would still send is
 * not waited for, and a sender that does not stop cannot keep the server from closing.
 */
export function dropUnreadBodies(app: HttpApp): void {
  app.addHook("onSend", async ({ raw: request }, reply) => {
    if (!isArriving(request)) return
    reply.header("connection", "close")
    // Taken now, and from the answer: the request lets go of its socket as soon as it is given up.
    const { socket } = reply.raw
    if (socket === null) return
    reply.raw.once("finish", () => {
      // Read on for a moment: cutting at once could take the answer away from a sender that is still writing.
      request.resume()
      const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
      socket.once("close", () => {
        clearTimeout(timer)
        // Whoever still reads it would wait for ever: an answered request is told of nothing by its socket.
        if (isArriving(request))
          request.destroy(new Error("the response was sent before the request had arrived completely"))
      })
    })
  })
}

/** Requests that never saw a network, as tests send them, do not say whether they are complete. */
function isArriving(request: IncomingMessage): boolean {
  return request.complete === false
}
