import { type LibraryConfig, newestVersionsFirst, versionTagOf } from "@lectern/contract"
import type { SourceReference, SourceSnapshot } from "../../sources/base/source-file.ts"

/** Maximum number of tags per source; some have tens of thousands of nightly builds. */
const MAX_TAGS = 500
/** Maximum number of branches per source; most are work in progress. */
const MAX_BRANCHES = 100
/** Branches that programs create and delete daily, or that contain no sources. */
const NOT_OFFERED = /^(dependabot|renovate|snyk|all-contributors|pre-commit-ci|gh-pages$|gh-readonly-queue)/i

/** The versions that a source offers. */
export interface SourceVersions {
  /** Versions, newest first, with tags before branches; shown as the library's available versions. */
  readonly available: readonly string[]
  /**
   * Returns the revision of a version; undefined if the source has no such tag or branch. Tags take precedence over
   * branches with the same name.
   */
  revisionOf(version: string): string | undefined
}

/**
 * Returns the versions of a snapshot's source.
 *
 * @returns undefined for sources without tags and branches.
 */
export function readSourceVersions(
  snapshot: Pick<SourceSnapshot, "tags" | "branches" | "branch">,
): SourceVersions | undefined {
  const { tags, branches } = snapshot
  if (tags === undefined && branches === undefined) return undefined
  const offered = (branches ?? []).filter(({ name }) => name !== snapshot.branch && !NOT_OFFERED.test(name))
  const revisionByVersion = new Map<string, string>()
  for (const { name, revision } of [...(branches ?? []), ...(tags ?? [])]) {
    revisionByVersion.set(versionTagOf(name), revision)
  }
  // Exact names come last, because they take precedence over names whose `/` became `_`.
  for (const { name, revision } of [...(branches ?? []), ...(tags ?? [])]) revisionByVersion.set(name, revision)
  const available = new Set([...newestFirst(tags ?? [], MAX_TAGS), ...newestFirst(offered, MAX_BRANCHES)])
  return { available: [...available], revisionOf: (version) => revisionByVersion.get(version) }
}

function newestFirst(references: readonly SourceReference[], maxCount: number): readonly string[] {
  return newestVersionsFirst(references.map(({ name }) => versionTagOf(name))).slice(0, maxCount)
}

/** The versions that the library config names, with a note for each that the source does not have. */
export interface NamedVersions {
  readonly versions: readonly string[]
  readonly notes: readonly string[]
}

/** Returns the versions that the library config adds to the default one. */
export function readNamedVersions(manifest: LibraryConfig, offered: SourceVersions | undefined): NamedVersions {
  const named = [
    ...(manifest.previousVersions ?? []).map(({ tag }) => ({ field: "previousVersions", name: tag })),
    ...(manifest.branchVersions ?? []).map(({ branch }) => ({ field: "branchVersions", name: branch })),
  ]
  const isThere = ({ name }: { readonly name: string }) => offered?.revisionOf(versionTagOf(name)) !== undefined
  return {
    versions: [...new Set(named.filter(isThere).map(({ name }) => versionTagOf(name)))],
    notes: named
      .filter((entry) => !isThere(entry))
      .map(({ field, name }) => `${field} in the library config names ${name}, which does not exist in the source`),
  }
}
