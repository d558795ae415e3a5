import type { Settings } from "./settings.ts"

/** Addresses to listen on that are no address of a server. */
const ALL_ADDRESSES: ReadonlySet<string> = new Set(["0.0.0.0", "::"])

/**
 * Returns the URL at which clients reach this server, without a trailing slash.
 *
 * @returns `LECTERN_PUBLIC_URL`, else the address that the server listens on; empty if that says nothing: all addresses, or any port.
 */
export function ownAddress({
  LECTERN_PUBLIC_URL: publicUrl,
  LECTERN_HOST: host,
  LECTERN_PORT: port,
}: Pick<Settings, "LECTERN_PUBLIC_URL" | "LECTERN_HOST" | "LECTERN_PORT">): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, "")
  if (port === 0 || ALL_ADDRESSES.has(host)) return ""
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}
