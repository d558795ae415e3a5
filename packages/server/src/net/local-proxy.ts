import { isUrl } from "@lectern/contract"
import { randomBytes, timingSafeEqual } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import type { Duplex } from "node:stream"
import { pipeline } from "node:stream/promises"
import { request as send } from "undici"
import type { AddressGuard } from "./address-guard.ts"
import { guardedAgentOf } from "./guarded-agent.ts"
import type { ProxyServer } from "./outgoing.ts"
import { portOf } from "./choose-proxy.ts"
import { openTunnel } from "./tunnel.ts"

/** A proxy on this machine for one external program and one host. */
export interface LocalProxy {
  /** URL with the required credentials, so that no other program on this machine can use the proxy. */
  readonly proxyUrl: string
  /** Stops the proxy and closes its connections. */
  close(): void
}

/**
 * Headers that belong to one connection and are not forwarded (RFC 9110, section 7.6.1), and `expect`, which undici
 * rejects.
 */
const NOT_PASSED_ON: ReadonlySet<string> = new Set([
  "connection",
  "expect",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
])
/** git waits while a host packs a large repository; git's own limits end it. */
const NO_TIMEOUT = { headersTimeout: 0, bodyTimeout: 0 } as const

/**
 * Starts a proxy for a program such as git that cannot check addresses itself. It connects only to the origin of one URL, through the
 * proxy of that URL, and checks the address for every connection.
 */
export async function openLocalProxy(url: URL, proxy: ProxyServer, guard: AddressGuard): Promise<LocalProxy> {
  const target = { origin: url.origin, hostname: url.hostname, port: portOf(url) }
  const credentials = `git:${randomBytes(24).toString("hex")}`
  const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`
  const isAllowed = ({ headers }: IncomingMessage) => isEqual(headers["proxy-authorization"], authorization)
  const sockets = new Set<Socket>()

  const server = createServer((request, response) => {
    const address = request.url ?? ""
    const isTarget = isUrl(address) && new URL(address).origin === target.origin
    if (!isAllowed(request) || !isTarget) return void response.writeHead(403).end()
    forward(new URL(address), { request, response, guard }).catch(() => response.destroy())
  })
  server.on("connect", (request, client, head) => {
    client.on("error", () => client.destroy())
    if (!isAllowed(request) || request.url !== `${target.hostname}:${target.port}`) {
      return void client.end("HTTP/1.1 403 Forbidden\r\n\r\n")
    }
    openTunnel(proxy, target, guard).then(
      (host) => joinStreams(host, client, head),
      () => client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"),
    )
  })
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    proxyUrl: `http://${credentials}@127.0.0.1:${port}`,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function joinStreams(host: Socket, client: Duplex, head: Buffer): void {
  // The client disconnected while the tunnel was opened.
  if (client.destroyed) return void host.destroy()
  client.write("HTTP/1.1 200 Connection established\r\n\r\n")
  if (head.length > 0) host.write(head)
  host.on("error", () => client.destroy()).on("close", () => client.destroy())
  client.on("close", () => host.destroy())
  host.pipe(client).pipe(host)
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly guard: AddressGuard
}

/** Forwards a request for an http URL. */
async function forward(url: URL, { request, response, guard }: Exchange): Promise<void> {
  const hasBody = request.method !== "GET" && request.method !== "HEAD"
  const answer = await send(url, {
    method: request.method === "POST" ? "POST" : "GET",
    headers: passedOn(request.headers),
    body: hasBody ? request : null,
    dispatcher: await guardedAgentOf(guard).dispatcherFor(url),
    ...NO_TIMEOUT,
  })
  response.writeHead(answer.statusCode, passedOn(answer.headers))
  await pipeline(answer.body, response)
}

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.has(name)))
}

function isEqual(given = "", expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
