import { z } from "zod"
import { AnswerExplanation, ExplainSwitch } from "../answers/explain.ts"
import {
  AddressText,
  boundedText,
  Count,
  GitReferenceName,
  Message,
  PathPatterns,
  Timestamp,
} from "../limits/fields.ts"
import { Job } from "../jobs/jobs.ts"
import { LIMITS } from "../limits/limits.ts"

/** States of a library; `delete` is a tombstone. */
export const LIBRARY_STATES = ["initial", "processing", "finalized", "error", "delete"] as const
/** Wire schema of the state of a library. */
export const LibraryState = z.enum(LIBRARY_STATES).meta({ id: "LibraryState", description: "where a library stands" })
export type LibraryState = z.infer<typeof LibraryState>

/** Kinds of source that a library can come from. */
export const SOURCE_KINDS = ["git", "website", "llmstxt", "openapi", "upload", "wiki", "notes", "import"] as const
/** Wire schema of the kind of a source. */
export const SourceKind = z.enum(SOURCE_KINDS).meta({ id: "SourceKind", description: "what a library comes from" })
export type SourceKind = z.infer<typeof SourceKind>

const QueryText = boundedText(LIMITS.queryMinCharacters, LIMITS.queryMaxCharacters)

/** Query of the library search; without `query` the name is the question. */
export const SearchLibrariesQuery = z
  .object({
    libraryName: QueryText.describe("library name to look for"),
    query: QueryText.optional().describe("question or task, for the ranking; libraryName when left out"),
    fast: z.enum(["true", "false"]).default("false").describe("true: skip the reranking by a language model"),
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
    .describe("true where a language model wrote the description, because nobody else did"),
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
    searchFilterApplied: z.boolean().describe("true when access settings removed libraries from the results"),
    explain: AnswerExplanation.optional().describe("with explain=1"),
  })
  .meta({ id: "SearchLibrariesResponse", description: "libraries, best first" })
export type SearchLibrariesResponse = z.infer<typeof SearchLibrariesResponse>

/** Path parameters of one library; the identifier is `/{owner}/{repo}`. */
export const LibraryParams = z.object({ owner: boundedText(1, 250), repo: boundedText(1, 250) })
export type LibraryParams = z.infer<typeof LibraryParams>

/** Where a library comes from. Never holds a credential. */
export const LibrarySource = z
  .object({
    kind: SourceKind,
    url: AddressText.nullable().describe("null for uploads and imports without an address"),
    branch: z.string().nullable().describe("branch that was asked for; null: the default branch"),
    folders: PathPatterns,
    excludeFolders: PathPatterns,
    excludeFiles: PathPatterns,
    revision: z.string().nullable().describe("commit, or another word for the state of the source that is served"),
  })
  .meta({ id: "LibrarySource", description: "where a library comes from" })
export type LibrarySource = z.infer<typeof LibrarySource>

/** A tag or branch of the source that is, or can be, served as a version. */
export const LibraryVersion = z
  .object({
    tag: z.string(),
    state: z.enum(["available", "queued", "processing", "indexed", "failed"]),
    totalSnippets: Count.nullable().describe("null unless indexed"),
    lastUpdateDate: Timestamp.nullable(),
  })
  .meta({ id: "LibraryVersion", description: "a tag or branch of the source that is, or can be, served as a version" })
export type LibraryVersion = z.infer<typeof LibraryVersion>

/** A file that was not indexed, and why. */
export const FileProblem = z
  .object({ path: z.string(), reason: z.string().describe("word for the reason"), detail: z.string().optional() })
  .meta({ id: "FileProblem", description: "a file that was not indexed, and why" })
export type FileProblem = z.infer<typeof FileProblem>

/** What an indexed file holds that could not be read as it was meant. */
export const PageProblems = z
  .object({ path: z.string(), problems: z.array(z.string()) })
  .meta({ id: "PageProblems", description: "an indexed file of which something could not be read as it was meant" })
export type PageProblems = z.infer<typeof PageProblems>

