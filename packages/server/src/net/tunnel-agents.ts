import { Agent as HttpAgent, type AgentOptions as HttpOptions, type ClientRequestArgs } from "node:http"
import { Agent as HttpsAgent, type AgentOptions as HttpsOptions } from "node:https"
import type { Duplex } from "node:stream"
import { connect as connectTls, type ConnectionOptions } from "node:tls"
import { asError } from "../base/errors.ts"
import type { Outgoing, ProxyServer } from "./outgoing.ts"
import { openNamedTunnel } from "./tunnel.ts"

/** Agents for Node's own HTTP client, for libraries that use it. */
interface TunnelAgents {
  readonly http: HttpAgent
  readonly https: HttpsAgent
}

/**
 * Creates agents that reach hosts through the configured proxies, and trust the configured certificates. They do not
 * check addresses, so use them only for hosts that the operator names.
 */
export function makeTunnelAgents(outgoing: Outgoing, options: HttpOptions): TunnelAgents {
  return {
    http: new TunnelHttpAgent(outgoing, options),
    https: new TunnelHttpsAgent(outgoing, { ...options, secureContext: outgoing.trust?.context }),
  }
}

type Callback = (error: Error | null, stream: Duplex) => void

class TunnelHttpAgent extends HttpAgent {
  readonly #outgoing: Outgoing

  constructor(outgoing: Outgoing, options: HttpOptions) {
    super(options)
    this.#outgoing = outgoing
  }

  override createConnection(options: ClientRequestArgs, callback?: Callback): Duplex | null | undefined {
    const proxy = proxyOf(this.#outgoing, "http:", options)
    if (proxy === undefined || callback === undefined) return super.createConnection(options, callback)
    tunnelTo(options, { proxy, outgoing: this.#outgoing }).then(
      (socket) => callback(null, socket),
      (error: unknown) => fail(callback, error),
    )
    return undefined
  }
}

class TunnelHttpsAgent extends HttpsAgent {
  readonly #outgoing: Outgoing

  constructor(outgoing: Outgoing, options: HttpsOptions) {
    super(options)
    this.#outgoing = outgoing
  }

  override createConnection(options: ClientRequestArgs, callback?: Callback): Duplex | null | undefined {
    const proxy = proxyOf(this.#outgoing, "https:", options)
    if (proxy === undefined || callback === undefined) return super.createConnection(options, callback)
    tunnelTo(options, { proxy, outgoing: this.#outgoing }).then(
      (socket) => callback(null, connectTls({ ...(options as ConnectionOptions), socket })),
      (error: unknown) => fail(callback, error),
    )
    return undefined
  }
}

/** Passes an error without a stream, which Node allows but its types do not. */
function fail(callback: Callback, error: unknown): void {
  ;(callback as (error: Error) => void)(asError(error))
}

function proxyOf(
  outgoing: Outgoing,
  protocol: "http:" | "https:",
  { host, port }: ClientRequestArgs,
): ProxyServer | undefined {
  return outgoing.proxyFor(new URL(`${protocol}//${inUrl(host ?? "localhost")}:${port}`))
}

function tunnelTo(
  { host, port }: ClientRequestArgs,
  { proxy, outgoing }: { readonly proxy: ProxyServer; readonly outgoing: Outgoing },
) {
  return openNamedTunnel(proxy, { hostname: host ?? "localhost", port: Number(port) }, outgoing.trust)
}

function inUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host
}
