import { isInNetwork, parseAddress } from "./address-rules.ts"

/** The proxies to use, and the hosts to reach directly. */
export interface ProxyRules {
  /** Address of the proxy for http URLs. */
  readonly http?: string | undefined
  /** Address of the proxy for https URLs. */
  readonly https?: string | undefined
  /** Hosts that are reached directly, as in `NO_PROXY`. */
  readonly exceptions?: readonly string[]
}

/**
 * Matches an exception with a port, such as `name:443`, `10.0.0.0/8` or `[2001:db8::1]:443`. The port follows the last
 * colon that is not part of an address.
 */
const WITH_PORT = /^(?<host>[^:]+|\[[^\]]+\]):(?<port>\d{1,5})$/

/**
 * Returns the address of the proxy for a URL, by the conventions of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`.
 *
 * @returns undefined for a direct connection: no proxy is set, the host is in `exceptions`, or it is this machine.
 */
export function chooseProxy(url: URL, { http, https, exceptions = [] }: ProxyRules): string | undefined {
  const proxy = url.protocol === "https:" ? https : http
  if (proxy === undefined) return undefined
  const host = url.hostname.toLowerCase().replace(/\.$/, "")
  if (isThisMachine(host)) return undefined
  return exceptions.some((exception) => includes(exception.toLowerCase(), host, portOf(url))) ? undefined : proxy
}

/** Returns the port of an http or https URL. */
export function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port)
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || parseAddress(host)?.range() === "loopback"
}

/** @param exception a host, a domain with or without `*.` or `.` before it, an address or a range, each with an optional port; or `*`. */
function includes(exception: string, host: string, port: number): boolean {
  if (exception === "*") return true
  const groups = WITH_PORT.exec(exception)?.groups
  if (groups?.["port"] !== undefined && Number(groups["port"]) !== port) return false
  const name = groups?.["host"] ?? exception
  if (name.includes("/")) return isInNetwork(host, name)
  const address = parseAddress(name)
  if (address !== undefined) return parseAddress(host)?.toString() === address.toString()
  const domain = name.replace(/^\*?\./, "").replace(/\.$/, "")
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`))
}
