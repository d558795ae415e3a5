import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type RequestListener,
  type Server,
} from "node:http"
import { createServer as createSecureServer } from "node:https"
import { type AddressInfo, connect, type Socket } from "node:net"
import { CERTIFICATE, CERTIFICATE_KEY } from "./certificates.testing.ts"

/** A proxy on the loopback address. It reaches every host at 127.0.0.1. */
export interface TestProxy {
  /** URL without credentials, even if the proxy requires them. */
  readonly url: string
  /** Received requests, in order: `host:port` of tunnels, and the method and URL of other requests. */
  readonly asked: string[]
  close(): Promise<void>
}

export interface TestProxyOptions {
  /** `user:password` that the proxy requires. */
  readonly credentials?: string
  /** Status of the response to all requests, which are then not forwarded. */
  readonly status?: number
  readonly isSecure?: boolean
  /** Address to listen on. */
  readonly address?: string
}

/** Starts a proxy. */
export async function openTestProxy(options: TestProxyOptions = {}): Promise<TestProxy> {
  const { credentials, status, isSecure = false, address = "127.0.0.1" } = options
  const asked: string[] = []
  const expected = credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString("base64")}`
  const refusal = ({ headers }: IncomingMessage) =>
    expected !== undefined && headers["proxy-authorization"] !== expected ? 407 : status

  const forward: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const refused = refusal(request)
    if (refused !== undefined) return void response.writeHead(refused).end()
    const url = new URL(request.url ?? "")
    const { "proxy-authorization": _own, ...headers } = request.headers
    const target = { host: addressOf(url.hostname), port: url.port, path: url.pathname + url.search, headers }
    const onward = httpRequest({ ...target, method: request.method }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    onward.on("error", () => response.writeHead(502).end())
    request.pipe(onward)
  }
  const server = isSecure
    ? createSecureServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, forward)
    : createServer(forward)
  server.on("connect", (request: IncomingMessage, client: Socket) => {
    asked.push(request.url ?? "")
    client.on("error", () => client.destroy())
    const refused = refusal(request)
    if (refused !== undefined) return void client.end(`HTTP/1.1 ${refused} Refused\r\n\r\n`)
    const { hostname, port } = new URL(`tunnel://${request.url}`)
    const host = connect({ host: addressOf(hostname), port: Number(port) }, () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n")
      host.pipe(client).pipe(host)
    })
    host.on("error", () => client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"))
    client.on("close", () => host.destroy())
  })
  await listen(server, address)
  const { port } = server.address() as AddressInfo
  return {
    url: `${isSecure ? "https" : "http"}://${address}:${port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve) => server.listen(0, address, resolve))
}

/** All names resolve to this machine. */
function addressOf(hostname: string): string {
  return /^[\d.]+$/.test(hostname) ? hostname : "127.0.0.1"
}
