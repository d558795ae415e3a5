import { MODEL_STATUS_HEADER, SEARCH_HEADERS } from "@lectern/contract"
import type { FastifyRequest } from "fastify"
import { isLoopback } from "../../config/loopback.ts"
import type { Settings } from "../../config/settings.ts"
import { isFromOwnPage } from "../serving/session-cookie.ts"

/** Settings that determine which pages may use the API. */
export type OriginSettings = Pick<
  Settings,
  "LECTERN_HOST" | "LECTERN_PUBLIC_URL" | "LECTERN_ALLOWED_HOSTS" | "LECTERN_ALLOWED_ORIGINS"
>

const EXPOSED_HEADERS = [
  "X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset",
  ...Object.values(SEARCH_HEADERS),
  MODEL_STATUS_HEADER,
].join(", ")
const EVERYTHING = "*"

/** Returns the headers that allow a page of another origin to read a response; without them, the browser blocks it. */
export function crossOriginHeaders(
  settings: OriginSettings,
  origin: string | undefined,
): Readonly<Record<string, string>> {
  const allowed = allowedOriginsOf(settings)
  if (allowed.includes(EVERYTHING)) return exposed(EVERYTHING)
  if (allowed.length === 0) return {}
  const isAllowed = origin !== undefined && allowed.includes(origin)
  return { vary: "Origin", ...(isAllowed ? exposed(origin) : {}) }
}

function exposed(origin: string): Readonly<Record<string, string>> {
  return { "access-control-allow-origin": origin, "access-control-expose-headers": EXPOSED_HEADERS }
}

function allowedOriginsOf({ LECTERN_ALLOWED_ORIGINS: origins, LECTERN_HOST: host }: OriginSettings): readonly string[] {
  return origins ?? (isLoopback(host) ? [] : [EVERYTHING])
}

/**
 * Returns true if a request comes from a page of another site that must not change anything: a page that is not allowed
 * in the settings and sends no key. A page of another site can never use an instance on the user's own machine.
 */
export function isForeignChange(
  settings: OriginSettings,
  request: Pick<FastifyRequest, "headers" | "host">,
  { hasKey }: { readonly hasKey: boolean },
): boolean {
  const { origin } = request.headers
  if (origin === undefined || isFromOwnPage({ settings }, request)) return false
  if (settings.LECTERN_ALLOWED_ORIGINS?.includes(origin) === true) return false
  return !hasKey || isLoopback(settings.LECTERN_HOST)
}

/**
 * Returns why a request to an instance on a loopback address must be rejected. In DNS rebinding, a page points its own
 * name at this machine, and the browser sends that name as `Host`.
 *
 * @returns undefined for names of this instance.
 */
export function foreignHostProblem(
  settings: OriginSettings,
  request: Pick<FastifyRequest, "hostname">,
): string | undefined {
  const { LECTERN_HOST: boundHost, LECTERN_PUBLIC_URL: publicUrl, LECTERN_ALLOWED_HOSTS: allowed } = settings
  const hostname = bare(request.hostname)
  if (!isLoopback(boundHost) || allowed.includes(EVERYTHING) || hostname === "") return undefined
  if (isLoopback(hostname) || hostname.endsWith(".localhost")) return undefined
  const names = [...allowed, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])].map(bare)
  if (names.includes(hostname)) return undefined
  return `the host ${JSON.stringify(hostname)} is not a name of this server. Use http://${boundHost}, or allow the name with LECTERN_PUBLIC_URL or LECTERN_ALLOWED_HOSTS`
}

/** Removes the brackets of an IPv6 address, which not all host names have. */
function bare(host: string): string {
  return host.toLowerCase().replaceAll(/^\[|\]$/g, "")
}
