import type { LecternClient } from "@lectern/client"
import type { LibraryRecord, LibraryVersion } from "@lectern/contract"
import { isSameVersion } from "../session/is-same-version.ts"
import type { Dependency } from "./dependency.ts"
import { type Documentation, documentationOf, type PackageOverrides } from "./documentation.ts"
import { createLibraryFinder, documentationId } from "./match-library.ts"

/**
 * State of a dependency on a server:
 * - `indexed`: the exact version exists, or the documentation has no versions;
 * - `queued`: the library or version is being indexed;
 * - `failed`: the last attempt to index the library or version failed, and nothing is served;
 * - `version-missing`: the library exists, the version does not;
 * - `library-missing`: the library does not exist, but its repository is known;
 * - `unknown`: neither a library nor a repository is known;
 * - `excluded`: the `lectern.yaml` of the project says that the package needs no documentation.
 */
export type SyncState = "indexed" | "queued" | "failed" | "version-missing" | "library-missing" | "unknown" | "excluded"

/** A dependency and its state on the server. */
export interface SyncItem {
  readonly dependency: Dependency
  readonly state: SyncState
  readonly libraryId: string | undefined
  /** Tag of the version that matches, or else the tag to index. */
  readonly tag: string | undefined
  /** Location of the package's documentation, if it is known. */
  readonly documentation: Documentation | undefined
  /** True if the package has a version but the documentation has none, so that the current documentation is used. */
  readonly isCurrent: boolean
  /** Why a library failed; undefined if it did not, or if only one version failed. */
  readonly reason?: string | undefined
}

/** Returns true if `--yes` adds an item or tries it again. */
export function isAddable({ state }: SyncItem): boolean {
  return state === "version-missing" || state === "library-missing" || state === "failed"
}

/** Maximum number of parallel requests. */
const CONCURRENCY = 6

/** Compares dependencies with the libraries of a server, without changing anything. */
export async function planSync(
  client: LecternClient,
  { dependencies, overrides }: { readonly dependencies: readonly Dependency[]; readonly overrides: PackageOverrides },
  signal: AbortSignal,
): Promise<readonly SyncItem[]> {
  const finder = createLibraryFinder(client, signal)
  const items: SyncItem[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < dependencies.length; at = next++) {
      const dependency = dependencies[at]
      if (dependency !== undefined) items[at] = await plan(dependency)
    }
  }
  const plan = async (dependency: Dependency): Promise<SyncItem> => {
    const documentation = documentationOf(dependency, overrides)
    if (documentation === "none") return { ...unmatched(dependency), state: "excluded" }
    return compare({ dependency, documentation }, await finder.find(dependency, documentation))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return items
}

function unmatched(dependency: Dependency): SyncItem {
  return {
    dependency,
    state: "unknown",
    libraryId: undefined,
    tag: undefined,
    documentation: undefined,
    isCurrent: false,
  }
}

/** Determines the state of a dependency from its library. */
export function compare(
  { dependency, documentation }: Pick<SyncItem, "dependency" | "documentation">,
  library: LibraryRecord | undefined,
): SyncItem {
  const subject = { ...unmatched(dependency), documentation }
  const wantedId = documentation && documentationId(documentation)
  if (library === undefined) {
    const isAddable = documentation?.repositoryUrl !== undefined && wantedId !== undefined
    return { ...subject, state: isAddable ? "library-missing" : "unknown", libraryId: wantedId }
  }
  const reason = library.state === "error" ? library.lastJob?.error?.message : undefined
  const found = { ...subject, libraryId: library.id, reason }
  const served = STATE_OF_LIBRARY[library.state]
  if (dependency.version === undefined) return { ...found, state: served }
  const isOwn = library.id.toLowerCase() === wantedId?.toLowerCase()
  if (!hasVersions(library) || (isOwn && documentation?.hasVersionTags === false)) {
    return { ...found, state: served, isCurrent: true }
  }
  const version = findVersion(library.availableVersions, dependency)
  // The tags of a library are unknown until it has been indexed.
  if (version === undefined) return { ...found, state: isServed(library) ? "version-missing" : served }
  return { ...found, state: STATE_OF_VERSION[version.state], tag: version.tag }
}

const STATE_OF_LIBRARY: Readonly<Record<LibraryRecord["state"], SyncState>> = {
  initial: "queued",
  processing: "queued",
  finalized: "indexed",
  error: "failed",
  delete: "unknown",
}

const STATE_OF_VERSION: Readonly<Record<LibraryVersion["state"], SyncState>> = {
  indexed: "indexed",
  queued: "queued",
  processing: "queued",
  available: "version-missing",
  failed: "failed",
}

/**
 * Returns true if a library has versions. Only repositories have versions, and an indexed one without any tag has none.
 */
function hasVersions(library: LibraryRecord): boolean {
  return library.source.kind === "git" && !(isServed(library) && library.availableVersions.length === 0)
}

function isServed(library: LibraryRecord): boolean {
  return library.state === "finalized"
}

/** Finds the tag of exactly this version; prefers a tag with the name of the package, then the simplest one. */
function findVersion(
  versions: readonly LibraryVersion[],
  { name, version = "" }: Dependency,
): LibraryVersion | undefined {
  const same = versions.filter(({ tag }) => isSameVersion(tag, version))
  const rank = ({ tag }: LibraryVersion) => {
    const prefix = tag.slice(0, Math.max(0, tag.indexOf(version.split(".")[0] ?? "")))
    if (prefix.toLowerCase().includes(name.toLowerCase())) return 0
    return /^v?$/i.test(prefix) ? 1 : 2
  }
  return same.toSorted((left, right) => rank(left) - rank(right))[0]
}
