import type { LecternClient } from "@lectern/client"
import { type LibraryRecord, type LibraryVersion, parseVersionTag, repositoryIdentity } from "@lectern/contract"
import type { Dependency } from "./dependency.ts"
import { createLibraryFinder } from "./match-library.ts"

/**
 * State of a dependency on a server:
 * - `indexed`: the exact version exists, or the library has no versions;
 * - `queued`: the library or version is being indexed;
 * - `version-missing`: the library exists, the version does not;
 * - `library-missing`: the library does not exist, but its repository is known;
 * - `unknown`: neither a library nor a repository is known.
 */
export type SyncState = "indexed" | "queued" | "version-missing" | "library-missing" | "unknown"

/** A dependency and its state on the server. */
export interface SyncItem {
  readonly dependency: Dependency
  readonly state: SyncState
  readonly libraryId: string | undefined
  /** Version tag that serves it, else the one to index. */
  readonly tag: string | undefined
}

/** Maximum number of parallel requests. */
const CONCURRENCY = 6

/** Compares dependencies with the libraries of a server, without changes. */
export async function planSync(
  client: LecternClient,
  dependencies: readonly Dependency[],
  signal: AbortSignal,
): Promise<readonly SyncItem[]> {
  const finder = createLibraryFinder(client, signal)
  const items: SyncItem[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < dependencies.length; at = next++) {
      const dependency = dependencies[at]
      if (dependency !== undefined) items[at] = compare(dependency, await finder.find(dependency))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return items
}

/** Determines the state of a dependency from its library. */
export function compare(dependency: Dependency, library: LibraryRecord | undefined): SyncItem {
  if (library === undefined) {
    const identity = dependency.repositoryUrl === undefined ? undefined : repositoryIdentity(dependency.repositoryUrl)
    const isKnown = identity !== undefined && !("problem" in identity)
    return {
      dependency,
      state: isKnown ? "library-missing" : "unknown",
      libraryId: isKnown ? identity.id : undefined,
      tag: undefined,
    }
  }
  const subject = { dependency, libraryId: library.id }
  const hasVersions = library.source.kind === "git"
  if (dependency.version === undefined || !hasVersions) {
    return { ...subject, state: isServed(library) ? "indexed" : "queued", tag: undefined }
  }
  const version = findVersion(library.availableVersions, dependency)
  // The tags of a library are unknown until it has been indexed.
  if (version === undefined)
    return { ...subject, state: isServed(library) ? "version-missing" : "queued", tag: undefined }
  const state =
    version.state === "indexed"
      ? "indexed"
      : version.state === "queued" || version.state === "processing"
        ? "queued"
        : "version-missing"
  return { ...subject, state, tag: version.tag }
}

function isServed(library: LibraryRecord): boolean {
  return library.state === "finalized"
}

/** Finds the tag of exactly this version; prefers a tag with the name of the package, then the plainest one. */
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

/** `v1.2`, `1.2.0` and `pkg@1.2.0` are the same version; `1.2` is not `1.2.1`, and a release is not its prerelease. */
function isSameVersion(tag: string, version: string): boolean {
  const [left, right] = [parseVersionTag(tag), parseVersionTag(version)]
  if (left === undefined || right === undefined) return false
  const length = Math.max(left.numbers.length, right.numbers.length)
  for (let at = 0; at < length; at++) if ((left.numbers[at] ?? 0) !== (right.numbers[at] ?? 0)) return false
  return left.prerelease.join(".") === right.prerelease.join(".")
}
