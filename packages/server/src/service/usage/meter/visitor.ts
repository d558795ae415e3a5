import { type MetricSurface, SOURCE_HEADER, SOURCE_HEADER_SURFACES } from "@lectern/contract"
import { networkOf } from "../../../net/client-address.ts"
import type { Caller } from "../../../access/identity/caller.ts"

/** Maximum length of a client name. */
const MAX_CLIENT_CHARACTERS = 40
/** Used if the client is unknown. */
const UNKNOWN_CLIENT = "unknown"
/** ISO 3166-1 code for unknown countries, from the range for private use. */
const UNKNOWN_COUNTRY = "ZZ"

/** Header in which the local MCP package of the public API names the client that it works for. */
const IDE_HEADER = "x-context7-client-ide"
const CLIENT_HEADER = "x-lectern-client"

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** The parts of a request that are counted. */
export interface CountedRequest {
  /** Header names in lower case. */
  readonly headers: Headers
  /** Address of the client, taking trusted proxies into account. */
  readonly ip: string
}

/** The sender of a request, reduced to what usage counts. */
export interface Visitor {
  readonly surface: MetricSurface
  /** Name of the MCP client; undefined on other surfaces. */
  readonly client: string | undefined
  /** Identifies a visitor; leaves the process only as a salted hash. */
  readonly identity: string
  /**
   * The account, or else the network. Unlike with `identity`, one person cannot easily have many. Never stored in this
   * form.
   */
  readonly person: string
  /** ISO 3166-1 alpha-2, `ZZ` when unknown. */
  readonly country: string
}

/** The sources of a client's country. */
export interface CountrySources {
  /** Header of a trusted proxy, in lower case. */
  readonly header: string | undefined
  /** Looks up an address in a database. */
  readonly lookUp: ((address: string) => string | undefined) | undefined
}

/** Describes the sender of a request. @param mcpClient name that the client sent at `/mcp`; undefined elsewhere. */
export function describeVisitor(
  request: CountedRequest,
  caller: Caller,
  countries: CountrySources,
  mcp?: { readonly clientName: string | undefined },
): Visitor {
  const surface = mcp === undefined ? surfaceOf(request.headers, caller) : "mcp"
  const agent = one(request.headers, "user-agent") ?? ""
  return {
    surface,
    client: surface === "mcp" ? clientName(mcp?.clientName ?? namedClient(request.headers) ?? agent) : undefined,
    identity: caller.kind === "user" ? `user ${caller.userKey}` : `${request.ip} ${agent}`,
    person: caller.kind === "user" ? `user ${caller.userKey}` : networkOf(request.ip),
    country: countryOf(request, countries),
  }
}

function surfaceOf(headers: Headers, caller: Caller): MetricSurface {
  const sources = [one(headers, SOURCE_HEADER.toLowerCase()), one(headers, "x-context7-source")]
  for (const source of sources) {
    for (const [word, surface] of Object.entries(SOURCE_HEADER_SURFACES)) {
      if (source?.toLowerCase() === word) return surface
    }
  }
  // Only pages of this origin send this value, and browsers prevent pages from forging it.
  const isOwnPage = one(headers, "sec-fetch-site") === "same-origin"
  return isOwnPage || (caller.kind === "user" && caller.via === "session") ? "page" : "txt"
}

function namedClient(headers: Headers): string | undefined {
  return one(headers, CLIENT_HEADER) ?? one(headers, IDE_HEADER)
}

/** Reduces a name or `User-Agent` to its first product, without the version. */
export function clientName(given: string): string {
  const [product = ""] = given
    .trim()
    .toLowerCase()
    .split(/[/(;,]/u, 1)
  const name = product.replaceAll(/[^a-z0-9._ -]/gu, "").replace(/^[^a-z0-9]+/u, "")
  return name.slice(0, MAX_CLIENT_CHARACTERS).trim().replaceAll(" ", "-") || UNKNOWN_CLIENT
}

function countryOf({ headers, ip }: CountedRequest, { header, lookUp }: CountrySources): string {
  const named = header === undefined ? undefined : one(headers, header)?.toUpperCase()
  const country = named !== undefined && /^[A-Z]{2}$/.test(named) ? named : lookUp?.(ip)
  return country === undefined || country === "XX" ? UNKNOWN_COUNTRY : country
}

function one(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  const first = typeof value === "string" ? value : value?.[0]
  return first === "" ? undefined : first
}
