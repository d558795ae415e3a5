import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type TrustInputs, trustScore } from "./trust-score.ts"

const NOW_MS = Date.UTC(2026, 10, 22)
const YEAR_MS = 365.25 * 86_400_000

const time = fc.option(fc.integer({ min: NOW_MS - 30 * YEAR_MS, max: NOW_MS }))
const count = fc.option(fc.nat(2_000_000))
const flag = fc.option(fc.boolean())
const makeAttributes = fc.record({
  isPublicHost: fc.boolean(),
  stars: count,
  isOrganisation: flag,
  isOwnerVerified: fc.boolean(),
  ownerCreatedAtMs: time,
  createdAtMs: time,
  changedAtMs: time,
  license: fc.option(fc.constant("MIT")),
  isArchived: flag,
  isFork: flag,
  site: fc.option(fc.record({ backlinks: count, referringDomains: count, organicTraffic: count })),
})

/** Each fact with the change that makes it better. */
const BETTER: readonly (readonly [string, (facts: TrustInputs) => TrustInputs])[] = [
  ["more stars", (facts) => ({ ...facts, stars: facts.stars === null ? null : 3 * (facts.stars ?? 0) + 10 })],
  ["an organisation", (facts) => ({ ...facts, isOrganisation: facts.isOrganisation === null ? null : true })],
  ["a verified owner", (facts) => ({ ...facts, isOwnerVerified: true })],
  [
    "an older owner",
    (facts) => ({ ...facts, ownerCreatedAtMs: facts.ownerCreatedAtMs ? facts.ownerCreatedAtMs - YEAR_MS : null }),
  ],
  [
    "an older repository",
    (facts) => ({ ...facts, createdAtMs: facts.createdAtMs ? facts.createdAtMs - YEAR_MS : null }),
  ],
  [
    "a newer change",
    (facts) => ({ ...facts, changedAtMs: facts.changedAtMs ? Math.min(NOW_MS, facts.changedAtMs + YEAR_MS) : null }),
  ],
  ["a licence", (facts) => ({ ...facts, license: "MIT" })],
  ["a public host", (facts) => ({ ...facts, isPublicHost: true })],
  ["no archive", (facts) => ({ ...facts, isArchived: false })],
  ["no fork", (facts) => ({ ...facts, isFork: false })],
  [
    "a better known site",
    (facts) => ({ ...facts, site: facts.site ? { ...facts.site, referringDomains: 3_000_000 } : null }),
  ],
]

describe("trustScore", () => {
  it("is -1 when nothing is known", () => {
    expect(trustScore({}, NOW_MS)).toBe(-1)
    expect(trustScore({ stars: null, license: null, site: null, isPublicHost: false }, NOW_MS)).toBe(-1)
  })

  it("lies between 0 and 10 with one decimal for whatever is known", () => {
    fc.assert(
      fc.property(makeAttributes, (facts) => {
        const score = trustScore(facts, NOW_MS)
        const isInRange = score === -1 || (score >= 0 && score <= 10)
        expect(isInRange && Math.round(score * 10) / 10 === score).toBe(true)
      }),
    )
  })

  it.each(BETTER)("never falls by %s", (_name, improve) => {
    fc.assert(
      fc.property(makeAttributes, (facts) => {
        expect(trustScore(improve(facts), NOW_MS)).toBeGreaterThanOrEqual(trustScore(facts, NOW_MS))
      }),
    )
  })

  it("tells a famous, old, living project from a forgotten one", () => {
    const famous: TrustInputs = {
      isPublicHost: true,
      stars: 95_000,
      isOrganisation: true,
      isOwnerVerified: true,
      ownerCreatedAtMs: NOW_MS - 12 * YEAR_MS,
      createdAtMs: NOW_MS - 9 * YEAR_MS,
      changedAtMs: NOW_MS,
      license: "MIT",
      isArchived: false,
      isFork: false,
    }
    const forgotten = { ...famous, stars: 2, isOrganisation: false, isOwnerVerified: false, isArchived: true }

    expect(trustScore(famous, NOW_MS)).toBeGreaterThan(9.8)
    expect(trustScore({ ...forgotten, changedAtMs: NOW_MS - 5 * YEAR_MS }, NOW_MS)).toBeLessThan(3)
    expect(trustScore({ isPublicHost: true, license: "MIT", changedAtMs: NOW_MS }, NOW_MS)).toBe(5.1)
  })
})
