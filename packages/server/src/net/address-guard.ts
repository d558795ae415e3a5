import { lookup } from "node:dns/promises"
import { AddressRefused, HostUnreachable } from "./errors.ts"
import { makeAddressRules, parseAddress } from "./address-rules.ts"

/** Resolves a name to all its addresses, as `getaddrinfo` does; rejects when there is none. */
export type Resolver = (hostname: string) => Promise<readonly { readonly address: string }[]>

/** Stands between the service and every address it is asked to reach. */
export interface AddressGuard {
  /** Tells whether an address (not a name) may be reached. */
  isAllowed(address: string): boolean
  /**
   * Checks what a URL says by itself: scheme, credentials, literal address. Asks no name server.
   *
   * @returns the parsed URL.
   * @throws {AddressRefused} when it may not be fetched.
   */
  assertUrlAllowed(url: string | URL): URL
  /**
   * Resolves a host name or literal address.
   *
   * @returns its addresses, at least one, all of them allowed: one bad address among good ones is how re-binding begins.
   * @throws {AddressRefused} when one of them may not be reached. @throws {HostUnreachable} when there is none.
   */
  resolveHost(hostname: string, signal?: AbortSignal): Promise<readonly string[]>
}

/** What a guard is made from. */
export interface AddressGuardOptions {
  /** Networks in CIDR form that may be reached although they are private (`LECTERN_PRIVATE_NETWORKS`). */
  readonly privateNetworks?: readonly string[]
  /** Replaces the system's resolver. */
  readonly resolver?: Resolver
}

const HINT = "public addresses only, unless LECTERN_PRIVATE_NETWORKS allows the network"

/**
 * Makes a guard.
 *
 * @throws {TypeError} when a private network is not a CIDR.
 */
export function makeAddressGuard(options: AddressGuardOptions = {}): AddressGuard {
  const rules = makeAddressRules(options.privateNetworks)
  const resolver: Resolver = options.resolver ?? ((hostname) => lookup(hostname, { all: true, verbatim: true }))

  function assertAllowed(host: string, addresses: readonly string[]): void {
    if (!addresses.every((address) => rules.isAllowed(address))) {
      throw new AddressRefused(`${host} is not an address that may be fetched from: ${HINT}`)
    }
  }

  return {
    isAllowed: (address) => rules.isAllowed(address),
    assertUrlAllowed(given) {
      const url = parseHttpUrl(given)
      assertAllowed(url.hostname, literalAddresses(url.hostname))
      return url
    },
    async resolveHost(hostname, signal) {
      signal?.throwIfAborted()
      const literals = literalAddresses(hostname)
      const addresses = literals.length > 0 ? literals : await resolveName(resolver, hostname, signal)
      assertAllowed(hostname, addresses)
      return addresses
    },
  }
}

function parseHttpUrl(given: string | URL): URL {
  if (!URL.canParse(given.toString())) throw new AddressRefused("the URL cannot be read: write it as https://host/path")
  const url = new URL(given)
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new AddressRefused(`the scheme ${url.protocol.slice(0, -1)} is not fetched: use https or http`)
  }
  if (url.username !== "" || url.password !== "") {
    throw new AddressRefused(`the URL of ${url.hostname} carries a user or password: pass the token separately`)
  }
  return url
}

/** Addresses that a host stands for without asking a name server; empty for an ordinary name. */
function literalAddresses(hostname: string): readonly string[] {
  const name = hostname.toLowerCase().replace(/\.$/, "")
  if (name === "localhost" || name === "localhost.localdomain" || name.endsWith(".localhost")) return ["127.0.0.1"]
  if (name.includes("%")) return [name]
  const address = parseAddress(name)
  return address === undefined ? [] : [address.toString()]
}

async function resolveName(resolver: Resolver, hostname: string, signal?: AbortSignal): Promise<readonly string[]> {
  try {
    const found = await untilAborted(resolver(hostname), signal)
    if (found.length > 0) return found.map(({ address }) => address)
  } catch (cause) {
    signal?.throwIfAborted()
    throw new HostUnreachable(`the host ${hostname} has no address: check the spelling`, { cause })
  }
  throw new HostUnreachable(`the host ${hostname} has no address: check the spelling`)
}

/** A look-up cannot be called off, but nobody has to wait for it. */
function untilAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return promise
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason as unknown)
    signal.addEventListener("abort", onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort))
  })
}
