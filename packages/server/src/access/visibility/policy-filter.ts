import type { StoredPolicies } from "../../catalogue/visibility-rules/records.ts"
import { matchEntries } from "./library-entries.ts"
import type { LibraryAttributes } from "./library-attributes.ts"

const DAY_MS = 86_400_000

/** Tells whether policies let a library be read at a time (epoch milliseconds). */
export type PolicyFilter = (facts: LibraryAttributes, nowMs: number) => boolean

const everything: PolicyFilter = () => true

/** Prepares policies for asking: source types count for every library, the active filter for public ones. */
export function compilePolicies({ sourceTypes, libraryFilters }: StoredPolicies): PolicyFilter {
  const isEveryTypeEnabled = Object.values(sourceTypes).every(({ enabled }) => enabled)
  const filter = activeFilter(libraryFilters)
  if (isEveryTypeEnabled && filter === everything) return everything
  return (facts, nowMs) =>
    sourceTypes[facts.sourceType].enabled && (facts.teamspaceKey !== null || filter(facts, nowMs))
}

function activeFilter({ mode, quality, select }: StoredPolicies["libraryFilters"]): PolicyFilter {
  switch (mode) {
    case null:
      return everything
    case "select":
      return matchEntries(select.allowedLibraries)
    case "quality":
      return qualityFilter(quality)
  }
}

type Quality = StoredPolicies["libraryFilters"]["quality"]

/** Facts that nobody knows never leave a library out. */
function qualityFilter(quality: Quality): PolicyFilter {
  const isExcepted = matchEntries(quality.exceptedLibraries)
  const isBlocked = matchEntries(quality.blockedLibraries)
  const isLicensed = licenseFilter(quality.repoFilters.allowedLicenses)
  const { requireVerified, minTrustScore, maxAgeDays, repoFilters, websiteFilters } = quality
  return (facts, nowMs) => {
    if (isExcepted(facts)) return true
    if (isBlocked(facts) || (requireVerified && !facts.isVerified)) return false
    if (!reaches(knownOf(facts.trustScore), minTrustScore)) return false
    if (maxAgeDays !== null && facts.updatedAtMs !== null && nowMs - facts.updatedAtMs > maxAgeDays * DAY_MS)
      return false
    if (facts.family === "repository") {
      return reaches(knownOf(facts.stars), repoFilters.minStars) && isLicensed(facts.license)
    }
    return facts.family !== "site" || isWellKnown(facts.siteFacts, websiteFilters)
  }
}

function licenseFilter(allowed: readonly string[]): (license: string | null) => boolean {
  const folded = new Set(allowed.map((license) => license.toLowerCase()))
  return (license) => folded.size === 0 || license === null || folded.has(license)
}

function isWellKnown(facts: LibraryAttributes["siteFacts"], least: Quality["websiteFilters"]): boolean {
  return (
    facts === null ||
    (reaches(facts.backlinks, least.minBacklinks) &&
      reaches(facts.referringDomains, least.minReferringDomains) &&
      reaches(facts.organicTraffic, least.minOrganicTraffic))
  )
}

function reaches(known: number | null, least: number | null): boolean {
  return known === null || least === null || known >= least
}

function knownOf(score: number): number | null {
  return score < 0 ? null : score
}
