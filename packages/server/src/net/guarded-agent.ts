import type { LookupFunction } from "node:net"
import { callbackify } from "node:util"
import { Agent } from "undici"
import type { AddressGuard } from "./address-guard.ts"

/** Time to reach a host, in milliseconds; a host that does not pick up in this time is treated as down. */
const CONNECT_TIMEOUT_MS = 10_000

/**
 * Makes an undici agent that checks every address at the moment of connecting, so that no answer of a name server given
 * between check and use counts.
 */
export function makeGuardedAgent(guard: AddressGuard): Agent {
  const resolve = callbackify((hostname: string) => guard.resolveHost(hostname))
  const guardedLookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error !== null) return callback(error, "")
      const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
      const [first] = found
      if (options.all === true || first === undefined) return callback(null, found)
      callback(null, first.address, first.family)
    })
  }
  return new Agent({
    connect: { lookup: guardedLookup, timeout: CONNECT_TIMEOUT_MS, autoSelectFamily: true },
    // Keeps at most a short queue of sockets: sources are read one after the other.
    keepAliveTimeout: 4_000,
    connections: 16,
  })
}
