import {
  alternateRepositoryId,
  numberedLibraryId,
  type AddGitRequest,
  type AddLibraryResponse,
  type LibraryId,
} from "@lectern/contract"
import type { Caller } from "../../../access/identity/caller.ts"
import { InternalFailure } from "../../../base/errors.ts"
import type { LibraryRecord, SourceRecord } from "../../../catalogue/libraries/records.ts"
import { assertMayAddAgain } from "./add-again.ts"
import { DuplicateRepository } from "../../errors.ts"
import { isSameRepository, readCredential, readGitAddress, type GitAddress } from "../../../sources/git/address.ts"
import { type Ownership, ownershipOf, privateTeamspaceOf } from "../ownership.ts"
import { allow } from "../../service-context.ts"
import { queueLibrary, submitLibrary } from "./submit-library.ts"
import type { AddLibraryServices } from "./add-library-services.ts"

/** What the path of the request says about the host. */
export type GitHostKind = "github" | "gitlab" | "bitbucket" | "git"

/** Rounds after which somebody else keeps taking every identifier; more than two would be a defect. */
const MAX_ROUNDS = 20

const KNOWN_HOSTS: Readonly<Record<string, GitHostKind>> = {
  "github.com": "github",
  "gitlab.com": "gitlab",
  "bitbucket.org": "bitbucket",
}

/**
 * Queues a git repository to become a library. Answers from the request and the catalogue alone, without a call to the
 * host; what the repository turns out to be stands on the job.
 *
 * @throws {InvalidInput} {AddressRefused} when the address cannot be one of a repository that may be fetched.
 * @throws {DuplicateRepository} when the repository is there already as a private library.
 * @throws {Forbidden} for a project of another teamspace.
 */
export async function addGitRepository(
  context: AddLibraryServices,
  caller: Caller,
  request: AddGitRequest & { readonly hostKind: GitHostKind },
): Promise<AddLibraryResponse> {
  allow(context, caller, "addLibrary")
  const address = readGitAddress(request.docsRepoUrl, context.guard, request.gitToken)
  const { projectId } = request
  const owner = await ownershipOf(context, caller, { isPrivate: isPrivate(request), projectId })
  const source = gitSourceOf(context, request, { address, teamspaceKey: owner.teamspaceKey })
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const place = await findRepository(context, address, { owner, readable: privateTeamspaceOf(context, caller) })
    if (place.existing !== undefined) {
      return addAgain(context, caller, { library: place.existing, source, request, owner })
    }
    const { repo } = address.identity
    const added = await submitLibrary(context, caller, {
      id: place.freeId,
      kind: "repo",
      title: repo,
      description: "",
      isDescribed: false,
      ...owner,
      source,
    })
    // Undefined: another request took the identifier in between, so look again at what is there now.
    if (added !== undefined) return { libraryName: added.id, message: `${added.id} is queued for processing` }
  }
  throw new InternalFailure(`no identifier is free for ${address.identity.id}`)
}

/** A token says that the repository is not open to everyone, so neither is what is read with it. */
function isPrivate(request: AddGitRequest): boolean {
  return request.private ?? request.gitToken !== undefined
}

/** Makes the record of a repository as a request describes it. @param teamspaceKey to whom a private one belongs; null: public. */
export function gitSourceOf(
  context: AddLibraryServices,
  request: AddGitRequest & { readonly hostKind: GitHostKind },
  { address, teamspaceKey }: { readonly address: GitAddress; readonly teamspaceKey: string | null },
): SourceRecord {
  const { identity, url } = address
  const usesAccount = teamspaceKey !== null && request.gitToken === undefined && request.hostKind !== "git"
  return {
    type: "git",
    // Read with the account that this teamspace has connected at the host, when there is one.
    ...(usesAccount ? { options: { teamspaceKey } } : {}),
    url,
    hostKind: KNOWN_HOSTS[identity.host] ?? request.hostKind,
    branch: request.branch ?? identity.branch ?? null,
    folders: request.folders ?? (identity.path === undefined ? [] : [identity.path]),
    excludeFolders: request.excludeFolders ?? [],
    excludeFiles: request.excludeFiles ?? [],
    skipVersionFiltering: request.skipVersionFiltering === true,
    generateDocs: request.generateDocs === true,
    sealedToken: request.gitToken === undefined ? null : context.sealer.seal(readCredential(url, request.gitToken)),
  }
}

