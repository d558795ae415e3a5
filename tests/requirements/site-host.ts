import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** The response of a site at one path: an HTML page as text, or a function that responds. */
export type SitePage = string | ((request: IncomingMessage, response: ServerResponse) => void)

/** A website on this machine. */
export interface SiteHost {
  readonly url: string
  /** Requested paths, in order. */
  readonly asked: readonly string[]
  /** Returns the maximum number of concurrent requests so far. */
  mostAtOnce(): number
  /** Replaces the pages at paths; undefined removes a page. */
  set(pages: Readonly<Record<string, SitePage | undefined>>): void
  close(): Promise<void>
}

/** Starts a site; paths without a page return 404. */
export async function startSite(pages: Readonly<Record<string, SitePage | undefined>>): Promise<SiteHost> {
  const served = new Map(Object.entries(pages))
  const asked: string[] = []
  let running = 0
  let most = 0
  const server = createServer((request, response) => {
    const path = request.url ?? "/"
    asked.push(path)
    most = Math.max(most, ++running)
    response.on("close", () => running--)
    const page = served.get(path)
    if (page === undefined) response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>")
    else if (typeof page === "string") response.writeHead(200, { "content-type": typeOf(path) }).end(page)
    else page(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    mostAtOnce: () => most,
    set(changes) {
      for (const [path, page] of Object.entries(changes)) served.set(path, page)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function typeOf(path: string): string {
  if (path.endsWith(".md")) return "text/markdown; charset=utf-8"
  if (path.endsWith(".txt")) return "text/plain; charset=utf-8"
  return path.endsWith(".xml") ? "application/xml" : "text/html; charset=utf-8"
}

/** Responds with a redirect. */
export function redirectTo(location: string): SitePage {
  return (_, response) => void response.writeHead(302, { location }).end()
}
