import type { SuspiciousContentPolicy } from "@lectern/contract"
import type { StoredPolicies } from "../../catalogue/visibility-rules/records.ts"
import type { DedicatedHosts } from "../../config/dedicated-hosts.ts"
import { type EntryMatcher, matchEntries } from "./library-entries.ts"
import type { LibraryAttributes } from "./library-attributes.ts"
import { DAY_MS } from "../../base/durations.ts"

/** Returns true if policies allow a library at a time (epoch milliseconds). */
export type PolicyFilter = (facts: LibraryAttributes, nowMs: number) => boolean

const everything: PolicyFilter = () => true

/** Returns true if the policy for suspicious text blocks a library or version with this many flagged snippets. */
export function blocksFlagged(
  { action, maxFlaggedSnippets }: SuspiciousContentPolicy,
  flaggedSnippets: number,
): boolean {
  return action === "block" && flaggedSnippets > maxFlaggedSnippets
}

/**
 * Compiles policies for fast checks: source kinds and suspicious text apply to every library, the active filter only to public
 * ones.
 *
 * @param dedicatedHosts git hosts whose repositories have names without a host; undefined: all hosts.
 */
export function compilePolicies(
  { sourceTypes, libraryFilters, suspiciousContent }: StoredPolicies,
  dedicatedHosts?: DedicatedHosts,
): PolicyFilter {
  const isEveryTypeEnabled = Object.values(sourceTypes).every(({ enabled }) => enabled)
  const filter = activeFilter(libraryFilters, dedicatedHosts)
  if (isEveryTypeEnabled && filter === everything && suspiciousContent.action !== "block") return everything
  return (facts, nowMs) =>
    sourceTypes[facts.sourceType].enabled &&
    !blocksFlagged(suspiciousContent, facts.flaggedSnippets) &&
    (facts.teamspaceKey !== null || filter(facts, nowMs))
}

function activeFilter(
  { mode, quality, select }: StoredPolicies["libraryFilters"],
  dedicatedHosts: DedicatedHosts,
): PolicyFilter {
  switch (mode) {
    case null:
      return everything
    case "select":
      return matchTrusted(select.allowedLibraries, dedicatedHosts)
    case "quality":
      return qualityFilter(quality, dedicatedHosts)
  }
}

type Quality = StoredPolicies["libraryFilters"]["quality"]

/** Unknown values never exclude a library. */
function qualityFilter(quality: Quality, dedicatedHosts: DedicatedHosts): PolicyFilter {
  const isExcepted = matchTrusted(quality.exceptedLibraries, dedicatedHosts)
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

/** Compiles an allow list: `/owner` matches an owner on the dedicated hosts only, not the same name on another host. */
function matchTrusted(entries: readonly string[], dedicatedHosts: DedicatedHosts): EntryMatcher {
  const matches = matchEntries(entries)
  if (dedicatedHosts === undefined) return matches
  const domains = matchEntries(entries.filter((entry) => !entry.startsWith("/")))
  return (facts) => matches(facts) && (ownsItsName(facts, dedicatedHosts) || domains(facts))
}

function ownsItsName({ family, host, foldedId }: LibraryAttributes, dedicatedHosts: ReadonlySet<string>): boolean {
  if (family !== "repository" || host === "" || dedicatedHosts.has(host)) return true
  const [, owner = ""] = foldedId.split("/", 2)
  const written = host.replaceAll(/[.:]/g, "_").replaceAll(/[[\]]/g, "")
  return owner === written || (owner.startsWith(`${written}_`) && /^\d+$/.test(owner.slice(written.length + 1)))
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
