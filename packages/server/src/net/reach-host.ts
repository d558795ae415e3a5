import { connect } from "node:net"
import type { AddressGuard } from "./address-guard.ts"
import { HostUnreachable } from "./errors.ts"

/** Time to wait for one address to accept a connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000
/** Maximum number of addresses to try per host. */
const MAX_ADDRESSES = 6

/**
 * Finds the address of a host for an external program such as git or ssh, so that the program sends no DNS requests. If
 * the host has several addresses, returns the first one that accepts a connection, so that a machine without IPv6 skips
 * IPv6 addresses.
 *
 * @param hostname host name or IP address.
 * @returns one of its addresses, after all of them have been checked.
 * @throws {AddressRefused} if one of them is blocked. @throws {HostUnreachable} if there is none, or none of several
 *   accepts a connection. The signal's reason if it is aborted.
 */
export async function reachHost(
  hostname: string,
  port: number,
  { guard, signal }: { readonly guard: AddressGuard; readonly signal: AbortSignal },
): Promise<string> {
  const addresses = await guard.resolveHost(hostname, signal)
  const [only] = addresses
  // There is no choice. The program reports the error if the host does not respond.
  if (addresses.length === 1 && only !== undefined) return only
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    if (await accepts(address, port, signal)) return address
    signal.throwIfAborted()
  }
  throw new HostUnreachable(`${hostname} does not accept connections on port ${port}`)
}

async function accepts(host: string, port: number, signal: AbortSignal): Promise<boolean> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)])
  return await new Promise<boolean>((resolve) => {
    const socket = connect({ host, port, signal: limited })
    socket.once("connect", () => {
      socket.destroy()
      resolve(true)
    })
    socket.once("error", () => resolve(false))
  })
}
