import ipaddr from "ipaddr.js"

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = readonly [address: Address, prefixLength: number]

/** Decides which addresses may be reached. */
export interface AddressRules {
  /**
   * Tells whether an address may be reached.
   *
   * @param address IPv4 or IPv6 in any spelling the system's resolver accepts; anything else is not allowed.
   */
  isAllowed(address: string): boolean
}

/** Global unicast: every IPv6 network in use on the internet lies here, so what later RFCs carve out elsewhere is refused unseen. */
const GLOBAL_IPV6: Network = [ipaddr.IPv6.parse("2000::"), 3]

/** Public addresses that answer only inside a cloud: the host agent of Azure's virtual machines. */
const CLOUD_INTERNAL: ReadonlySet<string> = new Set(["168.63.129.16"])

/**
 * Makes the rules: public unicast addresses are allowed, everything else only inside the given networks.
 *
 * @param privateNetworks networks in CIDR form that may be reached although they are private.
 * @throws {TypeError} when one of them is not a CIDR.
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
 * Reads an address as a resolver would: brackets, `0x7f.1`, `2130706433`, and IPv4 inside IPv6 as that IPv4.
 *
 * @returns undefined for names, and for addresses with a zone, which only mean something on one machine's own links.
 */
export function parseAddress(text: string): Address | undefined {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text
  if (bare.includes("%") || !ipaddr.isValid(bare)) return undefined
  return ipaddr.process(bare)
}

function parseNetwork(text: string): Network {
  try {
    const [address, prefixLength] = ipaddr.parseCIDR(text.trim())
    if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefixLength >= 96) {
      return [address.toIPv4Address(), prefixLength - 96]
    }
    return [address, prefixLength]
  } catch (cause) {
    throw new TypeError(`"${text}" is not a network in CIDR form such as 10.0.0.0/8`, { cause })
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
