import { type AddGitRequest, type AddLibraryResponse, FORCE_ADVICE, FORCE_MOVED_ADVICE } from "@lectern/contract"
import type { Authorized } from "../../../access/permissions/authorize.ts"
import type { Caller } from "../../../access/identity/caller.ts"
import { isFailedAddition } from "../../../catalogue/libraries/is-failed-addition.ts"
import { isRedirectOfSource } from "../../../catalogue/libraries/is-redirect-of-source.ts"
import type { LibraryRecord } from "../../../catalogue/libraries/records.ts"
import { dedicatedHostsOf } from "../../../config/dedicated-hosts.ts"
import { repositoryIdAt } from "../../../sources/git/repository-ids.ts"
import type { GitSource } from "../../../sources/git/options.ts"
import { isGenericName } from "../../../resolve/directory/name-affixes.ts"
import { addSource, givenTextsOf } from "../add-source.ts"
import { sealToken } from "../seal-token.ts"
import { findIdCandidate, type IdCandidate, type IdClaim } from "../claim-library-id.ts"
import { DuplicateRepository } from "../../errors.ts"
import { isSameRepository, readGitAddress, type GitAddress } from "../../../sources/git/address.ts"
import { neighbourOf, type Ownership, ownershipOf, privateTeamspaceOf } from "../lookup/ownership.ts"
import type { AddLibraryServices } from "../add-library-services.ts"

/** The git host that the path of the request stands for. */
export type GitHostKind = "github" | "gitlab" | "bitbucket" | "git"

const KNOWN_HOSTS: Readonly<Record<string, GitHostKind>> = {
  "github.com": "github",
  "gitlab.com": "gitlab",
  "bitbucket.org": "bitbucket",
}

/**
 * Adds a git repository as a library and queues it. Uses only the request and the catalogue, without a request to the
 * host; the job reports what the repository contains.
 *
 * @throws {InvalidInput} {AddressRefused} if the address is not a valid repository address, or is blocked.
 * @throws {DuplicateRepository} if the repository has already been added as a private library.
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
    hasOptions: hasOptions(request, address),
  })
}

/** Returns true if a request says which branch or files of the repository to index, and how to fetch them. */
function hasOptions(request: AddGitRequest, { identity }: GitAddress): boolean {
  const { branch, folders, excludeFolders, excludeFiles, skipVersionFiltering, generateDocs, gitToken } = request
  const named = [branch, folders, excludeFolders, excludeFiles, skipVersionFiltering, generateDocs, gitToken]
  return [...named, identity.branch, identity.path].some((option) => option !== undefined)
}

/** Returns the title until the source provides one: `honojs/website` is named after its owner. */
function titleOf({ identity: { owner, repo } }: GitAddress): string {
  return isGenericName(repo) ? owner : repo
}

/**
 * Returns true for a private library. If the request contains a token, the repository is probably not public, so its
 * documentation is not public either.
 */
export function isPrivate(request: Pick<AddGitRequest, "private" | "gitToken">): boolean {
  return request.private ?? request.gitToken !== undefined
}

/** The inputs of a source besides its request. */
interface SourceOrigin {
  readonly address: GitAddress
  /** Owner of a private repository; null if it is public. */
  readonly teamspaceKey: string | null
  /** The account that sets the token, if the request contains one. */
  readonly setBy: Caller
}

/** Creates the source of a repository from a request. */
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
    // If this teamspace has connected an account at the host, it is used to fetch the repository.
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

/** The owner and the visibility for which a repository is looked up. */
export interface RepositoryLookup {
  /** The future owner of the library. */
  readonly owner: Ownership
  /** Teamspace whose private libraries the caller can see; null for none. */
  readonly readable: string | null
}

/** Finds the library of this repository, or the id that it gets: its own, one with its host, or a numbered one. */
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
    neighbourKey: neighbourOf(context, owner, readable),
    async findBySource() {
      // A private library of the teamspace takes precedence. Libraries of other teamspaces are never considered.
      const own = readable === null ? undefined : await libraries.bySourceUrl(url, readable)
      const open = await libraries.bySourceUrl(url)
      const found = own ?? (owner.isPrivate && !isFailure(open, context) ? undefined : open)
      return found?.source.type === "git" || found?.source.type === "import" ? found : undefined
    },
    isSame: ({ source }) =>
      (source.type === "git" || source.type === "import") && isSameRepository(source.url, identity),
  }
}

/**
 * Returns true if a library can be replaced by a private one: a public library whose first ingestion failed becomes
 * private if credentials are given, but not on a shared instance.
 */
function isFailure(library: LibraryRecord | undefined, { settings }: AddLibraryServices): boolean {
  return settings.LECTERN_EDITION === "self-hosted" && library !== undefined && isFailedAddition(library)
}

/** A failed library is processed again with the new settings; any other only if forced. */
async function keepExisting(
  { catalogue: { libraries } }: AddLibraryServices,
  library: LibraryRecord,
  force: boolean,
): Promise<AddLibraryResponse | undefined> {
  const { id, state, redirectTo, teamspaceKey, isPrivate, source } = library
  const target = redirectTo === null ? undefined : await libraries.byId(redirectTo, teamspaceKey)
  if (target !== undefined && !force) {
    return { libraryName: target.id, message: `${id} has moved to ${target.id}. ${FORCE_MOVED_ADVICE}` }
  }
  // A redirect to a deleted library is ignored, so the repository is added as if it were new. So is a redirect that
  // Lectern left, if forced: another repository may have its address now.
  const isVacant = redirectTo !== null && (target === undefined || !isRedirectOfSource(library))
  if (state === "error" || isVacant || source.type === "import") return undefined
  if (isPrivate)
    throw new DuplicateRepository(`cannot add the repository: it already exists as the private library ${id}`)
  return force ? undefined : { libraryName: id, message: `${id} already exists. ${FORCE_ADVICE}` }
}
