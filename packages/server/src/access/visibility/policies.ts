import { DEFAULT_SUSPICIOUS_CONTENT, LIMITS, POLICY_SOURCE_TYPES, type UpdatePoliciesRequest } from "@lectern/contract"
import { InvalidInput } from "../../base/errors.ts"
import type { StoredPolicies } from "../../catalogue/visibility-rules/records.ts"
import { canonicalEntry } from "./library-entries.ts"

type Filters = StoredPolicies["libraryFilters"]
type FiltersChange = NonNullable<UpdatePoliciesRequest["libraryFilters"]>
type QualityChange = NonNullable<FiltersChange["quality"]>

const enabled = { enabled: true }

/** Policies of a teamspace that has never changed them: all libraries are allowed. */
export const DEFAULT_POLICIES: StoredPolicies = {
  sourceTypes: {
    public_repos: enabled,
    private_sources: enabled,
    wiki: enabled,
    uploaded_files: enabled,
    websites: enabled,
    llmstxt: enabled,
  },
  libraryFilters: {
    mode: null,
    quality: {
      requireVerified: false,
      minTrustScore: null,
      maxAgeDays: null,
      blockedLibraries: [],
      exceptedLibraries: [],
      repoFilters: { minStars: null, allowedLicenses: [] },
      websiteFilters: { minBacklinks: null, minReferringDomains: null, minOrganicTraffic: null },
    },
    select: { allowedLibraries: [] },
  },
  suspiciousContent: DEFAULT_SUSPICIOUS_CONTENT,
}

/**
 * Applies a change of policies: omitted fields keep their values, and null clears a field.
 *
 * @throws {InvalidInput} if a list would exceed its limit.
 */
export function changePolicies(stored: StoredPolicies, change: UpdatePoliciesRequest): StoredPolicies {
  return {
    sourceTypes: changeSourceTypes(stored.sourceTypes, change.sourceTypes ?? {}),
    libraryFilters: changeFilters(stored.libraryFilters, change.libraryFilters ?? {}),
    suspiciousContent: {
      action: change.suspiciousContent?.action ?? stored.suspiciousContent.action,
      maxFlaggedSnippets: change.suspiciousContent?.maxFlaggedSnippets ?? stored.suspiciousContent.maxFlaggedSnippets,
    },
  }
}

function changeSourceTypes(
  stored: StoredPolicies["sourceTypes"],
  { enable = [], disable = [] }: NonNullable<UpdatePoliciesRequest["sourceTypes"]>,
): StoredPolicies["sourceTypes"] {
  const changed = { ...stored }
  for (const type of POLICY_SOURCE_TYPES) {
    if (enable.includes(type)) changed[type] = { enabled: true }
    if (disable.includes(type)) changed[type] = { enabled: false }
  }
  return changed
}

function changeFilters(stored: Filters, { mode, quality, select }: FiltersChange): Filters {
  return {
    mode: given(mode, stored.mode),
    quality: changeQuality(stored.quality, quality ?? {}),
    select: {
      allowedLibraries: changeEntries(stored.select.allowedLibraries, "allowedLibraries", select?.allowedLibraries),
    },
  }
}

function changeQuality(stored: Filters["quality"], change: QualityChange): Filters["quality"] {
  const { repoFilters = {}, websiteFilters = {} } = change
  return {
    requireVerified: given(change.requireVerified, stored.requireVerified) ?? false,
    minTrustScore: given(change.minTrustScore, stored.minTrustScore),
    maxAgeDays: given(change.maxAgeDays, stored.maxAgeDays),
    blockedLibraries: changeEntries(stored.blockedLibraries, "blockedLibraries", change.blockedLibraries),
    exceptedLibraries: changeEntries(stored.exceptedLibraries, "exceptedLibraries", change.exceptedLibraries),
    repoFilters: {
      minStars: given(repoFilters.minStars, stored.repoFilters.minStars),
      allowedLicenses: changeList(stored.repoFilters.allowedLicenses, "allowedLicenses", repoFilters.allowedLicenses),
    },
    websiteFilters: {
      minBacklinks: given(websiteFilters.minBacklinks, stored.websiteFilters.minBacklinks),
      minReferringDomains: given(websiteFilters.minReferringDomains, stored.websiteFilters.minReferringDomains),
      minOrganicTraffic: given(websiteFilters.minOrganicTraffic, stored.websiteFilters.minOrganicTraffic),
    },
  }
}

/** Undefined keeps the stored value; null is a value. */
function given<Value>(value: Value | undefined, stored: Value): Value {
  return value === undefined ? stored : value
}

interface ListChange {
  readonly add?: readonly string[] | undefined
  readonly remove?: readonly string[] | undefined
  readonly clear?: true | undefined
}

function changeEntries(stored: readonly string[], field: string, change: ListChange = {}): string[] {
  const { add, remove, clear } = change
  return changeList(stored, field, { add: add?.map(canonicalEntry), remove: remove?.map(canonicalEntry), clear })
}

/** Entries that differ only in letter case are duplicates; the first spelling is kept. */
function changeList(stored: readonly string[], field: string, change: ListChange = {}): string[] {
  if (change.clear === true) return []
  const byFolded = new Map(stored.map((entry) => [entry.toLowerCase(), entry]))
  for (const entry of change.remove ?? []) byFolded.delete(entry.toLowerCase())
  for (const entry of change.add ?? []) {
    if (!byFolded.has(entry.toLowerCase())) byFolded.set(entry.toLowerCase(), entry)
  }
  if (byFolded.size > LIMITS.policyListMaxCount) {
    throw new InvalidInput(
      `${field}: too many entries, ${byFolded.size} after this change. At most ${LIMITS.policyListMaxCount} are allowed`,
    )
  }
  return [...byFolded.values()]
}
