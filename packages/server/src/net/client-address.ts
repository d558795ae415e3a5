import { isIPv4 } from "node:net"
import ipaddr from "ipaddr.js"
import { parseAddress } from "./address-rules.ts"

/** `1.2.3.4:5678` and `[2001:db8::1]:5678`, as some proxies write the address of a client. */
const WITH_PORT = /^(?:(?<v4>[\d.]+)|\[(?<v6>[^\]]+)\]):\d{1,5}$/

/** Stands for clients whose proxy does not say where they are. */
const UNKNOWN = "unknown"

/**
 * Writes the address of a client in its one usual form: without a port, IPv4 inside IPv6 as IPv4.
 *
 * @returns `unknown` for what is no address.
 */
export function plainAddress(text: string | undefined): string {
  // What nearly every connection has; taking it apart would cost ten times as much.
  if (text !== undefined && isIPv4(text)) return text
  const { v4, v6 } = WITH_PORT.exec(text ?? "")?.groups ?? {}
  // A zone names a link of this machine, over which nobody else is reached.
  const [bare = ""] = (v4 ?? v6 ?? text ?? "").split("%", 1)
  return parseAddress(bare)?.toString() ?? UNKNOWN
}

/** Names the network that one customer of a provider has: the address itself in IPv4, the /64 in IPv6. */
export function networkOf(plain: string): string {
  if (!plain.includes(":") || !ipaddr.IPv6.isValid(plain)) return plain
  return `${ipaddr.IPv6.parse(plain)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`
}
