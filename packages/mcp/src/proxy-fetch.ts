import type { LecternClientOptions } from "@lectern/client"
import { fetch, ProxyAgent } from "undici"

type Fetch = NonNullable<LecternClientOptions["fetch"]>
type Environment = Readonly<Record<string, string | undefined>>

/**
 * Creates a fetch that uses the proxy of the environment for one server; Node's own does so only from version 24.
 *
 * @returns undefined if the server is reached directly, with Node's own fetch.
 */
export function proxyFetch(environment: Environment, serverUrl: string): Fetch | undefined {
  const proxy = proxyFor(environment, new URL(serverUrl))
  if (proxy === undefined) return undefined
  const route = { dispatcher: new ProxyAgent(proxy) } as object
  // Both packages declare the types of the same standard.
  const proxied = fetch as unknown as Fetch
  return (url, init) => proxied(url, { ...init, ...route })
}

/**
 * Returns the address of the proxy for a server.
 *
 * @returns undefined for a direct connection: no proxy is set, `NO_PROXY` contains the server, or it is on this machine.
 */
export function proxyFor(environment: Environment, { protocol, hostname, port }: URL): string | undefined {
  const names = protocol === "https:" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"]
  const proxy = names.map((name) => environment[name]).find(Boolean)
  if (proxy === undefined || isLoopback(hostname)) return undefined
  const exceptions = (environment["no_proxy"] ?? environment["NO_PROXY"] ?? "").split(/[\s,]+/).filter(Boolean)
  const ownPort = port === "" ? (protocol === "https:" ? "443" : "80") : port
  return exceptions.some((exception) => matches(exception.toLowerCase(), hostname, ownPort)) ? undefined : proxy
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.[\d.]+$/.test(hostname)
  )
}

/** @param exception a host, a domain with or without `*.` or `.` before it, each with an optional port; or `*`. */
function matches(exception: string, hostname: string, port: string): boolean {
  if (exception === "*") return true
  const [, name = exception, exceptPort] = /^(.+?):(\d+)$/.exec(exception) ?? []
  if (exceptPort !== undefined && exceptPort !== port) return false
  const domain = name.replace(/^\*?\./, "")
  return hostname === domain || hostname.endsWith(`.${domain}`)
}
