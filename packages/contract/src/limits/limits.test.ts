import { describe, expect, it } from "vitest"
import { LIMITS } from "./limits.ts"

describe("limits", () => {
  it("are the numbers of the interface, a megabyte being 2^20 bytes", () => {
    expect(LIMITS).toMatchObject({
      fileUploadMaxFiles: 50,
      fileUploadMaxBytesPerFile: 52_428_800,
      fileUploadMaxBytesTotal: 209_715_200,
      openApiUploadMaxBytes: 10_485_760,
      pdfUploadMaxBytes: 52_428_800,
      queryMinCharacters: 1,
      queryMaxCharacters: 500,
      libraryIdMinCharacters: 1,
      libraryIdMaxCharacters: 500,
      metricsDaysMin: 1,
      metricsDaysMax: 365,
      metricsDaysDefault: 30,
      combinedQuestionMinCharacters: 1,
      combinedQuestionMaxCharacters: 2000,
      combinedLibrariesMaxCount: 4,
      combinedLibraryMinCharacters: 1,
      combinedLibraryMaxCharacters: 120,
      languageMinCharacters: 1,
      languageMaxCharacters: 40,
      localPackageNodeMajorMin: 18,
    })
  })

  it("are the numbers of the decisions", () => {
    expect(LIMITS).toMatchObject({
      contextTokensMin: 500,
      contextTokensMax: 20_000,
      contextTokensDefault: 5000,
      contextSnippetsMinCount: 1,
      contextSnippetsMaxCount: 50,
      snippetMaxTokens: 440,
      searchResultsMaxCount: 30,
      importBundleMaxBytes: 104_857_600,
      websiteMaxPagesDefault: 1000,
      websiteMaxDepthDefault: 10,
      requestTimeoutDefaultMs: 60_000,
      branchLookupTimeoutMs: 10_000,
      addAnswerMaxMs: 1000,
      metricsDelayMaxMs: 5000,
      bootstrapKeyMinCharacters: 32,
      unknownScore: -1,
    })
  })
})
