import { repositoryIdentity, type RepositoryIdentity } from "@lectern/contract"
import { InvalidInput } from "../base/errors.ts"
import type { AddressGuard } from "../net/address-guard.ts"

/** Identity of a repository and the address that it is fetched from. */
export interface GitAddress {
  readonly identity: RepositoryIdentity
  /** https or http, no credentials. */
  readonly url: string
}

/**
 * Reads the address of a repository as someone pasted it. Asks nobody: what a name resolves to stands on the job.
 *
 * @throws {InvalidInput} when it is no repository's address. @throws {AddressRefused} when its literal address may not be
 *   fetched.
 */
export function readGitAddress(text: string, guard: AddressGuard): GitAddress {
  const identity = repositoryIdentity(text)
  if ("problem" in identity) throw new InvalidInput(`docsRepoUrl: ${identity.message}`)
  const url = fetchableUrl(identity)
  guard.assertUrlAllowed(url)
  return { identity, url }
}

/** Tells whether an address names the same repository, in whatever spelling. */
export function isSameRepository(url: string, identity: RepositoryIdentity): boolean {
  const other = repositoryIdentity(url)
  return "problem" in other ? false : pathKey(other) === pathKey(identity)
}

/** `git@host:owner/repo` and `ssh://` name the same repository as https; there is no key here to go in by ssh with. */
function fetchableUrl(identity: RepositoryIdentity): string {
  const { cloneUrl } = identity
  if (/^https?:/i.test(cloneUrl)) return cloneUrl
  const path = cloneUrl.replace(/^ssh:\/\/[^/]+\//, "").replace(/^[^:/]+@[^:]+:/, "")
  return `https://${identity.host}/${path}`
}

/** A port of ssh is none of https: it does not tell repositories apart. */
function pathKey(identity: RepositoryIdentity): string {
  const isSsh = !/^https?:/i.test(identity.cloneUrl)
  return isSsh ? identity.sourceKey.replace(/^([^/]*):\d+\//, "$1/") : identity.sourceKey
}
