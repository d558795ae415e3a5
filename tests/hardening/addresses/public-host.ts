import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type AddressGuard, makeAddressGuard, makeOutgoing, openTestProxy } from "../product.ts"
import { HOSTILE_NAMES } from "./hostile-addresses.ts"
import type { RedirectChain } from "./redirect-chains.ts"

/** An address of this machine that nothing else uses, and the only one that may be reached. */
export const PUBLIC_ADDRESS = "127.53.53.53"
const PUBLIC_NAME = "public.example"
/** A proxy never gets a request for a literal address of this machine. */
const REDIRECTING_NAME = `redirecting.${PUBLIC_NAME}`

/** Returns the response of a document host for a path; undefined if the path does not exist. */
export type Pages = (path: string) => { readonly type: string; readonly body: string } | undefined

/** A host that represents the public internet, under any name that ends in `public.example`. */
export interface PublicHost {
  /** Checks addresses as in production, except that the address of this host counts as public. */
  readonly guard: AddressGuard
  /** The same guard, with a proxy for everything. The proxy connects to whatever is requested. */
  readonly proxiedGuard: AddressGuard
  /** Returns the number of requests to the proxy since the last call. */
  takeProxyCount(): number
  /** Serves pages under a separate name. @returns its origin. */
  serve(name: string, pages: Pages): string
  /** Redirects every request for its address and for a separate name. @returns both origins. */
  redirect(chain: RedirectChain): { readonly byAddress: string; readonly byName: string }
  /** Returns the number of requests since the last call. */
  takeRequestCount(): number
  close(): Promise<void>
}

/** Opens the host. */
export async function openPublicHost(): Promise<PublicHost> {
  const pagesBy = new Map<string, Pages>()
  let redirect: { readonly chain: RedirectChain; count: number } | undefined
  let requestCount = 0
  const server = createServer((request, response) => {
    requestCount++
    const name = (request.headers.host ?? "").split(":")[0] ?? ""
    if (redirect === undefined || ![PUBLIC_ADDRESS, REDIRECTING_NAME].includes(name))
      return answerPage(request, response, pagesBy.get(name))
    // A site that cannot serve its robots.txt is not crawled at all, so its pages would never be tested.
    if (request.url === "/robots.txt") return void response.writeHead(404).end()
    const { status, location } = redirect.chain.answer(redirect.count++, `http://${name}:${port}`)
    response.writeHead(status, { location }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, PUBLIC_ADDRESS, resolve))
  const { port } = server.address() as AddressInfo
  const originOf = (name: string) => `http://${name}.${PUBLIC_NAME}:${port}`
  const proxy = await openTestProxy({ address: PUBLIC_ADDRESS })
  const guarded = { privateNetworks: [`${PUBLIC_ADDRESS}/32`], resolver: resolveForTest }
  return {
    guard: makeAddressGuard(guarded),
    proxiedGuard: makeAddressGuard({ ...guarded, outgoing: makeOutgoing({ http: proxy.url, https: proxy.url }) }),
    takeProxyCount: () => proxy.asked.splice(0).length,
    serve(name, pages) {
      pagesBy.set(`${name}.${PUBLIC_NAME}`, pages)
      return originOf(name)
    },
    redirect(chain) {
      redirect = { chain, count: 0 }
      return { byAddress: `http://${PUBLIC_ADDRESS}:${port}`, byName: `http://${REDIRECTING_NAME}:${port}` }
    },
    takeRequestCount() {
      const count = requestCount
      requestCount = 0
      return count
    },
    async close() {
      await proxy.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answerPage({ url = "/" }: IncomingMessage, response: ServerResponse, pages: Pages | undefined): void {
  const page = pages?.(url)
  if (page === undefined) return void response.writeHead(404, { "content-type": "text/plain" }).end("not here")
  response.writeHead(200, { "content-type": page.type }).end(page.body)
}

/**
 * Resolves names like a name server that an attacker controls; a name that starts with `rebind` changes its address
 * every time.
 */
const resolveForTest = (() => {
  let turn = 0
  return async (hostname: string): Promise<readonly { readonly address: string }[]> => {
    const name = hostname.toLowerCase()
    if (name.startsWith("rebind")) return [{ address: turn++ % 2 === 0 ? PUBLIC_ADDRESS : "10.0.0.1" }]
    if (name === PUBLIC_NAME || name.endsWith(`.${PUBLIC_NAME}`)) return [{ address: PUBLIC_ADDRESS }]
    const addresses = Object.entries(HOSTILE_NAMES).find(([known]) => hostOf(known) === name)?.[1]
    if (addresses === undefined) throw new Error(`getaddrinfo ENOTFOUND ${name}`)
    return addresses.map((address) => ({ address }))
  }
})()

/** Returns the form of a host name in a URL. */
function hostOf(name: string): string {
  return new URL(`http://${name}/`).hostname
}
