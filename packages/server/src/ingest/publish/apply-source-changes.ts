import { type LibraryId, repositoryIdentity } from "@lectern/contract"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { leaveRedirect } from "../../catalogue/libraries/leave-redirect.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { DedicatedHosts } from "../../config/dedicated-hosts.ts"
import { hasSameOrigin } from "../../sources/git/address.ts"
import { repositoryIdAt } from "../../sources/git/repository-ids.ts"
import type { SourceVersions } from "../read/source-versions.ts"

/** What a run found out about its source, apart from the content. */
export interface SourceChanges {
  /** Missing for sources without tags and branches. */
  readonly offered?: SourceVersions | undefined
  /** Versions in the library config; missing if it was not read. */
  readonly named?: readonly string[]
  /** New URL of the source, if it redirects permanently. */
  readonly movedTo?: string | undefined
  /** The current index recipe; versions with another one are rebuilt. */
  readonly recipe: string
}

/** The catalogue inside the transaction, and the git hosts whose ids have no host. */
interface ChangedCatalogue {
  readonly catalogue: Catalogue
  readonly dedicatedHosts?: DedicatedHosts
}

/** Maximum number of numbered ids that are tried; a host has few repositories with the same name. */
const MAX_ORDINAL = 20

/**
 * Stores what a run of the default version found out about its source: the available tags, versions to index or
 * refresh, and a new URL. Runs in the transaction that ends the job.
 */
export async function applySourceChanges(
  { catalogue: inside, dedicatedHosts }: ChangedCatalogue,
  libraryKey: string,
  news: SourceChanges,
): Promise<void> {
  const { offered, named, movedTo } = news
  const library = await inside.libraries.byKey(libraryKey)
  if (library === undefined || library.isDeleted) return
  if (offered !== undefined) {
    const isSame = JSON.stringify(offered.available) === JSON.stringify(library.availableTags)
    if (!isSame) await inside.libraries.update(library.key, { availableTags: offered.available })
    await queueVersions(inside, library, { ...news, offered, named: named ?? [] })
  }
  if (movedTo !== undefined) await followMove({ catalogue: inside, dedicatedHosts }, library, movedTo)
}

/** Queues versions that are configured but not indexed, and indexed versions whose branch or tag has moved. */
async function queueVersions(
  inside: Catalogue,
  library: LibraryRecord,
  { offered, named, recipe }: { offered: SourceVersions; named: readonly string[]; recipe: string },
): Promise<void> {
  const versions = await inside.versions.ofLibrary(library.key)
  const stale = versions.filter((version) => {
    const revision = version.tag === "" || version.indexHash === null ? undefined : offered.revisionOf(version.tag)
    return revision !== undefined && (revision !== version.revision || version.recipe !== recipe)
  })
  const indexed = new Set(versions.filter(({ indexHash }) => indexHash !== null).map(({ tag }) => tag))
  const missing = named.filter((tag) => !indexed.has(tag))
  for (const versionTag of [...missing, ...stale.map(({ tag }) => tag)]) {
    await inside.versions.ensure(library.key, versionTag)
    await inside.jobs.add({
      kind: "ingest",
      libraryKey: library.key,
      libraryId: library.id,
      versionTag,
      payload: { cause: "refresh" },
      requestedBy: null,
    })
  }
}

/** Gives a library the id of its repository's new location, with a redirect from the old id. */
async function followMove(
  { catalogue: inside, dedicatedHosts }: ChangedCatalogue,
  library: LibraryRecord,
  movedTo: string,
): Promise<void> {
  const identity = repositoryIdentity(movedTo)
  if ("problem" in identity || library.source.type !== "git") return
  const old = repositoryIdentity(library.source.url)
  if ("problem" in old || old.id.toLowerCase() === identity.id.toLowerCase()) return
  // A token is only valid for the host that it was created for.
  if (!hasSameOrigin(library.source.url, movedTo) && library.source.sealedToken !== null) return
  for (let ordinal = 0; ordinal < MAX_ORDINAL; ordinal++) {
    const id = repositoryIdAt(identity, ordinal, dedicatedHosts)
    const there = await inside.libraries.byId(id, library.teamspaceKey)
    // A private library must not take the place of a public one because its host says that it has moved there.
    if (there === undefined && library.isPrivate && (await inside.libraries.byId(id, null)) !== undefined) continue
    if (there === undefined) return await rename(inside, library, { id, url: movedTo })
    if (there.redirectTo?.toLowerCase() === library.foldedId) {
      // The repository has moved back: the redirect at its old id is removed.
      await inside.libraries.remove(there.key)
      return await rename(inside, library, { id, url: movedTo })
    }
    if (there.source.type !== "git" || !isSame(there.source.url, identity.sourceKey)) continue
    if (there.redirectTo === null) await inside.libraries.update(library.key, { redirectTo: there.id })
    return
  }
}

function isSame(url: string, sourceKey: string): boolean {
  const identity = repositoryIdentity(url)
  return !("problem" in identity) && identity.sourceKey === sourceKey
}

async function rename(
  inside: Catalogue,
  library: LibraryRecord,
  { id, url }: { readonly id: LibraryId; readonly url: string },
): Promise<void> {
  await inside.libraries.update(library.key, { id, source: { ...library.source, url } })
  await leaveRedirect(inside, library, id)
}
