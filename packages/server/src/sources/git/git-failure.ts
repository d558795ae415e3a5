import { asError, InternalFailure } from "../../base/errors.ts"
import { AccessRefused, NotARepository, SourceDamaged, SourceTimeout, SourceUnreachable } from "../base/errors.ts"
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
const LOCAL = /no space left|disk quota|permission denied|read-only file system|cannot allocate memory|out of memory/i

/** What the reader of an error may know of a repository. */
export interface GitRemote {
  /** Host name, the only part of an address that an error names. */
  readonly host: string
  /** Was a token or key sent? */
  readonly hasToken: boolean
  /** How it is reached, unless over http or https. */
  readonly ssh?: { readonly url: string; readonly knownHosts: KnownHosts }
}

/** What is said where git is missing or too old. */
export const GIT_NEEDED = "git 2.38 or newer was not found: install it"

/**
 * Says what a failed git command means for the person who added the repository.
 *
 * @param thrown what was caught; errors of this program pass through unchanged.
 */
export function explainGitFailure(thrown: unknown, { host, hasToken, ssh }: GitRemote): unknown {
  if (!(thrown instanceof GitCommandFailed)) return isGitAbsent(thrown) ? new InternalFailure(GIT_NEEDED) : thrown
  const said = thrown.stderr
  const sshFailure = ssh === undefined ? undefined : explainSshFailure(said, ssh.url, ssh.knownHosts)
  if (sshFailure !== undefined) return sshFailure
  // The output is not kept as a cause: it may quote addresses and directories.
  if (LOCAL.test(said.replaceAll(/^remote: .*$/gm, "")))
    return new InternalFailure("git could not write its files: is the disk full or not writable")
  if (ACCESS.test(said)) return accessRefused(host, hasToken)
  if (MISSING.test(said)) return notARepository(host, hasToken)
  if (SLOW.test(said)) return new SourceTimeout(`${host} sends too slowly or not at all`)
  if (UNREACHABLE.test(said)) return new SourceUnreachable(`${host} broke off while the repository was read`)
  return new SourceDamaged(`what ${host} sent is not a repository that git can read`)
}

/**
 * Prepares what git said for the log: no addresses, directories or secrets, one short line.
 *
 * @param secrets words that must not appear, for instance the token and its encoded form.
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

/** Makes the error for a host that wants a token, or another one. */
export function accessRefused(host: string, hasToken: boolean): AccessRefused {
  return new AccessRefused(
    hasToken
      ? `${host} refused the token: check that it is valid and may read this repository`
      : `${host} gives this repository only to who signs in: it does not exist, or is private and needs a token`,
  )
}

/** Makes the error for an address behind which there is no repository. */
export function notARepository(host: string, hasToken: boolean): NotARepository {
  const hint = hasToken
    ? "check the address and what the token may read"
    : "check the address; a private one needs a token"
  return new NotARepository(`there is no git repository at this address of ${host}: ${hint}`)
}
