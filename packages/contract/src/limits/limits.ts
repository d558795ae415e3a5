const MEBIBYTE = 2 ** 20

/** Every bound of the interface, with its unit in the name. Ranges include both ends. */
export const LIMITS = {
  /** `libraryName` and `query` of the library search, `query` of the context. */
  queryMinCharacters: 1,
  queryMaxCharacters: 500,
  libraryIdMinCharacters: 1,
  libraryIdMaxCharacters: 500,
  /** Longest URL in a request. */
  urlMaxCharacters: 2048,
  /** Titles and names that people give. */
  titleMaxCharacters: 500,
  descriptionMaxCharacters: 5000,
  gitTokenMaxCharacters: 4096,
  branchMaxCharacters: 255,
  /** Entries of `folders`, `excludeFolders`, `excludeFiles`, `excludePatterns`. */
  pathPatternsMaxCount: 500,
  pathPatternMaxCharacters: 1000,
  pageIdsMaxCount: 10_000,
  refreshScheduleMaxCharacters: 200,
  /** A lectern.yaml is read at once by the process that answers. */
  manifestMaxCharacters: 128 * 1024,
  manifestLibrariesMaxCount: 1000,
  manifestVersionsMaxCount: 100,
  /** A push webhook; forges cut what they tell of its commits. */
  hookMaxBytes: 2 * MEBIBYTE,

  searchResultsMaxCount: 30,

  contextTokensMin: 500,
  contextTokensMax: 20_000,
  contextTokensDefault: 5000,
  contextSnippetsMinCount: 1,
  contextSnippetsMaxCount: 50,
  /** No snippet renders to more; longer ones are split at indexing. */
  snippetMaxTokens: 440,

  combinedQuestionMinCharacters: 1,
  combinedQuestionMaxCharacters: 2000,
  combinedLibraryMinCharacters: 1,
  combinedLibraryMaxCharacters: 120,
  combinedLibrariesMaxCount: 4,
  languageMinCharacters: 1,
  languageMaxCharacters: 40,

  metricsDaysMin: 1,
  metricsDaysMax: 365,
  metricsDaysDefault: 30,
  /** A counted request shows in the metrics after at most this time. */
  metricsDelayMaxMs: 5000,

  fileUploadMaxFiles: 50,
  fileUploadMaxBytesPerFile: 50 * MEBIBYTE,
  fileUploadMaxBytesTotal: 200 * MEBIBYTE,
  openApiUploadMaxBytes: 10 * MEBIBYTE,
  pdfUploadMaxBytes: 50 * MEBIBYTE,
  importBundleMaxBytes: 100 * MEBIBYTE,

  websiteMaxPagesDefault: 1000,
  websiteMaxPagesMax: 100_000,
  websiteMaxDepthDefault: 10,
  websiteMaxDepthMax: 100,

  jobsPageDefaultCount: 20,
  jobsPageMaxCount: 100,
  /** Entries of one list of a file report; the totals beside it are complete. */
  fileReportMaxCount: 1000,

  /** A request is answered 504 after this time, unless set otherwise. */
  requestTimeoutDefaultMs: 60_000,
  /** Longest look-up of an unknown branch at the host of a repository. */
  branchLookupTimeoutMs: 10_000,
  /** An add endpoint answers within this time. */
  addAnswerMaxMs: 1000,

  trustScoreMax: 10,
  benchmarkScoreMax: 100,
  benchmarkQuestionsMaxCount: 60,
  /** Tokens of an answer in which the passage that a question was made from has to stand. */
  benchmarkAnswerTokens: 2_000,
  /** Stands for stars and scores that nobody knows. */
  unknownScore: -1,

  /** Entries of one list of policies, in a request and in all. */
  policyListMaxCount: 10_000,
  /** Access rules of a teamspace. */
  accessRulesMaxCount: 1000,
  /** Users, and groups, of one access rule. */
  accessNamesMaxCount: 1000,
  /** Users and groups of all access rules of a teamspace together: they are prepared at once when one changes. */
  accessRulesMaxNames: 10_000,
  accessNameMaxCharacters: 200,

  webhooksMaxCount: 20,
  webhookDescriptionMaxCharacters: 500,
  webhookEventTypesMaxCount: 20,
  /** Time that a receiver of events has to answer. */
  webhookTimeoutMs: 10_000,

  keyNameMaxCharacters: 100,
  teamspaceNameMaxCharacters: 100,
  passwordMinCharacters: 8,
  passwordMaxCharacters: 200,
  /** Characters that a bootstrap key has after its prefix, at least. */
  bootstrapKeyMinCharacters: 32,
  /** Oldest major version of Node.js that the local MCP package runs on. */
  localPackageNodeMajorMin: 18,
} as const
