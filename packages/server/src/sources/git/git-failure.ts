import { asError, InternalFailure } from "../../base/errors.ts"
import {
  AccessRefused,
  NotARepository,
  SourceDamaged,
  SourceTimeout,
  SourceTooLarge,
  SourceUnreachable,
} from "../base/errors.ts"
import { LIMIT_REACHED, MAX_OBJECT_BYTES, NO_GIT_STATUS } from "./git-limits.ts"
import { GitCommandFailed } from "./git-process.ts"
import type { KnownHosts } from "./ssh/known-hosts.ts"
import { explainSshFailure } from "./ssh/ssh-failure.ts"

const ACCESS =
  /authentication failed|could not read (username|password)|returned error: 40[13]\b|terminal prompts disabled|access denied/i
const MISSING =
  /repository .*not found|returned error: 404|does not appear to be a git repository|not valid: is this a git repository/i
const SLOW = /operation too slow|timed? ?out/i
const UNREACHABLE =
  /could not resolve host|failed to connect|couldn't connect|connection (refused|reset|was)|returned error: (429|5\d\d)|ssl|tls|gnutls|certificate|empty reply|unable to access|early eof|unexpected disconnect|hung up|rpc failed|could not read from remote/i
const LOCAL = /no space left|disk quota|permission denied|read-only file system/i

/** The properties of a repository that an error message may contain. */
export interface GitRemote {
  /** Host name, the only part of the address in error messages. */
  readonly host: string
  /** True if a token or key was sent. */
  readonly hasToken: boolean
  /** Set if it is reached over ssh. */
  readonly ssh?: { readonly url: string; readonly knownHosts: KnownHosts }
}

/** Message if git is missing or too old. */
export const GIT_NEEDED = "git 2.38 or newer was not found: install it"

/**
 * Converts a failed git command to an error for the user who added the repository.
 *
 * @param thrown the caught error; Lectern's own errors are returned unchanged.
 */
export function explainGitFailure(thrown: unknown, { host, hasToken, ssh }: GitRemote): unknown {
  if (!(thrown instanceof GitCommandFailed)) return isGitAbsent(thrown) ? new InternalFailure(GIT_NEEDED) : thrown
  const said = thrown.stderr
  const sshFailure = ssh === undefined ? undefined : explainSshFailure(said, ssh.url, ssh.knownHosts)
  if (sshFailure !== undefined) return sshFailure
  if (thrown.status === NO_GIT_STATUS) return new InternalFailure(GIT_NEEDED)
  // The output is not kept as the cause, because it may contain addresses and directories.
  const own = said.replaceAll(/^remote: .*$/gm, "")
  if (LIMIT_REACHED.test(own)) {
    const limit = Math.round(MAX_OBJECT_BYTES / 2 ** 20)
    return new SourceTooLarge(
      `${host} sent objects that need too much memory to unpack: the limit is ${limit} MB per object`,
    )
  }
  if (LOCAL.test(own))
    return new InternalFailure("git cannot write its files: check that the disk is writable and not full")
  if (ACCESS.test(said)) return accessRefused(host, hasToken)
  if (MISSING.test(said)) return notARepository(host, hasToken)
  if (SLOW.test(said)) return new SourceTimeout(`${host} is sending too slowly or not at all`)
  if (UNREACHABLE.test(said))
    return new SourceUnreachable(`${host} closed the connection while the repository was being read`)
  return new SourceDamaged(`${host} did not send a valid git repository`)
}

/**
 * Returns git's output for the log: one short line without addresses, directories or secrets.
 *
 * @param secrets strings to remove, for instance the token and its encoded form.
 */
export function loggableOutput(stderr: string, secrets: readonly string[]): string {
  const withoutSecrets = secrets.reduce((text, secret) => text.replaceAll(secret, "[redacted]"), stderr)
  return withoutSecrets
    .replaceAll(/[a-z]+:\/\/\S+/gi, "[address]")
    .replaceAll(/\/\S+/g, "[path]")
    .replaceAll(/\s+/g, " ")
    .slice(-500)
}

function isGitAbsent(thrown: unknown): boolean {
  const { code, syscall } = asError(thrown) as NodeJS.ErrnoException
  return code === "ENOENT" && syscall?.startsWith("spawn") === true
}

/** Hosts that serve nothing but repositories to readers without an account. */
const REPOSITORY_HOSTS: ReadonlySet<string> = new Set(["github.com", "gitlab.com", "bitbucket.org", "codeberg.org"])

/** Advice for the address of a website that looks like that of a repository, such as `https://otter.example/user/manual`. */
function adviceForSite(host: string): string {
  return REPOSITORY_HOSTS.has(host) ? "" : ". If the address is that of a website, add it with --kind website"
}

/** Creates the error for a host that requires a token, or a different one. */
export function accessRefused(host: string, hasToken: boolean): AccessRefused {
  return new AccessRefused(
    hasToken
      ? `${host} rejected the token: check that it is valid and can read this repository`
      : `${host} requires authentication: the repository does not exist, or is private and needs a token${adviceForSite(host)}`,
  )
}

/** Creates the error for an address without a repository. */
export function notARepository(host: string, hasToken: boolean): NotARepository {
  const hint = hasToken
    ? "check the address and the permissions of the token"
    : `check the address, or add a token if the repository is private${adviceForSite(host)}`
  return new NotARepository(`no git repository found at this address on ${host}: ${hint}`)
}
