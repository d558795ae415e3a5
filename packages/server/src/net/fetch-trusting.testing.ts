import { Agent } from "undici"

/** A `fetch` for tests, and a function that closes its connections. */
export interface TrustingFetch {
  readonly fetch: (target: string | URL | Request, init?: RequestInit) => Promise<Response>
  close(): Promise<void>
}

/**
 * Returns a `fetch` that trusts one more certificate.
 *
 * @param options.ca the certificate in PEM format.
 * @param options.localAddress address of this machine from which the requests are sent.
 */
export function fetchTrusting({
  ca,
  localAddress,
}: {
  readonly ca: string
  readonly localAddress: string
}): TrustingFetch {
  const agent = new Agent({ connect: { ca }, localAddress })
  return {
    // The types of Node and of this package describe different versions of the same class.
    fetch: (target, init) => fetch(target, { ...init, dispatcher: agent } as unknown as RequestInit),
    close: () => agent.close(),
  }
}
