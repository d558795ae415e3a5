import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server"

/** The headers that say where a request comes from and whom it thinks it reaches. */
export interface OriginHeaders {
  readonly host?: string | undefined
  readonly origin?: string | undefined
}

/**
 * Tells why a request must not be served although it reached the server: a page of a foreign site whose name was bound
 * to this machine's address (DNS rebinding), or a page that may not read answers.
 *
 * Bound to a loopback address, the server answers to loopback names and its own configured one only. Bound to any
 * other address nobody knows all its names, so every `Host` passes; pages may come from the same name or from loopback.
 *
 * @param boundHost the setting `LECTERN_HOST`.
 * @returns undefined when the request may go on.
 */
export function originProblem(boundHost: string, headers: OriginHeaders): string | undefined {
  const ownNames = [...localhostAllowedHostnames(), bracketed(boundHost)]
  if (isLoopback(boundHost)) {
    const host = validateHostHeader(headers.host, ownNames)
    if (!host.ok) {
      return `the host ${JSON.stringify(headers.host ?? "")} is not a name of this server, which is bound to ${boundHost}; use http://${bracketed(boundHost)}, or bind it to another address with LECTERN_HOST`
    }
  }
  const reachedName = hostnameOf(headers.host)
  const allowed = reachedName === undefined ? ownNames : [...ownNames, reachedName]
  const origin = validateOriginHeader(headers.origin, allowed)
  return origin.ok ? undefined : `pages of ${JSON.stringify(headers.origin ?? "")} may not call this server`
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host)
}

function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host
}

function hostnameOf(hostHeader: string | undefined): string | undefined {
  const url = `http://${hostHeader ?? ""}`
  return hostHeader !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined
}
