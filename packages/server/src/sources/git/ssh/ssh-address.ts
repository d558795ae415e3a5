import { isUrl } from "@lectern/contract"
import { InvalidInput } from "../../../base/errors.ts"

/** A repository on an ssh server. */
export interface SshAddress {
  readonly user: string
  /** Name or IP address, in lower case; IPv6 in brackets. */
  readonly host: string
  readonly port: number
  /** Starts with `/`, or is relative to the user's home. Not encoded. */
  readonly path: string
}

const DEFAULT_PORT = 22
const SCP_FORM = /^([^@/:]+)@([^@/:]+):(?!\/\/)(.+)$/
/** Values that ssh arguments can contain without a special meaning. */
const USER = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/
const HOST = /^([a-z0-9][a-z0-9.-]*|\[[0-9a-f:.]+\])$/

/** Returns true for an ssh address, in either notation. */
export function isSshAddress(url: string): boolean {
  return /^ssh:\/\//i.test(url) || SCP_FORM.test(url)
}

/**
 * Parses `git@host:path` or `ssh://user@host:port/path`. As in git, the path of the first form is relative to the
 * user's home; that of the second is absolute.
 *
 * @throws {InvalidInput} if it is neither, or contains a user or host that ssh could misinterpret.
 */
export function readSshAddress(url: string): SshAddress {
  const [, user, host, path] = SCP_FORM.exec(url) ?? []
  if (user !== undefined && host !== undefined && path !== undefined) {
    return checked({ user, host: host.toLowerCase(), port: DEFAULT_PORT, path: decoded(path) })
  }
  if (!isSshAddress(url) || !isUrl(url)) {
    throw new InvalidInput("invalid ssh address: write it as git@host:owner/repo.git")
  }
  const { username, hostname, port, pathname } = new URL(url)
  return checked({
    user: username === "" ? "git" : username,
    host: hostname.toLowerCase(),
    port: port === "" ? DEFAULT_PORT : Number(port),
    path: decoded(pathname),
  })
}

/** Returns an address as a URL, with an absolute path. */
export function sshUrlOf({ user, host, port, path }: SshAddress): string {
  const encoded = path.split("/").filter(Boolean).map(encodeURIComponent).join("/")
  return `ssh://${user}@${host}${port === DEFAULT_PORT ? "" : `:${port}`}/${encoded}`
}

/** Returns host and port as in a known hosts file: `host`, or `[host]:port`. */
export function knownHostName({ host, port }: Pick<SshAddress, "host" | "port">): string {
  const bare = host.replaceAll(/[[\]]/g, "")
  return port === DEFAULT_PORT ? bare : `[${bare}]:${port}`
}

function checked(address: SshAddress): SshAddress {
  const { user, host, path, port } = address
  // oxlint-disable-next-line no-control-regex
  if (
    !USER.test(user) ||
    !HOST.test(host) ||
    port === 0 ||
    path.startsWith("-") ||
    /[\u0000-\u001f\u007f]/.test(path)
  ) {
    throw new InvalidInput("invalid user, host or path in the ssh address: write it as git@host:owner/repo.git")
  }
  return address
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new InvalidInput("invalid path in the ssh address: a % does not start an encoded character")
  }
}
