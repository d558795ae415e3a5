import { shownDescription } from "../../catalogue/libraries/shown-description.ts"
import {
  compareVersionTags,
  type LibraryFacts,
  type LibrarySource,
  type LibraryVersion,
  type SearchResultItem,
  type SourceKind,
} from "@lectern/contract"
import type { LibraryKind, LibraryRecord, ShownLibrary } from "../../catalogue/libraries/records.ts"
import type { TagRecord, VersionRecord } from "../../catalogue/versions/records.ts"
import { indexedTags } from "../../resolve/find-version.ts"
import { timestamp, timestampOrNull } from "../../base/timestamp.ts"

const SOURCE_KIND_OF: Readonly<Record<LibraryKind, SourceKind>> = {
  repo: "git",
  upload: "upload",
  website: "website",
  openapi: "openapi",
  llmstxt: "llmstxt",
  wiki: "wiki",
  notes: "notes",
  import: "import",
}

/** Shown instead of the source of a private library. */
const PRIVATE_SOURCE = "Local (Private)"

/** Fields that search results and the library's own record have in common. */
export type LibraryFields = Omit<SearchResultItem, "source">

/** Converts the common fields of a library to their form in the contract. */
export function describeLibrary(library: ShownLibrary, versions: readonly TagRecord[]): LibraryFields {
  return {
    id: library.id,
    title: library.title,
    ...shownDescription(library),
    branch: library.branch,
    lastUpdateDate: timestamp(library.publishedAtMs ?? library.createdAtMs),
    state: library.state,
    totalTokens: library.totalTokens,
    totalSnippets: library.totalSnippets,
    stars: library.stars,
    trustScore: library.trustScore,
    benchmarkScore: library.given.benchmarkScore ?? library.benchmarkScore,
    versions: indexedTags(versions),
  }
}

/** Converts a library to an entry of search results. */
export function describeSearchResult(library: ShownLibrary, versions: readonly TagRecord[]): SearchResultItem {
  const fields = describeLibrary(library, versions)
  return library.isPrivate ? { ...fields, source: PRIVATE_SOURCE } : fields
}

/** Describes the source of a library, without paths of this machine. */
export function describeSource(library: LibraryRecord, revision: string | null): LibrarySource {
  const { type, url, branch, folders, excludeFolders, excludeFiles } = library.source
  return {
    kind: SOURCE_KIND_OF[library.kind],
    url: type === "folder" || type === "upload" || url === "" ? null : url,
    branch,
    folders: [...folders],
    excludeFolders: [...excludeFolders],
    excludeFiles: [...excludeFiles],
    revision,
  }
}

/** Describes the metadata of a library. */
export function describeMetadata({ license, facts, siteFacts }: LibraryRecord): LibraryFacts {
  const { host, source } = facts
  return {
    license,
    archived: host?.isArchived ?? null,
    fork: host?.isFork ?? null,
    createdAt: timestampOrNull(host?.createdAtMs ?? null),
    changedAt: timestampOrNull(host?.pushedAtMs ?? source?.committedAtMs ?? null),
    ownerIsOrganisation: host?.owner?.isOrganisation ?? null,
    ownerCreatedAt: timestampOrNull(host?.owner?.createdAtMs ?? null),
    site: siteFacts,
  }
}

/** Lists tags and branches that are served or could be served, newest first. */
export function describeVersions(library: LibraryRecord, versions: readonly VersionRecord[]): LibraryVersion[] {
  const known = versions.filter(({ tag }) => tag !== "").map(describeVersion)
  const knownTags = new Set(known.map(({ tag }) => tag))
  const others = library.availableTags
    .filter((tag) => !knownTags.has(tag))
    .map((tag): LibraryVersion => ({ tag, state: "available", totalSnippets: null, lastUpdateDate: null }))
  return [...known, ...others].sort((left, right) => compareVersionTags(left.tag, right.tag))
}

function describeVersion(version: VersionRecord): LibraryVersion {
  const isIndexed = version.indexHash !== null
  return {
    tag: version.tag,
    state: isIndexed ? "indexed" : VERSION_STATE_OF[version.state],
    totalSnippets: isIndexed ? version.totalSnippets : null,
    lastUpdateDate: timestampOrNull(version.publishedAtMs),
  }
}

const VERSION_STATE_OF = {
  initial: "queued",
  processing: "processing",
  finalized: "indexed",
  error: "failed",
} as const satisfies Record<VersionRecord["state"], LibraryVersion["state"]>
