import { repositoryIdentity, type RepositoryIdentity } from "@lectern/contract"
import { InvalidInput } from "../../base/errors.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { isKeyText, readDeployKey } from "./ssh/deploy-key.ts"
import { isSshAddress, readSshAddress } from "./ssh/ssh-address.ts"

/** Identity of a repository and the address that it is fetched from. */
export interface GitAddress {
  readonly identity: RepositoryIdentity
  /** https or http without credentials; with a private key `ssh://` or `git@host:path`. */
  readonly url: string
}

/**
 * Reads the address of a repository as someone pasted it. Asks nobody: what a name resolves to stands on the job.
 *
 * @param credential token or private key that is given with it.
 * @throws {InvalidInput} when it is no repository's address, or the key does not go with it. @throws {AddressRefused} when
 *   its literal address may not be fetched.
 */
export function readGitAddress(text: string, guard: AddressGuard, credential?: string): GitAddress {
  const identity = repositoryIdentity(text)
  if ("problem" in identity) throw new InvalidInput(`docsRepoUrl: ${identity.message}`)
  if (credential !== undefined && isKeyText(credential)) {
    const url = identity.cloneUrl
    readCredential(url, credential)
    // Read as the host of a web address, a number such as 0x7f000001 shows the address that it is.
    guard.assertUrlAllowed(`https://${readSshAddress(url).host}/`)
    return { identity, url }
  }
  const url = fetchableUrl(identity)
  guard.assertUrlAllowed(url)
  return { identity, url }
}

/**
 * Checks that a credential can open an address: a private key one of ssh, a token one of https.
 *
 * @returns what is to be kept sealed.
 * @throws {InvalidInput} when it cannot, or is a key that ssh could not use without anybody there.
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
 * Tells whether an address names the same repository, in whatever spelling. The port of ssh is none of https: it tells
 * repositories apart only where both addresses are of ssh.
 */
export function isSameRepository(url: string, identity: RepositoryIdentity): boolean {
  const other = repositoryIdentity(url)
  if ("problem" in other) return false
  if (isSsh(other) && isSsh(identity)) return other.sourceKey === identity.sourceKey
  return pathKey(other) === pathKey(identity)
}

/**
 * Lists the addresses that a repository may have been added by for ssh.
 *
 * @param named the one that its host names, if any.
 */
export function sshSpellings({ identity, url }: GitAddress, named?: string): readonly string[] {
  const path = new URL(url).pathname.replace(/^\/+/, "")
  const usual = [`git@${identity.host}:${path}`, `ssh://git@${identity.host}/${path}`]
  const other = named === undefined ? undefined : repositoryIdentity(named)
  return other === undefined || "problem" in other ? usual : [...usual, other.cloneUrl]
}

/** `git@host:owner/repo` and `ssh://` name the same repository as https; without a key nobody gets in by ssh. */
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

/** True when two addresses name the same repository. */
export function isSameRepositoryAddress(one: string, other: string): boolean {
  const identity = repositoryIdentity(other)
  return !("problem" in identity) && isSameRepository(one, identity)
}
