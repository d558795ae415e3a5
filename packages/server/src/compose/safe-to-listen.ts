import { BlockList, isIP } from "node:net"
import { hasOnlyInitialPassword } from "../access/identity/first-start.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import { BadSettings, type Settings } from "../config/settings.ts"

const loopback = new BlockList()
loopback.addSubnet("127.0.0.0", 8, "ipv4")
loopback.addAddress("::1", "ipv6")

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, "$1")
  const version = isIP(address)
  return version === 0 ? address.toLowerCase() === "localhost" : loopback.check(address, `ipv${version as 4 | 6}`)
}

/**
 * Throws if the server would listen beyond loopback before a password is set, because anyone with the initial password
 * could take over the instance.
 *
 * @throws {BadSettings} with what to do.
 */
export async function assertSafeToListen(
  { LECTERN_HOST: host }: Pick<Settings, "LECTERN_HOST">,
  catalogue: Pick<Catalogue, "users">,
): Promise<void> {
  if (isLoopback(host) || !(await hasOnlyInitialPassword(catalogue))) return
  throw new BadSettings([unsafeToListen(host)])
}

function unsafeToListen(host: string): string {
  return (
    `LECTERN_HOST: cannot listen on ${host} before the account admin has a password of your choice. ` +
    "Set LECTERN_ADMIN_PASSWORD, or run: lectern admin set-password"
  )
}

/** Finds the problem of {@link assertSafeToListen} for an instance that has never been started. */
export function findUnsafeFirstStart(
  settings: Pick<Settings, "LECTERN_HOST" | "LECTERN_EDITION" | "LECTERN_ADMIN_PASSWORD">,
): string | undefined {
  const { LECTERN_HOST: host, LECTERN_EDITION: edition, LECTERN_ADMIN_PASSWORD: password } = settings
  return edition === "hosted" || password !== undefined || isLoopback(host) ? undefined : unsafeToListen(host)
}
