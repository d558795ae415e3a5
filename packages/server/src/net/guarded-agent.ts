import type { LookupFunction } from "node:net"
import { callbackify } from "node:util"
import { Agent } from "undici"
import type { AddressGuard } from "./address-guard.ts"

/** Time to connect to a host, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000

/**
 * Creates an undici agent that checks every address when it connects, so that a DNS response that changed since the first check
 * has no effect.
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
    // Few sockets are enough: sources are fetched one after the other.
    keepAliveTimeout: 4_000,
    connections: 16,
  })
}
