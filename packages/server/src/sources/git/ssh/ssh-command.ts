import { InternalFailure } from "../../../base/errors.ts"
import type { KnownHosts } from "./known-hosts.ts"
import { knownHostName, type SshAddress } from "./ssh-address.ts"

/** Parameters of one ssh connection. */
export interface SshUse {
  readonly address: SshAddress
  /** Address to connect to; already checked, so that ssh makes no DNS request. */
  readonly connectTo: string
  readonly keyPath: string
  readonly knownHosts: KnownHosts
}

/** Disables everything that ssh could prompt for, forward, follow, run or read on its own. */
const LOCKED_DOWN = [
  "BatchMode=yes",
  "IdentitiesOnly=yes",
  "IdentityAgent=none",
  "AddKeysToAgent=no",
  "PreferredAuthentications=publickey",
  "GSSAPIAuthentication=no",
  "HostbasedAuthentication=no",
  "PasswordAuthentication=no",
  "KbdInteractiveAuthentication=no",
  "GlobalKnownHostsFile=none",
  "UpdateHostKeys=no",
  "HashKnownHosts=no",
  "CheckHostIP=no",
  "VerifyHostKeyDNS=no",
  "CanonicalizeHostname=no",
  "ProxyCommand=none",
  "ProxyJump=none",
  "ClearAllForwardings=yes",
  "ForwardAgent=no",
  "ForwardX11=no",
  "PermitLocalCommand=no",
  "ControlMaster=no",
  "ControlPath=none",
  "Tunnel=no",
  "EscapeChar=none",
  "LogLevel=ERROR",
  "ConnectionAttempts=1",
  "ConnectTimeout=30",
  // A host that misses three keepalives in a minute is considered hung.
  "ServerAliveInterval=20",
  "ServerAliveCountMax=3",
]

/**
 * Returns the value of `GIT_SSH_COMMAND`: a shell command that git starts instead of plain `ssh`.
 *
 * @throws {InternalFailure} if the name of the data directory cannot be passed to ssh.
 */
export function sshCommand({ address, connectTo, keyPath, knownHosts }: SshUse): string {
  const options = [
    ...LOCKED_DOWN,
    `StrictHostKeyChecking=${knownHosts.isPinned ? "yes" : "accept-new"}`,
    `UserKnownHostsFile=${quotedForSsh(knownHosts.path)}`,
    `IdentityFile=${quotedForSsh(keyPath)}`,
    `HostName=${connectTo}`,
    `HostKeyAlias=${knownHostName(address)}`,
    `Port=${address.port}`,
  ]
  return ["ssh", "-F", "none", "-T", ...options.flatMap((option) => ["-o", quotedForShell(option)])].join(" ")
}

/** Quotes a path. ssh splits values at spaces, and replaces `%` and `${}` in paths. */
function quotedForSsh(path: string): string {
  if (/["\\$\n]/.test(path)) {
    throw new InternalFailure(
      'ssh cannot be used: the path of the data directory or of known hosts contains ", \\ or $',
    )
  }
  return `"${path.replaceAll("%", "%%")}"`
}

function quotedForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
