import type { Settings } from "./settings.ts"

/** Addresses that mean "listen on all addresses" and that no client can connect to. */
const ALL_ADDRESSES: ReadonlySet<string> = new Set(["0.0.0.0", "::"])

/**
 * Returns the URL at which clients reach this server, without a trailing slash.
 *
 * @returns `LECTERN_PUBLIC_URL`, or else the address that the server listens on. Empty if the server listens on all
 *   addresses, or on a port that the operating system chooses.
 */
export function ownAddress({
  LECTERN_PUBLIC_URL: publicUrl,
  LECTERN_HOST: host,
  LECTERN_PORT: port,
}: Pick<Settings, "LECTERN_PUBLIC_URL" | "LECTERN_HOST" | "LECTERN_PORT">): string {
  if (publicUrl !== undefined) return publicUrl
  if (port === 0 || ALL_ADDRESSES.has(host)) return ""
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}
