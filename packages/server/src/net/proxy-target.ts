import { AddressRefused, HostUnreachable } from "./errors.ts"
import type { AddressGuard } from "./address-guard.ts"
import { parseAddress } from "./address-rules.ts"

/** Maximum number of addresses that are tried through a proxy, one after another. */
const MAX_ADDRESSES = 3
/**
 * Time in milliseconds to wait for the name server if the proxy resolves names, because there may be no name server at
 * all.
 */
const LOOKUP_TIMEOUT_MS = 2_000
/**
 * Suffixes of names that exist only inside one network (RFC 6762 appendix G, RFC 8375 and common practice), such as
 * `metadata.google.internal`.
 */
const INTERNAL_ENDINGS =
  /\.(?:internal|local|localdomain|home\.arpa|lan|home|corp|intranet|private|in-addr\.arpa|ip6\.arpa)$/

/**
 * Finds the addresses, or the name, that a proxy should connect to in order to reach a host.
 *
 * @returns addresses, IPv4 first because proxies often have no IPv6; or the name, if the proxy resolves names and this
 *   machine cannot.
 * @throws {AddressRefused} if an address is blocked, or if this machine cannot resolve the name and it exists only
 *   inside a network. @throws {HostUnreachable} if the name has no address.
 */
export async function findProxyTargets(
  guard: AddressGuard,
  hostname: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  if (guard.outgoing.dns === "server") {
    const addresses = await resolveHere(guard, hostname, signal)
    return addresses
      .toSorted((one, other) => Number(one.includes(":")) - Number(other.includes(":")))
      .slice(0, MAX_ADDRESSES)
  }
  try {
    const limits = [AbortSignal.timeout(LOOKUP_TIMEOUT_MS), ...(signal === undefined ? [] : [signal])]
    const addresses = await guard.resolveHost(hostname, AbortSignal.any(limits))
    return parseAddress(hostname) === undefined ? [hostname] : addresses.slice(0, 1)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof AddressRefused) throw error
    assertPublicName(hostname)
    return [hostname]
  }
}

async function resolveHere(guard: AddressGuard, hostname: string, signal?: AbortSignal): Promise<readonly string[]> {
  try {
    return await guard.resolveHost(hostname, signal)
  } catch (error) {
    if (!(error instanceof HostUnreachable)) throw error
    throw new HostUnreachable(
      `${error.message}. If only the outgoing proxy can resolve public names, set LECTERN_PROXY_DNS=proxy`,
      { cause: error },
    )
  }
}

function assertPublicName(hostname: string): void {
  const name = hostname.toLowerCase().replace(/\.$/, "")
  if (name.includes(".") && !INTERNAL_ENDINGS.test(name)) return
  throw new AddressRefused(
    `cannot fetch from ${hostname}: the name belongs to a private network, and this server cannot resolve it`,
  )
}
