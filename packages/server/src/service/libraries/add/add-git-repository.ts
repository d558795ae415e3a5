import type { AddGitRequest, AddLibraryResponse } from "@lectern/contract"
import type { Authorized } from "../../../access/permissions/authorize.ts"
import type { Caller } from "../../../access/identity/caller.ts"
import { isFailedAddition } from "../../../catalogue/libraries/is-failed-addition.ts"
import type { LibraryRecord } from "../../../catalogue/libraries/records.ts"
import { dedicatedHostsOf } from "../../../config/dedicated-hosts.ts"
import { repositoryIdAt } from "../../../sources/git/repository-ids.ts"
import type { GitSource } from "../../../sources/git/options.ts"
import { addSource, givenTextsOf } from "../add-source.ts"
import { sealToken } from "../seal-token.ts"
import { findIdCandidate, type IdCandidate, type IdClaim } from "../claim-library-id.ts"
import { DuplicateRepository } from "../../errors.ts"
import { isSameRepository, readGitAddress, type GitAddress } from "../../../sources/git/address.ts"
import { type Ownership, ownershipOf, privateTeamspaceOf } from "../lookup/ownership.ts"
import type { AddLibraryServices } from "../add-library-services.ts"

/** What the path of the request says about the host. */
export type GitHostKind = "github" | "gitlab" | "bitbucket" | "git"

const KNOWN_HOSTS: Readonly<Record<string, GitHostKind>> = {
  "github.com": "github",
  "gitlab.com": "gitlab",
  "bitbucket.org": "bitbucket",
}

/**
 * Queues a git repository to become a library. Answers from the request and the catalogue alone, without a call to the
 * host; the job reports what the repository contains.
 *
 * @throws {InvalidInput} {AddressRefused} when the address cannot be one of a repository that may be fetched.
 * @throws {DuplicateRepository} when the repository is there already as a private library.
 * @throws {Forbidden} for a project of another teamspace.
 */
export async function addGitRepository(
  context: AddLibraryServices,
  caller: Authorized<"addLibrary">,
  request: AddGitRequest & { readonly hostKind: GitHostKind },
): Promise<AddLibraryResponse> {
  const address = readGitAddress(request.docsRepoUrl, context.guard, request.gitToken)
  const { projectId } = request
  const owner = await ownershipOf(context, caller, { isPrivate: isPrivate(request), projectId })
  const source = gitSourceOf(context, request, { address, teamspaceKey: owner.teamspaceKey, setBy: caller })
  return addSource(context, caller, {
    claim: claimRepository(context, address, { owner, readable: privateTeamspaceOf(context, caller) }),
    source,
    library: {
      kind: "repo",
      title: titleOf(address),
      description: "",
      isDescribed: false,
      given: givenTextsOf(request),
    },
    owner,
    keepExisting: (library) => keepExisting(context, library, request.force === true),
    changesOf: (library) => (owner.isPrivate && !library.isPrivate ? owner : {}),
  })
}

/** Names of repositories that say nothing of what they document. */
const GENERIC_REPOSITORY =
  /^(?:docs?|documentation|website|site|web|www|homepage|pages|content|manual|guide|book|wiki|handbook|main|src)$/i

/** Names a repository until its source does: `honojs/website` is called after its owner. */
function titleOf({ identity: { owner, repo } }: GitAddress): string {
  return GENERIC_REPOSITORY.test(repo) ? owner : repo
}

/** A token says that the repository is not open to everyone, so neither is what is read with it. */
export function isPrivate(request: Pick<AddGitRequest, "private" | "gitToken">): boolean {
  return request.private ?? request.gitToken !== undefined
}

/** What a source is made from besides its request. */
interface SourceOrigin {
  readonly address: GitAddress
  /** Owner of a private repository; null: public. */
  readonly teamspaceKey: string | null
  /** Who sets the token, if the request holds one. */
  readonly setBy: Caller
}

