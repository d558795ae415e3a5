import { z } from "zod"
import { SnippetFinding } from "../answers/context.ts"
import { AnswerExplanation, ExplainSwitch } from "../answers/explain.ts"
import {
  AddressText,
  boundedText,
  Count,
  Cursor,
  GitReferenceName,
  Message,
  PathPatterns,
  Timestamp,
  wholeNumber,
} from "../limits/fields.ts"
import { Job } from "../jobs/jobs.ts"
import { LIMITS } from "../limits/limits.ts"

/** States of a library; `delete` is a tombstone. */
export const LIBRARY_STATES = ["initial", "processing", "finalized", "error", "delete"] as const
/** Wire schema of the state of a library. */
export const LibraryState = z.enum(LIBRARY_STATES).meta({ id: "LibraryState", description: "state of a library" })
export type LibraryState = z.infer<typeof LibraryState>

/** Source kinds of libraries. */
export const SOURCE_KINDS = ["git", "website", "llmstxt", "openapi", "upload", "wiki", "notes", "import"] as const
/** Wire schema of a source kind. */
export const SourceKind = z.enum(SOURCE_KINDS).meta({ id: "SourceKind", description: "source kind of a library" })
export type SourceKind = z.infer<typeof SourceKind>

const QueryText = boundedText(LIMITS.queryMinCharacters, LIMITS.queryMaxCharacters)

/** Query of the library search; without `query`, the name is used as the question. */
export const SearchLibrariesQuery = z
  .object({
    libraryName: QueryText.describe("library name to search for"),
    query: QueryText.optional().describe("question or task, used for ranking; defaults to libraryName"),
    fast: z.enum(["true", "false"]).default("false").describe("true: skip the reranker"),
    explain: ExplainSwitch,
  })
  .transform((given) => ({ ...given, query: given.query ?? given.libraryName }))
export type SearchLibrariesQuery = z.infer<typeof SearchLibrariesQuery>
export type SearchLibrariesQueryInput = z.input<typeof SearchLibrariesQuery>

const Score = z.number().min(LIMITS.unknownScore)

const libraryFields = {
  id: z.string().describe("library identifier"),
  title: z.string(),
  description: z.string(),
  isDescriptionWritten: z
    .literal(true)
    .optional()
    .describe("true if a language model wrote the description because the source has none"),
  branch: z.string(),
  lastUpdateDate: Timestamp,
  state: LibraryState,
  totalTokens: Count,
  totalSnippets: Count,
  stars: z.int().min(LIMITS.unknownScore).describe("-1 when unknown"),
  trustScore: Score.max(LIMITS.trustScoreMax).describe("0 to 10 with one decimal; -1 when unknown"),
  benchmarkScore: Score.max(LIMITS.benchmarkScoreMax).describe("0 to 100; -1 when unknown"),
  versions: z.array(z.string()).describe("indexed version tags, newest first"),
}

/** A library that was found. */
export const SearchResultItem = z
  .object({
    ...libraryFields,
    source: z.string().optional().describe('where it comes from, for instance "Local (Private)"'),
  })
  .meta({ id: "SearchResultItem", description: "a library that was found" })
export type SearchResultItem = z.infer<typeof SearchResultItem>

/** Libraries that were found, best first, at most 30. */
export const SearchLibrariesResponse = z
  .object({
    results: z.array(SearchResultItem).max(LIMITS.searchResultsMaxCount).describe("best first"),
    searchFilterApplied: z.boolean().describe("true if policies removed libraries from the results"),
    suggestions: z
      .array(z.string())
      .optional()
      .describe("ids of libraries with similar names, if no library matches the name"),
    explain: AnswerExplanation.optional().describe("with explain=1"),
  })
  .meta({ id: "SearchLibrariesResponse", description: "libraries, best first" })
export type SearchLibrariesResponse = z.infer<typeof SearchLibrariesResponse>

