import { InternalFailure, InvalidInput, type ServiceError } from "../../../base/errors.ts"
import { AccessRefused, HostKeyRefused, SourceUnreachable } from "../../base/errors.ts"
import { KNOWN_HOSTS_NAME, type KnownHosts } from "./known-hosts.ts"
import { knownHostName, readSshAddress } from "./ssh-address.ts"

const CHANGED = /host identification has changed|host key for .* has changed|offending .*key/i
const UNKNOWN = /host key is known for|host key verification failed/i
const REFUSED = /permission denied \(|too many authentication failures|no supported authentication methods/i
/** How GitHub, GitLab, Gitea and Bitbucket answer a key that may not see a repository. */
const HIDDEN =
  /repository not found|could not be found or you don't have permission|cannot find repository|does not have (read )?access|access denied|forbidden/i
const BAD_KEY = /load key .*(invalid format|error in libcrypto|unsupported)|bad permissions/i
const ABSENT = /cannot run ssh|unable to fork|ssh: (command )?not found/i
const NOBODY = /no user exists for uid/i
const UNREACHABLE =
  /connection (refused|reset|closed|timed out)|no route to host|network is unreachable|kex_exchange|banner exchange|unable to negotiate|not responding/i

/**
 * Says what a failed ssh means for the person who added the repository.
 *
 * @param said standard error of git and ssh.
 * @param url ssh address of the repository.
 * @returns undefined when ssh did its part and the failure is one of git.
 */
export function explainSshFailure(said: string, url: string, knownHosts: KnownHosts): ServiceError | undefined {
  const address = readSshAddress(url)
  const { host } = address
  const name = knownHostName(address)
  if (ABSENT.test(said)) return new InternalFailure("ssh was not found: install openssh-client")
  if (NOBODY.test(said)) {
    return new InternalFailure("ssh cannot be used: the user that this server runs as has no entry in /etc/passwd")
  }
  if (CHANGED.test(said)) return keyChanged(name, knownHosts)
  if (UNKNOWN.test(said)) return keyUnknown(name, knownHosts)
  if (BAD_KEY.test(said)) return new InvalidInput("ssh cannot use the private key: give one that ssh-keygen made")
  if (REFUSED.test(said)) {
    return new AccessRefused(`${host} refused the key: check that it is a deploy key of this repository`)
  }
  if (HIDDEN.test(said)) {
    return new AccessRefused(
      `${host} knows the key but gives it no such repository: check the address and what the key may read`,
    )
  }
  return UNREACHABLE.test(said) ? new SourceUnreachable(`${host} did not answer over ssh, or broke off`) : undefined
}

/** Makes the error for an address of ssh that came without a key. */
export function keyNeeded(host: string): AccessRefused {
  return new AccessRefused(`${host} is read over ssh, which needs a private key: refresh with one as gitToken`)
}

function keyChanged(name: string, { isPinned }: KnownHosts): HostKeyRefused {
  const remedy = isPinned
    ? "correct its line in the file that LECTERN_SSH_KNOWN_HOSTS names"
    : `remove the lines of ${name} from ${KNOWN_HOSTS_NAME} in the data directory and refresh`
  return new HostKeyRefused(
    `the host key of ${name} has changed: somebody may be in between. Only if the host says that it has a new key, ${remedy}`,
  )
}

function keyUnknown(name: string, { isPinned }: KnownHosts): HostKeyRefused {
  return new HostKeyRefused(
    isPinned
      ? `the host key of ${name} is not in the file that LECTERN_SSH_KNOWN_HOSTS names: add its line, as ssh-keyscan prints it, once you have compared it`
      : `the host key of ${name} could not be checked: is ${KNOWN_HOSTS_NAME} in the data directory readable`,
  )
}
