import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server"
import { isLoopback } from "../config/loopback.ts"
import type { Settings } from "../config/settings.ts"

/** The headers that say where a request comes from and whom it thinks it reaches. */
export interface OriginHeaders {
  readonly host?: string | undefined
  readonly origin?: string | undefined
}

/** The settings that say which names the server has. */
export type NameSettings = Pick<Settings, "LECTERN_HOST" | "LECTERN_PUBLIC_URL" | "LECTERN_ALLOWED_HOSTS">

/** Stands in the list of hosts for every name. */
const EVERY_HOST = "*"

/**
 * Tells why a request must not be served although it reached the server: a page of a foreign site whose name was bound
 * to this machine's address (DNS rebinding), or a page that may not read answers.
 *
 * Bound to a loopback address, or with a list of hosts, the server answers to loopback names, its bound address, its
 * public address and that list only. Bound to any other address nobody knows all its names, so every `Host` passes;
 * pages may come from a name of the server, from the name they reached or from loopback.
 *
 * @returns undefined when the request may go on.
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

/** Two colons are those of an address of version 6; one would stand before a port. */
function bracketed(host: string): string {
  return host.split(":").length > 2 && !host.startsWith("[") ? `[${host}]` : host
}

function hostnameOf(hostHeader: string | undefined): string | undefined {
  const url = `http://${hostHeader ?? ""}`
  return hostHeader !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined
}
