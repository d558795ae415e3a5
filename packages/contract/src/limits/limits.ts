const MEBIBYTE = 2 ** 20

/** Every limit of the API, with its unit in the name. Ranges include both ends. */
export const LIMITS = {
  /** `libraryName` and `query` of the library search, `query` of the context. */
  queryMinCharacters: 1,
  queryMaxCharacters: 500,
  libraryIdMinCharacters: 1,
  libraryIdMaxCharacters: 500,
  /** Longest URL in a request. */
  urlMaxCharacters: 2048,
  /** Titles and names written by people. */
  titleMaxCharacters: 500,
  descriptionMaxCharacters: 5000,
  gitTokenMaxCharacters: 4096,
  branchMaxCharacters: 255,
  /** Entries of `folders`, `excludeFolders`, `excludeFiles`, `excludePatterns`. */
  pathPatternsMaxCount: 500,
  pathPatternMaxCharacters: 1000,
  pageIdsMaxCount: 10_000,
  refreshScheduleMaxCharacters: 200,
  /** A lectern.yaml is parsed in one go by a serving process. */
  manifestMaxCharacters: 128 * 1024,
  manifestLibrariesMaxCount: 1000,
  manifestVersionsMaxCount: 100,
  /** Body of a push webhook; git hosts shorten the list of commits. */
  hookMaxBytes: 2 * MEBIBYTE,

  searchResultsMaxCount: 30,

  contextTokensMin: 500,
  contextTokensMax: 20_000,
  contextTokensDefault: 5000,
  contextSnippetsMinCount: 1,
  contextSnippetsMaxCount: 50,
  /** Words that the caller expects in the answer. */
  termsMaxCount: 16,
  termMinCharacters: 1,
  termMaxCharacters: 100,
  /** Longer snippets are split when they are indexed. */
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
  /** Libraries, and questions without a good answer, that the usage of the instance names. */
  usageLibrariesMaxCount: 50,
  usageQuestionsMaxCount: 50,
  /** Backups that are listed, over all locations. */
  backupsMaxCount: 100,
  /** Maximum time until a counted request appears in the metrics. */
  metricsDelayMaxMs: 5000,

  fileUploadMaxFiles: 50,
  fileUploadMaxBytesPerFile: 50 * MEBIBYTE,
  fileUploadMaxBytesTotal: 200 * MEBIBYTE,
  /** Files of a folder that is uploaded; a file has at most `fileUploadMaxBytesPerFile`. */
  folderUploadMaxFiles: 20_000,
  folderUploadMaxBytesTotal: 500 * MEBIBYTE,
  folderUploadPathMaxCharacters: 500,
  /** JSON that lists the files of a folder. */
  folderUploadListMaxBytes: 16 * MEBIBYTE,
  openApiUploadMaxBytes: 10 * MEBIBYTE,
  pdfUploadMaxBytes: 50 * MEBIBYTE,
  importBundleMaxBytes: 100 * MEBIBYTE,

  websiteMaxPagesDefault: 1000,
  websiteMaxPagesMax: 100_000,
  websiteMaxDepthDefault: 10,
  websiteMaxDepthMax: 100,

  jobsPageDefaultCount: 20,
  jobsPageMaxCount: 100,
  /** Maximum entries of one list in a file report; the totals are complete. */
  fileReportMaxCount: 1000,
  /** Pages in one list of the pages of a library. */
  pagesListDefaultCount: 100,
  pagesListMaxCount: 1000,
  /** Snippets in one list of the snippets of a library, and in all lists of a search. */
  snippetsListDefaultCount: 20,
  snippetsListMaxCount: 100,
  snippetSearchMaxCount: 200,
  /** Paths that a preview of folders and exclusions names; the counts are complete. */
  scopePreviewMaxCount: 100,
  /** Folders that it names. */
  scopePreviewMaxFolders: 300,
  /** Files that it names for each reason of leaving files out. */
  scopePreviewFilesPerReason: 20,
  /** Kinds of other files that the preview of a repository names. */
  repositoryPreviewMaxFileKinds: 10,
  /** Maximum time to list the files of a repository for a preview. */
  repositoryPreviewTimeoutMs: 30_000,

  /** Default time after which a request is answered with 504. */
  requestTimeoutDefaultMs: 60_000,
  /** Maximum time to look up an unknown branch at the host of a repository. */
  branchLookupTimeoutMs: 10_000,
  /** Maximum time for an add endpoint to respond. */
  addAnswerMaxMs: 1000,

  trustScoreMax: 10,
  benchmarkScoreMax: 100,
  benchmarkQuestionsMaxCount: 60,
  /** Tokens of an answer within which the snippet of a benchmark question must occur. */
  benchmarkAnswerTokens: 2_000,
  /** Value of unknown stars and scores. */
  unknownScore: -1,

  /** Maximum entries of one policy list, both in a request and in total. */
  policyListMaxCount: 10_000,
  /** Libraries that a preview of policies names; the counts are complete. */
  policyPreviewMaxCount: 50,
  /** Access rules of a teamspace. */
  accessRulesMaxCount: 1000,
  /** Maximum users, and groups, of one access rule. */
  accessNamesMaxCount: 1000,
  /** Maximum users and groups in all access rules of a teamspace together, because one change evaluates all of them. */
  accessRulesMaxNames: 10_000,
  accessNameMaxCharacters: 200,

  webhooksMaxCount: 20,
  webhookDescriptionMaxCharacters: 500,
  webhookEventTypesMaxCount: 20,
  /** Time limit for the response of a webhook receiver. */
  webhookTimeoutMs: 10_000,

  keyNameMaxCharacters: 100,
  teamspaceNameMaxCharacters: 100,
  passwordMinCharacters: 8,
  passwordMaxCharacters: 200,
  /** Minimum length of a bootstrap key after its prefix. */
  bootstrapKeyMinCharacters: 32,
  /** Oldest supported major version of Node.js for the local MCP package. */
  localPackageNodeMajorMin: 18,
} as const
