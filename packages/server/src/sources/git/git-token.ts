import { canonicalSiteUrl } from "../../accounts/account-site.ts"
import { AccessRefused } from "../base/errors.ts"
import type { SourceDependencies } from "../kind/source-kind.ts"
import type { GitSource } from "./options.ts"
import { isSshAddress } from "./ssh/ssh-address.ts"

/** Dependencies for finding tokens and accounts. */
type TokenDependencies = Pick<SourceDependencies, "accountOf" | "unseal" | "isActiveAccount">
/** The part of a source that its token depends on. */
type TokenSource = Pick<GitSource, "url" | "sealedToken" | "tokenSetBy" | "teamspaceKey">

/**
 * Returns the token of a repository: the one that it was added with, or that of the connected account.
 *
 * @throws {AccessRefused} if the account that set the token is deactivated or deleted.
 */
export async function gitTokenOf(
  { accountOf, unseal, isActiveAccount }: TokenDependencies,
  { url, sealedToken, tokenSetBy, teamspaceKey }: TokenSource,
): Promise<string | undefined> {
  if (sealedToken !== null) {
    if (tokenSetBy === null || (await isActiveAccount(tokenSetBy))) return unseal(sealedToken)
    throw new AccessRefused(
      "cannot use the stored token: the account that set it is disabled or deleted. Refresh the library with your own gitToken",
    )
  }
  const siteUrl = teamspaceKey === null ? undefined : gitSiteUrl(url)
  if (teamspaceKey === null || siteUrl === undefined) return undefined
  return (await accountOf({ teamspaceKey, kind: "git", siteUrl }))?.token
}

/** Returns the token for the API of a repository's host; never an SSH key. */
export async function gitApiTokenOf(dependencies: TokenDependencies, source: TokenSource): Promise<string | undefined> {
  return gitSiteUrl(source.url) === undefined ? undefined : gitTokenOf(dependencies, source)
}

/**
 * Returns the site whose connected account is used for a repository over https.
 *
 * @param repositoryUrl as stored with the library: a URL, or `git@host:path`.
 * @returns undefined for an ssh address, which requires a private key instead of an account.
 */
export function gitSiteUrl(repositoryUrl: string): string | undefined {
  return isSshAddress(repositoryUrl) ? undefined : canonicalSiteUrl("git", new URL(repositoryUrl))
}
