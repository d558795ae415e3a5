import { chooseProxy, type ProxyRules } from "./choose-proxy.ts"
import type { Trust } from "./trusted-certificates.ts"

/** A proxy server. */
export interface ProxyServer {
  readonly url: URL
  /** Value of the `Proxy-Authorization` header. */
  readonly authorization: string | undefined
}

/** How allowed hosts are reached, directly or through a proxy, and which certificates are trusted. */
export interface Outgoing {
  /** Returns the proxy for a URL; undefined if its host is reached directly. */
  proxyFor(url: URL): ProxyServer | undefined
  /** Where the names of hosts behind a proxy are resolved. */
  readonly dns: "server" | "proxy"
  /** Trusted certificate authorities; undefined for those that Node and git trust by default. */
  readonly trust: Trust | undefined
}

/** The configured proxies. */
export interface OutgoingOptions extends ProxyRules {
  readonly dns?: "server" | "proxy"
  readonly trust?: Trust | undefined
}

/** Direct connections, with the certificate authorities that Node and git trust by default. */
export const DIRECT: Outgoing = { proxyFor: () => undefined, dns: "server", trust: undefined }

/** Applies the configured proxies and certificate authorities. */
export function makeOutgoing({ dns = "server", trust, ...rules }: OutgoingOptions): Outgoing {
  const servers = new Map<string, ProxyServer>()
  return {
    dns,
    trust,
    proxyFor(url) {
      const address = chooseProxy(url, rules)
      if (address === undefined) return undefined
      const known = servers.get(address) ?? parseProxy(address)
      servers.set(address, known)
      return known
    },
  }
}

function parseProxy(address: string): ProxyServer {
  const url = new URL(address)
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  url.username = ""
  url.password = ""
  return {
    url,
    authorization: credentials === ":" ? undefined : `Basic ${Buffer.from(credentials).toString("base64")}`,
  }
}
