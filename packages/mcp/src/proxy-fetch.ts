import type { LecternClientOptions } from "@lectern/client"
import { EnvHttpProxyAgent, fetch } from "undici"

type Fetch = NonNullable<LecternClientOptions["fetch"]>

const PROXY_VARIABLES = ["HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"]

/**
 * Makes the fetch that calls go through. With a proxy in the environment it is one that uses it, with the exceptions of
 * `NO_PROXY`, which Node's own does not do before version 24.
 *
 * @returns undefined when there is no proxy: Node's own will do.
 */
export function proxyFetch(environment: Readonly<Record<string, string | undefined>>): Fetch | undefined {
  if (!PROXY_VARIABLES.some((name) => environment[name])) {
    return undefined
  }
  const route = { dispatcher: new EnvHttpProxyAgent() } as object
  // The border: one standard, declared by two packages.
  const proxied = fetch as unknown as Fetch
  return (url, init) => proxied(url, { ...init, ...route })
}