/** Query of the overview of libraries. */
export const ListLibrariesQuery = z.object({
  limit: wholeNumber(1, LIMITS.jobsPageMaxCount).default(LIMITS.jobsPageDefaultCount).describe("most libraries"),
  cursor: Cursor.optional(),
})
export type ListLibrariesQuery = z.infer<typeof ListLibrariesQuery>

/** Libraries that the caller can see, page by page. */
export const ListLibrariesResponse = z
  .object({
    libraries: z.array(SearchResultItem).describe("most recently updated first"),
    totalCount: Count.describe("all libraries that the caller can see"),
    nextCursor: z.string().nullable().describe("null on the last page"),
  })
  .meta({ id: "ListLibrariesResponse", description: "libraries that the caller can see" })
export type ListLibrariesResponse = z.infer<typeof ListLibrariesResponse>

/** Path parameters of one library; the identifier is `/{owner}/{repo}`. */
export const LibraryParams = z.object({ owner: boundedText(1, 250), repo: boundedText(1, 250) })
export type LibraryParams = z.infer<typeof LibraryParams>

/** The source of a library. Never contains credentials. */
export const LibrarySource = z
  .object({
    kind: SourceKind,
    url: AddressText.nullable().describe("null for uploads and imports without an address"),
    branch: z.string().nullable().describe("requested branch; null for the default branch"),
    folders: PathPatterns,
    excludeFolders: PathPatterns,
    excludeFiles: PathPatterns,
    revision: z.string().nullable().describe("commit, or another identifier of the served state of the source"),
  })
  .meta({ id: "LibrarySource", description: "source of a library" })
export type LibrarySource = z.infer<typeof LibrarySource>

/** A tag or branch of the source that is, or can be, indexed as a version. */
export const LibraryVersion = z
  .object({
    tag: z.string(),
    state: z.enum(["available", "queued", "processing", "indexed", "failed"]),
    totalSnippets: Count.nullable().describe("null unless indexed"),
    lastUpdateDate: Timestamp.nullable(),
  })
  .meta({ id: "LibraryVersion", description: "a tag or branch of the source that is indexed as a version or can be" })
export type LibraryVersion = z.infer<typeof LibraryVersion>

/** A file that was not indexed, and why. */
export const FileProblem = z
  .object({ path: z.string(), reason: z.string().describe("reason code"), detail: z.string().optional() })
  .meta({ id: "FileProblem", description: "a file that was not indexed, and why" })
export type FileProblem = z.infer<typeof FileProblem>

/** Something in an indexed file that could not be parsed as intended. */
export const PageProblems = z
  .object({ path: z.string(), problems: z.array(z.string()) })
  .meta({ id: "PageProblems", description: "an indexed file with problems" })
export type PageProblems = z.infer<typeof PageProblems>

/** How a refresh changed the indexed files. */
export const ReportChanges = z
  .object({ added: Count, changed: Count, removed: Count, unchanged: Count })
  .meta({ id: "ReportChanges", description: "indexed files compared with the previous index" })
export type ReportChanges = z.infer<typeof ReportChanges>

/** A flagged snippet of a library. */
export const FlaggedSnippet = SnippetFinding.extend({
  path: z.string().describe("file or page that it is on"),
  url: z.string(),
  heading: z.string(),
}).meta({ id: "FlaggedSnippet", description: "a snippet with suspicious text" })
export type FlaggedSnippet = z.infer<typeof FlaggedSnippet>

