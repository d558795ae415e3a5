import { LIMITS, repositoryIdentity } from "@lectern/contract"
import type { LibraryChanges, LibraryRecord } from "../catalogue/libraries/records.ts"
import type { LibraryMetadata } from "../catalogue/libraries/metadata-records.ts"
import { trustInputsOf, trustScore } from "./trust-score.ts"

/** Hosts where everyone can see the owner and the age of a repository. */
const PUBLIC_HOSTS: ReadonlySet<string> = new Set(["github.com", "gitlab.com", "bitbucket.org", "codeberg.org"])

type Weighed = Pick<LibraryRecord, "source" | "given" | "siteFacts" | "facts">

/**
 * Computes metadata from the data about a library: stars, licence, trust score, and whether it is verified. An admin's
 * values take precedence. An imported library keeps its values, except those set by an admin.
 */
export function mergeMetadata(
  library: Weighed,
  nowMs: number,
): Pick<LibraryChanges, "stars" | "license" | "trustScore" | "isVerified"> {
  const { source, given, siteFacts } = library
  const { host, source: own } = library.facts
  if (source.type === "import") {
    return { license: given.license, isVerified: given.isVerified ?? false }
  }
  const license = given.license ?? host?.license ?? own?.license ?? null
  const changedAtMs = latest(host?.pushedAtMs, own?.committedAtMs)
  const isPublicHost = source.type === "git" && isOnPublicHost(source.url)
  return {
    stars: host?.stars ?? LIMITS.unknownScore,
    license,
    trustScore: trustScore({ ...trustInputsOf(host), changedAtMs, license, isPublicHost, site: siteFacts }, nowMs),
    isVerified: given.isVerified ?? isVerifiedByRule(library.facts),
  }
}

/** Returns the host's description, unless a user or the repository itself has provided one. */
export function hostDescription({ given, isDescribed, facts }: Pick<LibraryRecord, "given" | "isDescribed" | "facts">) {
  const isGiven = given.description !== undefined || isDescribed || facts.source?.isDescribedByManifest === true
  return isGiven ? undefined : (facts.host?.description?.slice(0, LIMITS.descriptionMaxCharacters) ?? undefined)
}

/**
 * Returns true if a library is verified without an admin: the host has verified the organisation, and the repository
 * contains its own library config. The config of a copied repository belongs to the original.
 */
function isVerifiedByRule({ host, source }: LibraryMetadata): boolean {
  return host?.owner?.isVerified === true && host.isFork === false && source?.hasManifest === true
}

function isOnPublicHost(url: string): boolean {
  const identity = repositoryIdentity(url)
  return !("problem" in identity) && PUBLIC_HOSTS.has(identity.host)
}

function latest(left: number | null | undefined, right: number | null | undefined): number | null {
  const known = [left, right].filter((time) => time !== null && time !== undefined)
  return known.length === 0 ? null : Math.max(...known)
}
