import { BlockList, isIP } from "node:net"
import { hasOnlyInitialPasswords } from "../access/identity/first-start.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import { hasCode } from "../base/system-errors.ts"
import { BadSettings, type Settings } from "../config/settings.ts"
import { dataDirOption } from "./startup-message.ts"

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
  settings: Pick<Settings, "LECTERN_HOST" | "LECTERN_DATA_DIR">,
  catalogue: Pick<Catalogue, "users">,
): Promise<void> {
  if (isLoopback(settings.LECTERN_HOST) || !(await hasOnlyInitialPasswords(catalogue))) return
  throw new BadSettings([unsafeToListen(settings)])
}

/** Converts the error of a server that cannot listen to one that says what to do; returns any other error unchanged. */
export function asListenError(
  error: unknown,
  { LECTERN_HOST: host, LECTERN_PORT: port }: Pick<Settings, "LECTERN_HOST" | "LECTERN_PORT">,
): unknown {
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`
  if (hasCode(error, "EADDRINUSE"))
    return new BadSettings([
      `LECTERN_PORT: cannot listen on ${address}: another program uses this port. Stop it, or choose another port with --port`,
    ])
  if (hasCode(error, "EACCES"))
    return new BadSettings([
      `LECTERN_PORT: cannot listen on ${address}: this user may not use the port. Choose one from 1024 with --port`,
    ])
  if (hasCode(error, "EADDRNOTAVAIL") || hasCode(error, "ENOTFOUND"))
    return new BadSettings([
      `LECTERN_HOST: cannot listen on ${address}: this machine does not have the address. Use one of its own, or 127.0.0.1`,
    ])
  return error
}

function unsafeToListen({
  LECTERN_HOST: host,
  ...settings
}: Pick<Settings, "LECTERN_HOST" | "LECTERN_DATA_DIR">): string {
  return (
    `LECTERN_HOST: cannot listen on ${host} before the account admin has a password of your choice. ` +
    "Set LECTERN_ADMIN_PASSWORD, or run: lectern admin set-password" +
    dataDirOption(settings)
  )
}

/** Finds the problem of {@link assertSafeToListen} for an instance that has never been started. */
export function findUnsafeFirstStart(
  settings: Pick<Settings, "LECTERN_HOST" | "LECTERN_DATA_DIR" | "LECTERN_EDITION" | "LECTERN_ADMIN_PASSWORD">,
): string | undefined {
  const { LECTERN_HOST: host, LECTERN_EDITION: edition, LECTERN_ADMIN_PASSWORD: password } = settings
  return edition === "hosted" || password !== undefined || isLoopback(host) ? undefined : unsafeToListen(settings)
}
