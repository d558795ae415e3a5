import type { HostMetadata, SitePopularity } from "../catalogue/libraries/metadata-records.ts"
import { DAY_MS } from "../base/durations.ts"

/** Inputs of a trust score; null or missing means unknown. */
export interface TrustInputs {
  /** True for a public host where everyone can see the owner and the age of a repository. */
  readonly isPublicHost?: boolean
  readonly stars?: number | null
  readonly isOrganisation?: boolean | null
  /** True if the host has verified the identity of the organisation. */
  readonly isOwnerVerified?: boolean
  readonly ownerCreatedAtMs?: number | null
  readonly createdAtMs?: number | null
  /** Time of the last push or commit. */
  readonly changedAtMs?: number | null
  /** SPDX id. */
  readonly license?: string | null
  readonly isArchived?: boolean | null
  readonly isFork?: boolean | null
  readonly site?: SitePopularity | null
}

const YEAR_MS = 365.25 * DAY_MS

/** Weight of each part; the sum is 10. */
const TRUST_WEIGHTS = {
  fame: 4.5,
  ownerAge: 1,
  owner: 0.5,
  age: 1,
  activity: 1.5,
  license: 1,
  host: 0.5,
} as const
/** Value of an unknown part, between 0 and 1: less than half, because most libraries with unknown parts are small. */
const UNKNOWN = 0.3
/** Factor for the score of an archived repository. */
const ARCHIVED_FACTOR = 0.5
const FORK_FACTOR = 0.8

/** Counts at which a part reaches its full value. */
const FULL = { stars: 100_000, backlinks: 1_000_000, referringDomains: 10_000, organicTraffic: 1_000_000 } as const
const FULL_OWNER_YEARS = 10
const FULL_YEARS = 8
/** Changes within the first time have the full value; changes before the second have none. */
const ACTIVE_MS = { full: 90 * DAY_MS, none: 3 * YEAR_MS } as const

/**
 * Computes the trust score from what is known about a library (docs/scores.md has the formula). A better value of any
 * part never lowers the score.
 *
 * @returns 0 to 10 with one decimal; -1 if nothing is known.
 */
export function trustScore(facts: TrustInputs, nowMs: number): number {
  const parts = partsOf(facts, nowMs)
  const values = Object.values(parts)
  if (values.every((value) => value === undefined)) return -1
  const names = Object.keys(TRUST_WEIGHTS) as (keyof typeof TRUST_WEIGHTS)[]
  const sum = names.reduce((total, name) => total + TRUST_WEIGHTS[name] * (parts[name] ?? UNKNOWN), 0)
  const factor = (facts.isArchived === true ? ARCHIVED_FACTOR : 1) * (facts.isFork === true ? FORK_FACTOR : 1)
  return Math.round(10 * sum * factor) / 10
}

type Parts = Readonly<Record<keyof typeof TRUST_WEIGHTS, number | undefined>>

function partsOf(facts: TrustInputs, nowMs: number): Parts {
  const years = (sinceMs: number | null | undefined, full: number) =>
    sinceMs === null || sinceMs === undefined ? undefined : clamp((nowMs - sinceMs) / YEAR_MS / full)
  const { changedAtMs, license, isPublicHost } = facts
  return {
    fame: popularityOf(facts),
    ownerAge: years(facts.ownerCreatedAtMs, FULL_OWNER_YEARS),
    owner: ownerOf(facts),
    age: years(facts.createdAtMs, FULL_YEARS),
    activity:
      changedAtMs === null || changedAtMs === undefined
        ? undefined
        : clamp((ACTIVE_MS.none - (nowMs - changedAtMs)) / (ACTIVE_MS.none - ACTIVE_MS.full)),
    license: license === null || license === undefined ? undefined : 1,
    host: isPublicHost === true ? 1 : undefined,
  }
}

/** Returns the largest of the stars and the site's counts, on a logarithmic scale. */
function popularityOf({ stars, site }: TrustInputs): number | undefined {
  const counts: readonly (readonly [number | null | undefined, number])[] = [
    [stars, FULL.stars],
    [site?.backlinks, FULL.backlinks],
    [site?.referringDomains, FULL.referringDomains],
    [site?.organicTraffic, FULL.organicTraffic],
  ]
  const known = counts.flatMap(([count, full]) =>
    count === null || count === undefined ? [] : [clamp(Math.log1p(Math.max(0, count)) / Math.log1p(full))],
  )
  return known.length === 0 ? undefined : Math.max(...known)
}

function ownerOf({ isOrganisation, isOwnerVerified }: TrustInputs): number | undefined {
  if (isOwnerVerified === true) return 1
  return isOrganisation === null || isOrganisation === undefined ? undefined : isOrganisation ? 0.7 : 0.3
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

/** Converts metadata of a git host to inputs of a trust score. */
export function trustInputsOf(host: HostMetadata | undefined): TrustInputs {
  if (host === undefined) return {}
  return {
    stars: host.stars,
    isOrganisation: host.owner?.isOrganisation ?? null,
    isOwnerVerified: host.owner?.isVerified ?? false,
    ownerCreatedAtMs: host.owner?.createdAtMs ?? null,
    createdAtMs: host.createdAtMs,
    isArchived: host.isArchived,
    isFork: host.isFork,
  }
}
