import type { PolicyConfiguration } from "@lectern/contract"
import { describe, expect, it } from "vitest"
import { draftOf, policyChange } from "./policy-change.ts"

const on = { enabled: true }
const STORED: PolicyConfiguration = {
  sourceTypes: {
    public_repos: on,
    private_sources: on,
    wiki: on,
    uploaded_files: on,
    websites: { enabled: false },
    llmstxt: on,
  },
  libraryFilters: {
    mode: "quality",
    quality: {
      requireVerified: false,
      minTrustScore: 3,
      maxAgeDays: null,
      blockedLibraries: ["/a/b"],
      exceptedLibraries: [],
      repoFilters: { minStars: null, allowedLicenses: ["MIT"] },
      websiteFilters: { minBacklinks: null, minReferringDomains: null, minOrganicTraffic: null },
    },
    select: { allowedLibraries: [] },
  },
  suspiciousContent: { action: "flag", maxFlaggedSnippets: 0 },
  flagged: { snippetCount: 0, libraryCount: 0, blockedCount: 0 },
  accessibleLibraryCount: 4,
}

describe("a change of policies", () => {
  it("is undefined while the form shows what is stored", () => {
    expect(policyChange(STORED, draftOf(STORED))).toBeUndefined()
  })

  it("contains only what differs", () => {
    const draft = {
      ...draftOf(STORED),
      enabledTypes: ["public_repos", "private_sources", "uploaded_files", "websites", "llmstxt"],
      mode: "",
      minTrustScore: "",
      minStars: "100",
      blocked: "/c/d\n/a/b /c/d",
      licenses: "Apache-2.0",
      allowed: "/x",
      suspiciousAction: "block" as const,
      maxFlaggedSnippets: "2",
    }

    expect(policyChange(STORED, draft)).toEqual({
      sourceTypes: { enable: ["websites"], disable: ["wiki"] },
      libraryFilters: {
        mode: null,
        quality: {
          minTrustScore: null,
          blockedLibraries: { add: ["/c/d"] },
          repoFilters: { minStars: 100, allowedLicenses: { add: ["Apache-2.0"], remove: ["MIT"] } },
        },
        select: { allowedLibraries: { add: ["/x"] } },
      },
      suspiciousContent: { action: "block", maxFlaggedSnippets: 2 },
    })
  })
})