/** Where a repository is, or goes. */
export type Place =
  | { readonly existing: LibraryRecord; readonly freeId?: undefined }
  | { readonly existing?: undefined; readonly freeId: LibraryId }

/** For whom a repository is looked up. */
export interface RepositorySeeker {
  /** To whom it will belong. */
  readonly owner: Ownership
  /** Teamspace whose private libraries the caller may know of; null: none. */
  readonly readable: string | null
}

/** Finds the library of this repository, or the identifier that it gets: its own, one with its host, a numbered one. */
export async function findRepository(
  context: Pick<AddLibraryServices, "catalogue" | "settings">,
  { identity, url }: GitAddress,
  { owner, readable }: RepositorySeeker,
): Promise<Place> {
  const { libraries } = context.catalogue
  // What the teamspace has privately stands before everything else; nobody hears of what other teamspaces have.
  const own = readable === null ? undefined : await libraries.bySourceUrl(url, readable)
  const open = await libraries.bySourceUrl(url)
  const bySource = own ?? (owner.isPrivate && !isFailure(open, context) ? undefined : open)
  if (bySource?.source.type === "git") return { existing: bySource }
  const alternate = alternateRepositoryId(identity)
  for (let ordinal = 0; ; ordinal++) {
    const id = ordinal === 0 ? identity.id : numberedLibraryId(alternate, ordinal)
    const taken = await libraries.byId(id, owner.teamspaceKey)
    if (taken === undefined) return { freeId: id }
    if (taken.source.type === "git" && isSameRepository(taken.source.url, identity)) return { existing: taken }
  }
}

/** A public library that never came to be becomes private when credentials are given; on a shared instance it stays. */
function isFailure(library: LibraryRecord | undefined, { settings }: Pick<AddLibraryServices, "settings">): boolean {
  return settings.LECTERN_EDITION === "self-hosted" && library?.state === "error" && library.publishedAtMs === null
}

interface Again {
  readonly library: LibraryRecord
  readonly source: SourceRecord
  readonly request: AddGitRequest
  readonly owner: Ownership
}

/** A failed library is tried again with what was given now; a good one only when forced. */
async function addAgain(context: AddLibraryServices, caller: Caller, again: Again): Promise<AddLibraryResponse> {
  const { library, source, request, owner } = again
  await assertMayAddAgain(context, caller, library)
  const { libraries } = context.catalogue
  const target =
    library.redirectTo === null ? undefined : await libraries.byId(library.redirectTo, library.teamspaceKey)
  if (target !== undefined && request.force !== true) {
    return { libraryName: target.id, message: `${library.id} has moved to ${target.id}` }
  }
  // A sign to a library that was deleted stands for nothing: the repository is read as if it were new.
  const hasFailed = library.state === "error" || (library.redirectTo !== null && target === undefined)
  if (!hasFailed && library.isPrivate) {
    throw new DuplicateRepository(`the repository is there already as ${library.id}, a private library`)
  }
  if (!hasFailed && request.force !== true) {
    return { libraryName: library.id, message: `${library.id} exists already: send force to process it again` }
  }
  await libraries.update(library.key, {
    source,
    ...(owner.isPrivate && !library.isPrivate ? owner : {}),
  })
  await queueLibrary(context, caller, library, { cause: "add", force: true })
  await context.catalogueSync.catchUp()
  return { libraryName: library.id, message: `${library.id} is queued to be processed again` }
}
