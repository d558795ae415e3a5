import { isUrl } from "@lectern/contract"
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server"
import { isLoopback } from "../config/loopback.ts"
import type { Settings } from "../config/settings.ts"

/** Request headers with the origin and the requested host. */
export interface OriginHeaders {
  readonly host?: string | undefined
  readonly origin?: string | undefined
}

/** Settings that determine the names of the server. */
export type NameSettings = Pick<Settings, "LECTERN_HOST" | "LECTERN_PUBLIC_URL" | "LECTERN_ALLOWED_HOSTS">

/** Wildcard in the list of hosts. */
const EVERY_HOST = "*"

/**
 * Returns why a request must be rejected although it reached the server: it comes from a page of another site whose
 * name resolves to this machine (DNS rebinding), or from a page that may not read responses.
 *
 * If the server is bound to a loopback address, or if a list of hosts is set, it accepts only loopback names, its bound
 * address, its public URL and that list. If it is bound to any other address, its names are unknown, so it accepts
 * every `Host`; the page may come from a name of the server, from the requested name or from loopback.
 *
 * @returns undefined if the request is allowed.
 */
export function originProblem(settings: NameSettings, headers: OriginHeaders): string | undefined {
  const { LECTERN_HOST: boundHost, LECTERN_ALLOWED_HOSTS: allowedHosts } = settings
  if (allowedHosts.includes(EVERY_HOST)) return undefined
  const ownNames = namesOf(settings)
  if (isLoopback(boundHost) || allowedHosts.length > 0) {
    const host = validateHostHeader(headers.host, ownNames)
    if (!host.ok) {
      return `host not allowed: ${JSON.stringify(headers.host ?? "")} is not a name of this server. Use http://${bracketed(boundHost)}, or allow the name with LECTERN_PUBLIC_URL or LECTERN_ALLOWED_HOSTS`
    }
  }
  const reachedName = hostnameOf(headers.host)
  const allowed = reachedName === undefined ? ownNames : [...ownNames, reachedName]
  const origin = validateOriginHeader(headers.origin, allowed)
  return origin.ok
    ? undefined
    : `origin not allowed: pages of ${JSON.stringify(headers.origin ?? "")} may not call this server`
}

function namesOf({ LECTERN_HOST, LECTERN_PUBLIC_URL, LECTERN_ALLOWED_HOSTS }: NameSettings): string[] {
  const publicName = LECTERN_PUBLIC_URL === undefined ? [] : [new URL(LECTERN_PUBLIC_URL).hostname]
  const further = LECTERN_ALLOWED_HOSTS.map((host) => hostnameOf(bracketed(host))).filter((name) => name !== undefined)
  return [...localhostAllowedHostnames(), bracketed(LECTERN_HOST), ...publicName, ...further]
}

/** Adds brackets to an IPv6 address, which has at least two colons; a single colon precedes a port. */
function bracketed(host: string): string {
  return host.split(":").length > 2 && !host.startsWith("[") ? `[${host}]` : host
}

function hostnameOf(hostHeader: string | undefined): string | undefined {
  const url = `http://${hostHeader ?? ""}`
  return hostHeader !== undefined && isUrl(url) ? new URL(url).hostname : undefined
}
