import { InvalidInput } from "../../../base/errors.ts"

/** A repository behind an ssh server. */
export interface SshAddress {
  readonly user: string
  /** Name or literal address, in lower case; IPv6 in brackets. */
  readonly host: string
  readonly port: number
  /** Begins with `/`, or is looked up from the home of the user. Not encoded. */
  readonly path: string
}

const DEFAULT_PORT = 22
const SCP_FORM = /^([^@/:]+)@([^@/:]+):(?!\/\/)(.+)$/
/** What may stand in arguments of ssh without being read as anything else. */
const USER = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/
const HOST = /^([a-z0-9][a-z0-9.-]*|\[[0-9a-f:.]+\])$/

/** Tells whether an address is one of ssh, in either spelling. */
export function isSshAddress(url: string): boolean {
  return /^ssh:\/\//i.test(url) || SCP_FORM.test(url)
}

/**
 * Reads `git@host:path` or `ssh://user@host:port/path`. The path of the first is looked up from the user's home, as git
 * has it; that of the second begins at the root.
 *
 * @throws {InvalidInput} when it is none, or holds a user or host that ssh could read as something else.
 */
export function readSshAddress(url: string): SshAddress {
  const [, user, host, path] = SCP_FORM.exec(url) ?? []
  if (user !== undefined && host !== undefined && path !== undefined) {
    return checked({ user, host: host.toLowerCase(), port: DEFAULT_PORT, path: decoded(path) })
  }
  if (!isSshAddress(url) || !URL.canParse(url)) {
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

/** Writes an address as a URL that every reader of URLs understands, with the path from the root. */
export function sshUrlOf({ user, host, port, path }: SshAddress): string {
  const encoded = path.split("/").filter(Boolean).map(encodeURIComponent).join("/")
  return `ssh://${user}@${host}${port === DEFAULT_PORT ? "" : `:${port}`}/${encoded}`
}

/** Writes host and port as files of known hosts have them: `host`, or `[host]:port`. */
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
