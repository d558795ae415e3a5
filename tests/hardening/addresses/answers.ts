import {
  apiParser,
  createSso,
  openLlmsTxtSource,
  openOpenApiSource,
  openWebsiteSource,
  silentLog,
  systemClock,
} from "../product.ts"
import { type EntryPointParts, ssoSettingsOf } from "./entry-points.ts"
import type { Pages, PublicHost } from "./public-host.ts"

/** A way in which a response or a document from a public host can lead Lectern to further addresses. */
export interface AnswerKind {
  readonly name: string
  /**
   * Number of addresses in one response; more than one if Lectern processes the rest of a document after a refused
   * address.
   */
  readonly addressesPerAnswer: number
  /** Processes a response that contains these addresses. */
  read(addresses: readonly string[]): Promise<unknown>
}

/** Format of an access token; the keys that could verify it are at the tested address. */
const TOKEN = ["eyJhbGciOiJSUzI1NiIsImtpZCI6ImEifQ", "eyJzdWIiOiJhIn0", "c2lnbmF0dXJl"].join(".")

const signalOf = () => AbortSignal.timeout(60_000)

/** Returns everything in Lectern that takes addresses from fetched content. */
export function answerKinds(host: PublicHost, { guard, workDirectory }: EntryPointParts): readonly AnswerKind[] {
  let count = 0
  const serve = (pages: Pages) => host.serve(`answer-${count++}`, pages)
  return [
    {
      name: "links and sitemaps of a website",
      addressesPerAnswer: 40,
      async read(addresses) {
        const url = `${serve((path) => siteOf(path, addresses))}/`
        const options = { baseUrl: null, maxPages: 100, maxDepth: 2, excludePatterns: [] }
        await (await openWebsiteSource({ url, options }, { guard, workDirectory }, signalOf())).close()
      },
    },
    {
      name: "links of an llms.txt",
      addressesPerAnswer: 100,
      async read(addresses) {
        const body = `# Otter\n\n${addresses.map((address) => `- [Page](${address}): a page`).join("\n")}\n`
        const origin = serve((path) => (path === "/llms.txt" ? { type: "text/plain", body } : undefined))
        await (await openLlmsTxtSource({ url: `${origin}/llms.txt` }, { guard }, signalOf())).close()
      },
    },
    {
      name: "$ref of an OpenAPI description",
      addressesPerAnswer: 40,
      async read(addresses) {
        const schemas = Object.fromEntries(addresses.map(($ref, at) => [`S${at}`, { $ref: `${$ref}#/a` }]))
        const info = { title: "Otter", version: "1" }
        const body = JSON.stringify({ openapi: "3.1.0", info, paths: {}, components: { schemas } })
        const url = `${serve(() => ({ type: "application/json", body }))}/openapi.json`
        const environment = { guard, reader: apiParser, readBlob: () => Promise.reject(new Error("no upload")) }
        await (await openOpenApiSource({ libraryId: "/openapi/otter", url }, environment, signalOf())).close()
      },
    },
    {
      name: "keys of an identity provider",
      addressesPerAnswer: 1,
      async read([address = ""]) {
        const issuer: string = serve((path) =>
          path.endsWith("openid-configuration") ? providerAt(issuer, address) : undefined,
        )
        const settings = ssoSettingsOf(issuer)
        const sso = createSso({ settings, guard, clock: systemClock, log: silentLog })
        await sso?.readAccessToken(TOKEN)
      },
    },
  ]
}

function providerAt(issuer: string, address: string) {
  const places = { authorization_endpoint: address, token_endpoint: address, userinfo_endpoint: address }
  return { type: "application/json", body: JSON.stringify({ issuer, jwks_uri: address, ...places }) }
}

/** Creates a site in which every file leads to the addresses. */
function siteOf(path: string, addresses: readonly string[]) {
  const escaped = addresses.map((address) =>
    address.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;"),
  )
  switch (path) {
    case "/robots.txt":
      return { type: "text/plain", body: addresses.map((address) => `Sitemap: ${address}`).join("\n") }
    case "/sitemap.xml":
      return {
        type: "application/xml",
        body: `<sitemapindex>${escaped.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join("")}</sitemapindex>`,
      }
    case "/llms.txt":
      return { type: "text/plain", body: addresses.map((address) => `- [Page](${address})`).join("\n") }
    case "/":
      return { type: "text/html", body: pageOf(escaped) }
    default:
      return undefined
  }
}

function pageOf(escaped: readonly string[]): string {
  const head = escaped
    .map(
      (address) =>
        `<link rel="alternate" type="text/markdown" href="${address}"><link rel="canonical" href="${address}"><meta http-equiv="refresh" content="0; url=${address}">`,
    )
    .join("")
  const body = escaped
    .map((address) => `<a href="${address}">a</a><img src="${address}"><iframe src="${address}"></iframe>`)
    .join("")
  return `<html><head><title>Otter</title>${head}</head><body><main><h1>Otter</h1><p>The otter reads what it is given.</p>${body}</main></body></html>`
}
