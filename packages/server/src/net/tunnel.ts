import { request as httpRequest, type IncomingMessage } from "node:http"
import { request as httpsRequest } from "node:https"
import type { Socket } from "node:net"
import type { AddressGuard } from "./address-guard.ts"
import { HostUnreachable } from "./errors.ts"
import type { ProxyServer } from "./outgoing.ts"
import type { Trust } from "./trusted-certificates.ts"
import { findProxyTargets } from "./proxy-target.ts"

/** Time for the proxy to connect to one target, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000
/** Maximum size of the proxy's response headers, in bytes. */
const MAX_HEADER_BYTES = 16_384

/** The host that a tunnel leads to. */
export interface TunnelTarget {
  /** Host name or literal address; it is checked here. */
  readonly hostname: string
  readonly port: number
}

/**
 * Opens a connection to a host through a proxy, with CONNECT.
 *
 * @returns a socket whose other end is the host.
 * @throws {AddressRefused} if the host is blocked; nothing is sent to the proxy. @throws {HostUnreachable} if the proxy
 *   refuses or does not respond.
 */
export async function openTunnel(
  proxy: ProxyServer,
  { hostname, port }: TunnelTarget,
  guard: AddressGuard,
): Promise<Socket> {
  const targets = await findProxyTargets(guard, hostname)
  const failures: TunnelFailure[] = []
  for (const target of targets) {
    const opened = await askProxy(proxy, authorityOf(target, port), guard.outgoing.trust)
    if (!("reason" in opened)) return opened
    failures.push(opened)
    // Another address of the same host gets the same response.
    if (opened.isFinal) break
  }
  const [first] = failures
  throw new HostUnreachable(`the outgoing proxy did not connect to ${hostname}: ${first?.reason}${first?.hint ?? ""}`, {
    cause: first?.cause,
  })
}

/**
 * Opens a connection to a host that the operator named, which may be a private one. The proxy resolves its name.
 *
 * @throws {HostUnreachable} if the proxy refuses or does not respond.
 */
export async function openNamedTunnel(
  proxy: ProxyServer,
  { hostname, port }: TunnelTarget,
  trust: Trust | undefined,
): Promise<Socket> {
  const opened = await askProxy(proxy, authorityOf(hostname, port), trust)
  if (!("reason" in opened)) return opened
  throw new HostUnreachable(`the outgoing proxy did not connect to ${hostname}: ${opened.reason}`, {
    cause: opened.cause,
  })
}

function authorityOf(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`
}

interface TunnelFailure {
  readonly reason: string
  /** Advice for the case that the proxy was given an address. */
  readonly hint?: string
  readonly isFinal: boolean
  readonly cause?: unknown
}

function askProxy(
  { url, authorization }: ProxyServer,
  authority: string,
  trust: Trust | undefined,
): Promise<Socket | TunnelFailure> {
  const send = url.protocol === "https:" ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    const timeout = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
    const request = send({
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port),
      method: "CONNECT",
      path: authority,
      headers: { host: authority, ...(authorization === undefined ? {} : { "proxy-authorization": authorization }) },
      agent: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      signal: timeout,
      ca: trust?.pem,
    })
    request.once("connect", (response, socket: Socket, head) => {
      if (response.statusCode === 200) {
        if (head.length > 0) socket.unshift(head)
        return resolve(socket)
      }
      socket.destroy()
      resolve(refusalOf(response))
    })
    request.once("error", (cause) => {
      const isSlow = timeout.aborted
      resolve({
        reason: isSlow ? "the proxy did not respond in time" : "the proxy cannot be reached",
        isFinal: !isSlow,
        cause,
      })
    })
    request.end()
  })
}

function refusalOf({ statusCode = 0 }: IncomingMessage): TunnelFailure {
  if (statusCode === 407) {
    return {
      reason: "it requires a user name and a password, which an administrator can set in LECTERN_HTTPS_PROXY",
      isFinal: true,
    }
  }
  const hint = statusCode === 403 ? ". If it allows host names only, set LECTERN_PROXY_DNS=proxy" : ""
  return { reason: `status ${statusCode}`, hint, isFinal: statusCode < 500 }
}