/** What happened to each file of the source. The lists have at most 1,000 entries; the counts are complete. */
export const FileReport = z
  .object({
    indexedCount: Count,
    leftOutCount: Count,
    failedCount: Count,
    problemCount: Count.describe("indexed files with problems"),
    missingIncludeCount: Count.describe("includes of all these files that were not found"),
    leftOutByReason: z.record(z.string(), Count),
    leftOut: z.array(FileProblem).max(LIMITS.fileReportMaxCount),
    failed: z.array(FileProblem).max(LIMITS.fileReportMaxCount),
    problems: z.array(PageProblems).max(LIMITS.fileReportMaxCount),
    notes: z.array(z.string()).max(LIMITS.fileReportMaxCount).describe("notes about how the source was read"),
    changes: ReportChanges.nullable().describe("null for the first index"),
    flaggedCount: Count.describe("snippets with suspicious text"),
    flagged: z.array(FlaggedSnippet).max(LIMITS.fileReportMaxCount).describe("the first 200 of them"),
    isOfFailedJob: z
      .literal(true)
      .optional()
      .describe("true for the report of a job that failed; the served index, if any, is an older one"),
  })
  .meta({ id: "FileReport", description: "file report: what happened to each file of the source" })
export type FileReport = z.infer<typeof FileReport>

/** Popularity of a website; null if unknown. */
export const SiteFacts = z
  .object({
    backlinks: Count.nullable(),
    referringDomains: Count.nullable(),
    organicTraffic: Count.nullable().describe("monthly visits from search engines"),
  })
  .meta({ id: "SiteFacts", description: "popularity of a website" })
export type SiteFacts = z.infer<typeof SiteFacts>

/** Metadata of a library; null values are unknown. */
export const LibraryFacts = z
  .object({
    license: z.string().nullable().describe("SPDX id"),
    archived: z.boolean().nullable(),
    fork: z.boolean().nullable(),
    createdAt: Timestamp.nullable(),
    changedAt: Timestamp.nullable().describe("time of the last push, or of the indexed commit if that is unknown"),
    ownerIsOrganisation: z.boolean().nullable(),
    ownerCreatedAt: Timestamp.nullable(),
    site: SiteFacts.nullable(),
  })
  .meta({ id: "LibraryFacts", description: "metadata of a library" })
export type LibraryFacts = z.infer<typeof LibraryFacts>

/** Everything the API returns about a library. */
export const LibraryRecord = z
  .object({
    ...libraryFields,
    source: LibrarySource,
    availableVersions: z.array(LibraryVersion).describe("known tags and branches, indexed or not, newest first"),
    rules: z.array(z.string()),
    private: z.boolean(),
    verified: z
      .boolean()
      .describe("whether an admin, or its host together with its library config, confirms the origin of the library"),
    facts: LibraryFacts,
    refreshSchedule: z.string().nullable().describe("null: every LECTERN_REFRESH_INTERVAL_HOURS"),
    redirectTo: z.string().nullable().describe("identifier of the library that replaces this one; null: none"),
    keptBy: z.string().nullable().describe("name of the lectern.yaml that added it"),
    lastJob: Job.nullable(),
    files: FileReport.nullable().describe("null before the first ingestion has finished, and for imported libraries"),
  })
  .meta({ id: "LibraryRecord", description: "a library with its source, versions, last job and file report" })
export type LibraryRecord = z.infer<typeof LibraryRecord>

/** Response to a deletion. */
export const DeleteLibraryResponse = z
  .object({ libraryName: z.string(), message: Message })
  .meta({ id: "DeleteLibraryResponse", description: "library deleted" })
export type DeleteLibraryResponse = z.infer<typeof DeleteLibraryResponse>

/** Requests that a tag or branch is indexed as a version. */
export const AddVersionRequest = z
  .object({ tag: GitReferenceName.describe("tag or branch of the repository to index as a version") })
  .meta({ id: "AddVersionRequest", description: "a version to index" })
export type AddVersionRequest = z.infer<typeof AddVersionRequest>

/** Path parameters of one version of a library. */
export const VersionParams = LibraryParams.extend({ tag: GitReferenceName })
export type VersionParams = z.infer<typeof VersionParams>

/** Response of an endpoint that queued a job. */
export const QueuedResponse = z
  .object({ message: Message, jobId: z.string() })
  .meta({ id: "QueuedResponse", description: "job queued" })
export type QueuedResponse = z.infer<typeof QueuedResponse>
