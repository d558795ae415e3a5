import ipaddr from "ipaddr.js"

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = readonly [address: Address, prefixLength: number]

/** Decides which IP addresses are allowed. */
export interface AddressRules {
  /**
   * Returns true if an address is allowed.
   *
   * @param address IPv4 or IPv6 in any notation that the system's resolver accepts; anything else is not allowed.
   */
  isAllowed(address: string): boolean
}

/** Global unicast. Every public IPv6 network is in this range, so networks that later RFCs reserve outside it are blocked as well. */
const GLOBAL_IPV6: Network = [ipaddr.IPv6.parse("2000::"), 3]

/** Public addresses that respond only inside a cloud: the host agent of Azure's virtual machines. */
const CLOUD_INTERNAL: ReadonlySet<string> = new Set(["168.63.129.16"])

/**
 * Creates the rules: public unicast addresses are allowed, all others only in the given networks.
 *
 * @param privateNetworks private networks in CIDR notation that are allowed.
 * @throws {TypeError} if one of them is not in CIDR notation.
 */
export function makeAddressRules(privateNetworks: readonly string[] = []): AddressRules {
  const networks = privateNetworks.map(parseNetwork)
  return {
    isAllowed(text) {
      const address = parseAddress(text)
      if (address === undefined) return false
      return isPublic(address) || networks.some((network) => isInside(address, network))
    },
  }
}

/**
 * Parses an address like a resolver: with brackets, as `0x7f.1` or `2130706433`, and IPv4-mapped IPv6 as IPv4.
 *
 * @returns undefined for names, and for addresses with a zone, which are valid only on the links of one machine.
 */
export function parseAddress(text: string): Address | undefined {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text
  if (bare.includes("%") || !ipaddr.isValid(bare)) return undefined
  return ipaddr.process(bare)
}

/** Returns true if an address is in a network in CIDR notation; false if either of the two is invalid. */
export function isInNetwork(addressText: string, networkText: string): boolean {
  const address = parseAddress(addressText)
  return address !== undefined && ipaddr.isValidCIDR(networkText) && isInside(address, parseNetwork(networkText))
}

function parseNetwork(text: string): Network {
  try {
    const [address, prefixLength] = ipaddr.parseCIDR(text.trim())
    if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefixLength >= 96) {
      return [address.toIPv4Address(), prefixLength - 96]
    }
    return [address, prefixLength]
  } catch (cause) {
    throw new TypeError(`"${text}" is not a network in CIDR notation, such as 10.0.0.0/8`, { cause })
  }
}

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast" || CLOUD_INTERNAL.has(address.toString())) return false
  return address instanceof ipaddr.IPv4 || isInside(address, GLOBAL_IPV6)
}

function isInside(address: Address, [network, prefixLength]: Network): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, prefixLength)
  return network instanceof ipaddr.IPv6 && address.match(network, prefixLength)
}