/** How a refresh differs from what was served before, in indexed files. */
export const ReportChanges = z
  .object({ added: Count, changed: Count, removed: Count, unchanged: Count })
  .meta({ id: "ReportChanges", description: "indexed files compared with the index before" })
export type ReportChanges = z.infer<typeof ReportChanges>

/** What became of every file of the source; the lists are cut at 1,000 entries, the counts are complete. */
export const FileReport = z
  .object({
    indexedCount: Count,
    leftOutCount: Count,
    failedCount: Count,
    problemCount: Count.describe("indexed files of which something could not be read as it was meant"),
    leftOutByReason: z.record(z.string(), Count),
    leftOut: z.array(FileProblem).max(LIMITS.fileReportMaxCount),
    failed: z.array(FileProblem).max(LIMITS.fileReportMaxCount),
    problems: z.array(PageProblems).max(LIMITS.fileReportMaxCount),
    notes: z.array(z.string()).max(LIMITS.fileReportMaxCount).describe("sentences about how the source was read"),
    changes: ReportChanges.nullable().describe("null for a first index"),
  })
  .meta({ id: "FileReport", description: "what became of the files of the source" })
export type FileReport = z.infer<typeof FileReport>

/** How well known a web site is; null where nobody measured. */
export const SiteFacts = z
  .object({
    backlinks: Count.nullable(),
    referringDomains: Count.nullable(),
    organicTraffic: Count.nullable().describe("visits a month that come from search engines"),
  })
  .meta({ id: "SiteFacts", description: "how well known a web site is" })
export type SiteFacts = z.infer<typeof SiteFacts>

/** What is known of a library besides its documentation; null: nobody knows. */
export const LibraryFacts = z
  .object({
    license: z.string().nullable().describe("SPDX id"),
    archived: z.boolean().nullable(),
    fork: z.boolean().nullable(),
    createdAt: Timestamp.nullable(),
    changedAt: Timestamp.nullable().describe("last push, else the commit that was read"),
    ownerIsOrganisation: z.boolean().nullable(),
    ownerCreatedAt: Timestamp.nullable(),
    site: SiteFacts.nullable(),
  })
  .meta({ id: "LibraryFacts", description: "what is known of a library besides its documentation" })
export type LibraryFacts = z.infer<typeof LibraryFacts>

/** Everything the service tells about one library. */
export const LibraryRecord = z
  .object({
    ...libraryFields,
    source: LibrarySource,
    availableVersions: z.array(LibraryVersion).describe("tags and branches known, indexed or not, newest first"),
    rules: z.array(z.string()),
    private: z.boolean(),
    verified: z.boolean().describe("an admin, or its host and its own manifest, vouch for where it comes from"),
    facts: LibraryFacts,
    refreshSchedule: z.string().nullable().describe("null: every LECTERN_REFRESH_INTERVAL_HOURS"),
    keptBy: z.string().nullable().describe("name of the lectern.yaml that has added it"),
    lastJob: Job.nullable(),
    files: FileReport.nullable().describe("null before the first ingestion ended"),
  })
  .meta({ id: "LibraryRecord", description: "a library with its source, versions, last job and file report" })
export type LibraryRecord = z.infer<typeof LibraryRecord>

/** Answer to a deletion. */
export const DeleteLibraryResponse = z
  .object({ libraryName: z.string(), message: Message })
  .meta({ id: "DeleteLibraryResponse", description: "the library is deleted" })
export type DeleteLibraryResponse = z.infer<typeof DeleteLibraryResponse>

/** Asks for a tag or branch to be indexed as a version. */
export const AddVersionRequest = z
  .object({ tag: GitReferenceName.describe("tag or branch of the repository to index as a version") })
  .meta({ id: "AddVersionRequest", description: "a version to index" })
export type AddVersionRequest = z.infer<typeof AddVersionRequest>

/** Answer of an endpoint that started a job. */
export const QueuedResponse = z
  .object({ message: Message, jobId: z.string() })
  .meta({ id: "QueuedResponse", description: "a job was queued" })
export type QueuedResponse = z.infer<typeof QueuedResponse>
