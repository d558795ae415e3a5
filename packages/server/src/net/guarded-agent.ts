import type { LookupFunction } from "node:net"
import { callbackify } from "node:util"
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from "undici"
import type { AddressGuard } from "./address-guard.ts"
import type { ProxyServer } from "./outgoing.ts"
import { portOf } from "./choose-proxy.ts"
import { findProxyTargets } from "./proxy-target.ts"
import { openTunnel } from "./tunnel.ts"

/** Time to connect to a host, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000
/** A few sockets are enough, because sources are fetched one after another. */
const POOL = { keepAliveTimeout: 4_000, connections: 16 } as const

/** Chooses the dispatcher of each request. */
export interface GuardedAgent {
  /**
   * Returns the dispatcher for a URL.
   *
   * @throws {AddressRefused} if a proxy would connect to a blocked host; in other cases, the dispatcher checks when it
   *   connects.
   */
  dispatcherFor(url: URL, signal?: AbortSignal): Promise<Dispatcher>
}

const agentByGuard = new WeakMap<AddressGuard, GuardedAgent>()

/** Returns the agent of a guard, with its open connections. */
export function guardedAgentOf(guard: AddressGuard): GuardedAgent {
  const agent = agentByGuard.get(guard) ?? makeGuardedAgent(guard)
  agentByGuard.set(guard, agent)
  return agent
}

/**
 * Creates undici agents that check every address when they connect, so that a DNS response that has changed since the
 * first check has no effect. Hosts behind a proxy are reached through a tunnel to the checked address. If only the
 * proxy can resolve names, http URLs are requested from the proxy by name, because most proxies open tunnels only to
 * port 443.
 */
function makeGuardedAgent(guard: AddressGuard): GuardedAgent {
  const agent = new Agent({ connect: connectThrough(guard), ...POOL })
  const forwarders = new Map<ProxyServer, Dispatcher>()
  return {
    async dispatcherFor(url, signal) {
      const proxy = guard.outgoing.proxyFor(url)
      const isForwarded = url.protocol === "http:" && guard.outgoing.dns === "proxy"
      if (proxy === undefined || !isForwarded || proxy.url.protocol !== "http:") return agent
      await findProxyTargets(guard, url.hostname, signal)
      const forwarder = forwarders.get(proxy) ?? makeForwarder(proxy)
      forwarders.set(proxy, forwarder)
      return forwarder
    },
  }
}

function connectThrough(guard: AddressGuard): buildConnector.connector {
  const { trust } = guard.outgoing
  const connect = buildConnector({
    lookup: guardedLookup(guard),
    timeout: CONNECT_TIMEOUT_MS,
    autoSelectFamily: true,
    ...(trust === undefined ? {} : { secureContext: trust.context }),
  })
  return (options, callback) => {
    const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`)
    const proxy = guard.outgoing.proxyFor(url)
    if (proxy === undefined) return connect(options, callback)
    openTunnel(proxy, { hostname: url.hostname, port: portOf(url) }, guard).then(
      (httpSocket) => {
        if (url.protocol === "https:") connect({ ...options, httpSocket }, callback)
        else callback(null, httpSocket)
      },
      (error: Error) => callback(error, null),
    )
  }
}

function makeForwarder({ url, authorization }: ProxyServer): Dispatcher {
  const token = authorization === undefined ? {} : { token: authorization }
  return new ProxyAgent({ uri: url.href, proxyTunnel: false, ...token, ...POOL })
}

function guardedLookup(guard: AddressGuard): LookupFunction {
  const resolve = callbackify((hostname: string) => guard.resolveHost(hostname))
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error !== null) return callback(error, "")
      const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
      const [first] = found
      if (options.all === true || first === undefined) return callback(null, found)
      callback(null, first.address, first.family)
    })
  }
}
