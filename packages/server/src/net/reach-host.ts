import { connect } from "node:net"
import type { AddressGuard } from "./address-guard.ts"
import { HostUnreachable } from "./errors.ts"

/** Time that one address has to accept a connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000
/** Addresses of one host that are tried. */
const MAX_ADDRESSES = 6

/**
 * Finds the address of a host that a program of the system is to connect to, so that it asks no name server itself. Where
 * a host has several, the first one that accepts a connection; a machine without IPv6 passes over those.
 *
 * @param hostname name or literal address.
 * @returns one of its addresses, all of which were checked.
 * @throws {AddressRefused} when one of them may not be reached. @throws {HostUnreachable} when there is none, or none of
 *   several accepts. The signal's reason when that is aborted.
 */
export async function reachHost(
  hostname: string,
  port: number,
  { guard, signal }: { readonly guard: AddressGuard; readonly signal: AbortSignal },
): Promise<string> {
  const addresses = await guard.resolveHost(hostname, signal)
  const [only] = addresses
  // Nothing to choose from: the program will see for itself.
  if (addresses.length === 1 && only !== undefined) return only
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    if (await accepts(address, port, signal)) return address
    signal.throwIfAborted()
  }
  throw new HostUnreachable(`${hostname} accepts no connection on port ${port}`)
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
