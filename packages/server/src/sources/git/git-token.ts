import { gitSiteUrl } from "../../accounts/account-site.ts"
import type { SourceDependencies } from "../source-kind.ts"
import type { GitSource } from "./options.ts"

/** Finds the token that opens a repository: the one that it was added with, else that of the connected account. */
export async function gitTokenOf(
  { accountOf, unseal }: Pick<SourceDependencies, "accountOf" | "unseal">,
  { url, sealedToken, teamspaceKey }: Pick<GitSource, "url" | "sealedToken" | "teamspaceKey">,
): Promise<string | undefined> {
  if (sealedToken !== null) return unseal(sealedToken)
  const siteUrl = teamspaceKey === null ? undefined : gitSiteUrl(url)
  if (teamspaceKey === null || siteUrl === undefined) return undefined
  return (await accountOf({ teamspaceKey, kind: "git", siteUrl }))?.token
}

/** Finds the token for the API of a repository's host. An SSH key is not one. */
export async function gitApiTokenOf(
  dependencies: Pick<SourceDependencies, "accountOf" | "unseal">,
  source: Pick<GitSource, "url" | "sealedToken" | "teamspaceKey">,
): Promise<string | undefined> {
  return gitSiteUrl(source.url) === undefined ? undefined : gitTokenOf(dependencies, source)
}
