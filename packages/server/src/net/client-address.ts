import { isIPv4 } from "node:net"
import ipaddr from "ipaddr.js"
import { parseAddress } from "./address-rules.ts"

/** `1.2.3.4:5678` and `[2001:db8::1]:5678`: some proxies add the port to a client's address. */
const WITH_PORT = /^(?:(?<v4>[\d.]+)|\[(?<v6>[^\]]+)\]):\d{1,5}$/

/** The address of clients whose proxy sends none. */
const UNKNOWN = "unknown"

/**
 * Normalises the address of a client: without a port, and IPv4-mapped IPv6 as IPv4.
 *
 * @returns `unknown` if the text is not an address.
 */
export function plainAddress(text: string | undefined): string {
  // The common case; parsing would take ten times as long.
  if (text !== undefined && isIPv4(text)) return text
  const { v4, v6 } = WITH_PORT.exec(text ?? "")?.groups ?? {}
  // A zone names a network link of this machine and does not identify a client.
  const [bare = ""] = (v4 ?? v6 ?? text ?? "").split("%", 1)
  return parseAddress(bare)?.toString() ?? UNKNOWN
}

/** Returns the network that a provider gives to one customer: the address itself for IPv4, the /64 for IPv6. */
export function networkOf(plain: string): string {
  if (!plain.includes(":") || !ipaddr.IPv6.isValid(plain)) return plain
  return `${ipaddr.IPv6.parse(plain)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`
}
