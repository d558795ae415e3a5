import { LIMITS, type PolicySourceType, isUrl } from "@lectern/contract"
import type { LibraryOutline } from "../../catalogue/libraries/records.ts"
import type { SitePopularity } from "../../catalogue/libraries/metadata-records.ts"
import { type CompiledAccess, compileAccess } from "./access-rules.ts"

/** The attributes of a library that decide its visibility; small enough to stay in memory for every library. */
export interface LibraryAttributes {
  readonly key: string
  readonly foldedId: string
  /** Owner; null for a public library. */
  readonly teamspaceKey: string | null
  /** The library's own access rule; null: the rules of the teamspace apply. */
  readonly access: CompiledAccess | null
  readonly sourceType: PolicySourceType
  /** Selects the filters that apply. */
  readonly family: "repository" | "site" | "other"
  /** Host of the source without `www.`, lower case; empty without an address. */
  readonly host: string
  /** -1 when unknown. */
  readonly stars: number
  /**
   * -1 when unknown, including when the popularity of the source is unknown, which makes up almost half of the score.
   */
  readonly trustScore: number
  readonly isVerified: boolean
  /** SPDX id in lower case. */
  readonly license: string | null
  readonly siteFacts: SitePopularity | null
  readonly updatedAtMs: number | null
  /** Snippets with suspicious text in the default version. */
  readonly flaggedSnippets: number
}

/** Extracts the attributes that decide the visibility of a library. */
export function attributesOf(library: LibraryOutline): LibraryAttributes {
  const sourceType = sourceTypeOf(library)
  return {
    key: library.key,
    foldedId: library.foldedId,
    teamspaceKey: library.teamspaceKey,
    access: library.access === null ? null : compileAccess(library.access),
    sourceType,
    family: familyOf(sourceType),
    host: hostOf(library.source.url),
    stars: library.stars,
    trustScore: isPopularityKnown(library) ? library.trustScore : LIMITS.unknownScore,
    isVerified: library.isVerified,
    license: library.license === null ? null : library.license.toLowerCase(),
    siteFacts: library.siteFacts,
    updatedAtMs: library.publishedAtMs,
    flaggedSnippets: library.flaggedSnippets,
  }
}

function isPopularityKnown({ stars, siteFacts }: LibraryOutline): boolean {
  const ofSite = siteFacts === null ? [] : Object.values(siteFacts)
  return stars !== LIMITS.unknownScore || ofSite.some((count) => count !== null)
}

/**
 * Imports have the kind that they were exported with; OpenAPI descriptions count as websites or uploads, depending on
 * how they were added.
 */
function sourceTypeOf({ kind, isPrivate, source }: LibraryOutline): PolicySourceType {
  switch (kind) {
    case "repo":
    case "import":
      return isPrivate ? "private_sources" : "public_repos"
    case "notes":
      return "private_sources"
    case "wiki":
      return "wiki"
    case "upload":
      return "uploaded_files"
    case "openapi":
      return source.type === "openapi" && source.url === "" ? "uploaded_files" : "websites"
    case "website":
      return "websites"
    case "llmstxt":
      return "llmstxt"
  }
}

function familyOf(sourceType: PolicySourceType): LibraryAttributes["family"] {
  switch (sourceType) {
    case "public_repos":
    case "private_sources":
      return "repository"
    case "websites":
    case "llmstxt":
      return "site"
    case "wiki":
    case "uploaded_files":
      return "other"
  }
}

/**
 * Matches the host of a typical address: a name in lower case. Parsing the URL takes twenty times as long, and a search
 * does this thirty times.
 */
const USUAL_HOST = /^https:\/\/((?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,})(?:\/|$)/

function hostOf(url: string): string {
  const usual = USUAL_HOST.exec(url)?.[1]
  // Internationalised names are validated by parsing the URL.
  if (usual !== undefined && !usual.includes("xn--")) return withoutWww(usual)
  // `git@host:path` is not a URL.
  const address = url.replace(/^[^@/:]+@([^@/:]+):.*$/s, "ssh://$1")
  return isUrl(address) ? withoutWww(new URL(address).hostname.toLowerCase()) : ""
}

/** Removes `www.`, because hosts with and without it are considered the same. */
export function withoutWww(host: string): string {
  return host.startsWith("www.") ? host.slice("www.".length) : host
}
