import type { LecternClientOptions } from "@lectern/client"
import { EnvHttpProxyAgent, fetch } from "undici"

type Fetch = NonNullable<LecternClientOptions["fetch"]>

const PROXY_VARIABLES = ["HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"]

/**
 * Creates a fetch that uses the proxy of the environment and respects `NO_PROXY`; Node's own does so only from version 24.
 *
 * @returns undefined if no proxy is set and Node's own fetch can be used.
 */
export function proxyFetch(environment: Readonly<Record<string, string | undefined>>): Fetch | undefined {
  if (!PROXY_VARIABLES.some((name) => environment[name])) {
    return undefined
  }
  const route = { dispatcher: new EnvHttpProxyAgent() } as object
  // Both packages declare the types of the same standard.
  const proxied = fetch as unknown as Fetch
  return (url, init) => proxied(url, { ...init, ...route })
}
