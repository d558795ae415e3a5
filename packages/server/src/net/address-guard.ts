import { isUrl } from "@lectern/contract"
import { lookup } from "node:dns/promises"
import { hasCode } from "../base/system-errors.ts"
import { AddressRefused, HostUnreachable } from "./errors.ts"
import { DIRECT, type Outgoing } from "./outgoing.ts"
import { makeAddressRules, parseAddress } from "./address-rules.ts"

/** Resolves a host name to all its addresses, like `getaddrinfo`; rejects if there is none. */
export type Resolver = (hostname: string) => Promise<readonly { readonly address: string }[]>

/** Decides which addresses outbound requests may connect to, and how they get there. */
export interface AddressGuard {
  /** Proxies and trusted certificates. */
  readonly outgoing: Outgoing
  /** Returns true if an IP address (not a host name) is allowed. */
  isAllowed(address: string): boolean
  /**
   * Checks the scheme, credentials and literal address of a URL, without DNS.
   *
   * @returns the parsed URL.
   * @throws {AddressRefused} if the URL is blocked.
   */
  assertUrlAllowed(url: string | URL): URL
  /**
   * Resolves a host name or literal address.
   *
   * @returns its addresses: at least one, and all of them allowed, because DNS rebinding mixes blocked addresses with allowed ones.
   * @throws {AddressRefused} if any of them is blocked. @throws {HostUnreachable} if there is none.
   */
  resolveHost(hostname: string, signal?: AbortSignal): Promise<readonly string[]>
}

export interface AddressGuardOptions {
  /** Private networks in CIDR notation that are allowed (`LECTERN_PRIVATE_NETWORKS`). */
  readonly privateNetworks?: readonly string[]
  /** Replaces the system's DNS resolver. */
  readonly resolver?: Resolver
  /** Defaults to direct connections. */
  readonly outgoing?: Outgoing
}

const MAX_NAME_CHARACTERS = 253
const MAX_PART_CHARACTERS = 63
const HINT = "Only public addresses are allowed, unless LECTERN_PRIVATE_NETWORKS contains the network"

/**
 * Creates a guard.
 *
 * @throws {TypeError} if a private network is not in CIDR notation.
 */
export function makeAddressGuard(options: AddressGuardOptions = {}): AddressGuard {
  const rules = makeAddressRules(options.privateNetworks)
  const resolver: Resolver = options.resolver ?? ((hostname) => lookup(hostname, { all: true, verbatim: true }))

  function assertAllowed(host: string, addresses: readonly string[]): void {
    if (!addresses.every((address) => rules.isAllowed(address))) {
      throw new AddressRefused(`cannot fetch from ${host}: the address is not allowed. ${HINT}`)
    }
  }

  return {
    outgoing: options.outgoing ?? DIRECT,
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
  if (!isUrl(given.toString())) throw new AddressRefused("invalid URL: write it as https://host/path")
  const url = new URL(given)
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new AddressRefused(`the scheme ${url.protocol.slice(0, -1)} is not supported: use https or http`)
  }
  if (!url.hostname.startsWith("[") && !isHostName(url.hostname)) {
    throw new AddressRefused("invalid host name in the URL: write it as https://host/path")
  }
  if (url.username !== "" || url.password !== "") {
    throw new AddressRefused(`the URL of ${url.hostname} contains a user or password: pass the token separately`)
  }
  return url
}

/**
 * Returns true for a name that a name server can have: parts of 1 to 63 characters, 253 together. No part begins with a hyphen,
 * because programs such as git and ssh could take the name for an option.
 */
function isHostName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "")
  const isPart = (part: string) => part !== "" && part.length <= MAX_PART_CHARACTERS && !part.startsWith("-")
  return name.length <= MAX_NAME_CHARACTERS && name.split(".").every(isPart)
}

/** Returns the addresses of a host that is an IP address or a local name; empty for names that need DNS. */
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
    throw new HostUnreachable(hasCode(cause, "EAI_AGAIN") ? withoutNameServer(hostname) : unknownHost(hostname), {
      cause,
    })
  }
  throw new HostUnreachable(unknownHost(hostname))
}

const unknownHost = (hostname: string) => `cannot find the host ${hostname}: check the spelling`

/** The message does not suggest a typo: the network may be down, or a proxy may be the only way out. */
const withoutNameServer = (hostname: string) =>
  `cannot look up the host ${hostname}: no name server responded. Check the network connection of this server`

/** A DNS lookup cannot be cancelled, but the caller can stop waiting for it. */
function untilAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return promise
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason as unknown)
    signal.addEventListener("abort", onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort))
  })
}