/** Makes the source of a repository from a request. */
export function gitSourceOf(
  context: AddLibraryServices,
  request: AddGitRequest & { readonly hostKind: GitHostKind },
  { address, teamspaceKey, setBy }: SourceOrigin,
): GitSource {
  const { identity, url } = address
  const usesAccount = request.gitToken === undefined && request.hostKind !== "git"
  return {
    kind: "git",
    url,
    // The account that this teamspace has connected at the host reads the repository, when there is one.
    teamspaceKey: usesAccount ? teamspaceKey : null,
    hostKind: KNOWN_HOSTS[identity.host] ?? request.hostKind,
    branch: request.branch ?? identity.branch ?? null,
    folders: request.folders ?? (identity.path === undefined ? [] : [identity.path]),
    excludeFolders: request.excludeFolders ?? [],
    excludeFiles: request.excludeFiles ?? [],
    skipVersionFiltering: request.skipVersionFiltering === true,
    generateDocs: request.generateDocs === true,
    ...(request.gitToken === undefined
      ? { sealedToken: null, tokenSetBy: null }
      : sealToken(context, setBy, { url, gitToken: request.gitToken })),
  }
}

/** For whom a repository is looked up. */
export interface RepositoryLookup {
  /** To whom it will belong. */
  readonly owner: Ownership
  /** Teamspace whose private libraries the caller may know of; null: none. */
  readonly readable: string | null
}

/** Finds the library of this repository, or the identifier that it gets: its own, one with its host, a numbered one. */
export function findRepository(
  context: AddLibraryServices,
  address: GitAddress,
  lookup: RepositoryLookup,
): Promise<IdCandidate> {
  return findIdCandidate(context, claimRepository(context, address, lookup))
}

function claimRepository(
  context: AddLibraryServices,
  { identity, url }: GitAddress,
  { owner, readable }: RepositoryLookup,
): IdClaim {
  const { libraries } = context.catalogue
  const dedicatedHosts = dedicatedHostsOf(context.settings)
  return {
    idAt: (ordinal) => repositoryIdAt(identity, ordinal, dedicatedHosts),
    teamspaceKey: owner.teamspaceKey,
    async findBySource() {
      // A private library of the teamspace wins. Libraries of other teamspaces are never looked at.
      const own = readable === null ? undefined : await libraries.bySourceUrl(url, readable)
      const open = await libraries.bySourceUrl(url)
      const found = own ?? (owner.isPrivate && !isFailure(open, context) ? undefined : open)
      return found?.source.type === "git" || found?.source.type === "import" ? found : undefined
    },
    isSame: ({ source }) =>
      (source.type === "git" || source.type === "import") && isSameRepository(source.url, identity),
  }
}

/** A public library that never came to be becomes private when credentials are given; on a shared instance it stays. */
function isFailure(library: LibraryRecord | undefined, { settings }: AddLibraryServices): boolean {
  return settings.LECTERN_EDITION === "self-hosted" && library !== undefined && isFailedAddition(library)
}

/** A failed library is processed again with the new settings; a good one only when forced. */
async function keepExisting(
  { catalogue: { libraries } }: AddLibraryServices,
  { id, state, redirectTo, teamspaceKey, isPrivate, source }: LibraryRecord,
  force: boolean,
): Promise<AddLibraryResponse | undefined> {
  const target = redirectTo === null ? undefined : await libraries.byId(redirectTo, teamspaceKey)
  if (target !== undefined && !force) return { libraryName: target.id, message: `${id} has moved to ${target.id}` }
  // A redirect to a deleted library does not count: the repository is read as if it were new.
  const hasFailed = state === "error" || (redirectTo !== null && target === undefined)
  if (hasFailed || source.type === "import") return undefined
  if (isPrivate)
    throw new DuplicateRepository(`cannot add the repository: it already exists as the private library ${id}`)
  return force ? undefined : { libraryName: id, message: `${id} already exists. Send force to process it again` }
}
