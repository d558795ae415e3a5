import { isUrl, repositoryIdentity, type RepositoryIdentity } from "@lectern/contract"
import { InvalidInput } from "../../base/errors.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { isKeyText, readDeployKey } from "./ssh/deploy-key.ts"
import { isSshAddress, readSshAddress } from "./ssh/ssh-address.ts"

/** Identity of a repository and its clone URL. */
export interface GitAddress {
  readonly identity: RepositoryIdentity
  /** https or http without credentials; with a private key, `ssh://` or `git@host:path`. */
  readonly url: string
}

/**
 * Parses the address of a repository as pasted by a user, without any request; the job resolves the host name.
 *
 * @param credential token or private key for it.
 * @throws {InvalidInput} if it is not the address of a repository, or the key does not fit. @throws {AddressRefused} if
 *   it is a blocked IP address.
 */
export function readGitAddress(text: string, guard: AddressGuard, credential?: string): GitAddress {
  const identity = repositoryIdentity(text)
  if ("problem" in identity) throw new InvalidInput(`docsRepoUrl: ${identity.message}`)
  if (credential !== undefined && isKeyText(credential)) {
    const url = identity.cloneUrl
    readCredential(url, credential)
    // When parsed as the host of a URL, a number such as 0x7f000001 becomes the IP address that it means.
    guard.assertUrlAllowed(`https://${readSshAddress(url).host}/`)
    return { identity, url }
  }
  const url = fetchableUrl(identity)
  guard.assertUrlAllowed(url)
  return { identity, url }
}

/**
 * Checks that a credential matches an address: a private key for SSH, a token for https.
 *
 * @returns the credential to store.
 * @throws {InvalidInput} if it does not match, or is a key that ssh cannot use without a passphrase prompt.
 */
export function readCredential(url: string, credential: string): string {
  if (!isKeyText(credential)) {
    if (!isSshAddress(url)) return credential
    throw new InvalidInput(
      "gitToken: the repository has an ssh address, which requires a private key instead of a token",
    )
  }
  if (!isSshAddress(url)) {
    throw new InvalidInput(
      "gitToken is a private key, which works only with ssh addresses: add the repository as git@host:owner/repo.git",
    )
  }
  return readDeployKey(credential)
}

/**
 * Returns true if an address means the same repository, in any notation. Ports are compared only between two SSH
 * addresses, because SSH and https use different ports.
 */
export function isSameRepository(url: string, identity: RepositoryIdentity): boolean {
  const other = repositoryIdentity(url)
  if ("problem" in other) return false
  if (isSsh(other) && isSsh(identity)) return other.sourceKey === identity.sourceKey
  return pathKey(other) === pathKey(identity)
}

/**
 * Lists the SSH addresses with which a repository may have been added.
 *
 * @param named canonical address from the host, if known.
 */
export function sshSpellings({ identity, url }: GitAddress, named?: string): readonly string[] {
  const path = new URL(url).pathname.replace(/^\/+/, "")
  const usual = [`git@${identity.host}:${path}`, `ssh://git@${identity.host}/${path}`]
  const other = named === undefined ? undefined : repositoryIdentity(named)
  return other === undefined || "problem" in other ? usual : [...usual, other.cloneUrl]
}

/**
 * Returns the https URL for `git@host:owner/repo` and `ssh://`, which mean the same repository. Without a key, ssh
 * cannot be used.
 */
function fetchableUrl(identity: RepositoryIdentity): string {
  const { cloneUrl } = identity
  if (!isSsh(identity)) return cloneUrl
  const path = cloneUrl.replace(/^ssh:\/\/[^/]+\//, "").replace(/^[^:/]+@[^:]+:\/*/, "")
  return `https://${identity.host}/${path}`
}

function pathKey(identity: RepositoryIdentity): string {
  return isSsh(identity) ? identity.sourceKey.replace(/^([^/]*):\d+\//, "$1/") : identity.sourceKey
}

function isSsh({ cloneUrl }: RepositoryIdentity): boolean {
  return isSshAddress(cloneUrl)
}

/** Returns true if two addresses mean the same repository. */
export function isSameRepositoryAddress(one: string, other: string): boolean {
  const identity = repositoryIdentity(other)
  return !("problem" in identity) && isSameRepository(one, identity)
}

/** Returns true if two repositories are on the same host, so that a token for one of them may be sent for the other. */
export function hasSameOrigin(one: string, other: string): boolean {
  const [origin, otherOrigin] = [originOf(one), originOf(other)]
  return origin !== undefined && origin === otherOrigin
}

/** Returns scheme, host and port; for an SSH address, host and port. */
function originOf(url: string): string | undefined {
  if (/^https?:/i.test(url)) return isUrl(url) ? new URL(url).origin : undefined
  const identity = repositoryIdentity(url)
  return "problem" in identity ? undefined : `ssh://${identity.host}:${identity.port ?? ""}`
}
