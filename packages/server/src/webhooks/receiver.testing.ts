import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A request as received. */
export interface ReceivedPost {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A webhook receiver. */
export interface Receiver {
  readonly url: string
  readonly posts: ReceivedPost[]
  /** The parsed bodies of the received requests. */
  events(): { type: string; timestamp: string; data: Record<string, unknown> }[]
  /** Resolves after this many requests; the test's own time-out ends the wait. */
  received(count: number): Promise<void>
  close(): Promise<void>
}

/** Starts a receiver on loopback. @param answer handles a request; defaults to 204. */
export async function startReceiver(
  answer: (response: ServerResponse, post: ReceivedPost) => void = (response) => response.writeHead(204).end(),
): Promise<Receiver> {
  const posts: ReceivedPost[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => (body += String(chunk)))
    request.on("end", () => {
      const post = { headers: request.headers, body }
      posts.push(post)
      answer(response, post)
      for (const { count, resolve } of waiting) if (posts.length >= count) resolve()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    posts,
    events: () => posts.map(({ body }) => JSON.parse(body) as ReturnType<Receiver["events"]>[number]),
    received: (count) =>
      new Promise((resolve) => (posts.length >= count ? resolve() : void waiting.push({ count, resolve }))),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
