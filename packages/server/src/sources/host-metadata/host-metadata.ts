import { ServiceError } from "../../base/errors.ts"
import type { HostMetadata, OwnerMetadata } from "../../catalogue/libraries/metadata-records.ts"
import { queryGitHost, type GitHostResponse, type GitHostReach } from "./query-git-host.ts"
import type { GitHostApi } from "./git-host-api.ts"
import {
  type ReadRepository,
  readBitbucket,
  readGitea,
  readGithub,
  readGitlab,
  readOwner,
} from "./git-host-responses.ts"

/** Result of a metadata request. */
export interface HostMetadataResult {
  /** `unknown` if the git host has no such repository, or no metadata about it. */
  readonly kind: "facts" | "unchanged" | "unknown"
  readonly facts?: HostMetadata
  /** Time when requests to the host are allowed again, if it reported a rate limit. */
  readonly restUntilMs?: number
}

/** Recently requested metadata of owners, so that all libraries of an owner share one request. */
export interface OwnerCache {
  get(address: string): OwnerMetadata | undefined
  set(address: string, facts: OwnerMetadata): void
}

const READERS = {
  github: readGithub,
  gitlab: readGitlab,
  bitbucket: readBitbucket,
  gitea: readGitea,
} as const satisfies Record<GitHostApi["forge"], (json: unknown) => ReadRepository | undefined>

/**
 * Fetches the metadata of a repository and its owner with at most two requests.
 *
 * @param known metadata from the last request; if it has not changed, one request is enough.
 * @throws what `guardedFetch` throws for the repository; if the owner's request fails, its metadata is missing.
 */
export async function fetchHostMetadata(
  gitHost: GitHostApi,
  reach: GitHostReach,
  { known, owners }: { readonly known?: HostMetadata | undefined; readonly owners: OwnerCache },
): Promise<HostMetadataResult> {
  const etag = known?.forge === gitHost.forge ? known.etag : null
  const answer = await queryGitHost(repositoryUrl(gitHost), reach, etag)
  const rest = restOf(answer)
  if (answer.kind === "unchanged") return { kind: "unchanged", ...rest }
  const read = answer.kind === "facts" ? READERS[gitHost.forge](answer.json) : undefined
  if (read === undefined) return { kind: "unknown", ...rest }
  const facts = { forge: gitHost.forge, etag: answer.etag, ...read.facts }
  const { owner } = read
  if (owner === null || rest.restUntilMs !== undefined) {
    return { kind: "facts", facts: { ...facts, owner: known?.owner ?? null }, ...rest }
  }
  const { isOrganisation } = owner
  const ownerMetadata = await fetchOwnerMetadata(ownerUrl(gitHost, owner), { reach, owners, isOrganisation })
  const unknownOwner = { isOrganisation, createdAtMs: null, isVerified: false }
  return { kind: "facts", facts: { ...facts, owner: ownerMetadata.facts ?? unknownOwner }, ...restOf(ownerMetadata) }
}

async function fetchOwnerMetadata(
  url: string,
  asked: { readonly reach: GitHostReach; readonly owners: OwnerCache; readonly isOrganisation: boolean | null },
): Promise<{ readonly facts?: OwnerMetadata; readonly restUntilMs?: number }> {
  const { reach, owners, isOrganisation } = asked
  const cached = owners.get(url)
  if (cached !== undefined) return { facts: cached }
  try {
    const answer = await queryGitHost(url, reach)
    const facts = answer.kind === "facts" ? readOwner(answer.json, isOrganisation) : undefined
    if (facts === undefined) return restOf(answer)
    owners.set(url, facts)
    return { facts, ...restOf(answer) }
  } catch (error) {
    reach.signal.throwIfAborted()
    if (!(error instanceof ServiceError)) throw error
    // The repository's metadata is complete; that of the owner is requested again next time.
    return {}
  }
}

function restOf({ restUntilMs }: Pick<GitHostResponse, "restUntilMs">): Pick<HostMetadataResult, "restUntilMs"> {
  return restUntilMs === undefined ? {} : { restUntilMs }
}

function repositoryUrl({ forge, apiUrl, path }: GitHostApi): string {
  if (forge === "gitlab") return `${apiUrl}/projects/${encodeURIComponent(path)}?license=true`
  const segments = path.split("/").map(encodeURIComponent).join("/")
  return `${apiUrl}/${forge === "bitbucket" ? "repositories" : "repos"}/${segments}`
}

function ownerUrl({ forge, apiUrl }: GitHostApi, owner: NonNullable<ReadRepository["owner"]>): string {
  const name = encodeURIComponent(owner.name)
  switch (forge) {
    case "github":
      return owner.isOrganisation === true ? `${apiUrl}/orgs/${name}` : `${apiUrl}/users/${name}`
    case "gitlab":
      return owner.isOrganisation === true ? `${apiUrl}/groups/${name}?with_projects=false` : `${apiUrl}/users/${name}`
    case "bitbucket":
      return `${apiUrl}/workspaces/${name}`
    case "gitea":
      return `${apiUrl}/users/${name}`
  }
}
