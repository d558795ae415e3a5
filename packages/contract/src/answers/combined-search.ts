import { z } from "zod"
import { AnswerRules, AnswerTokens, AnswerType, CodeSnippet, InfoSnippet } from "./context.ts"
import { AnswerExplanation, ExplainSwitch } from "./explain.ts"
import { boundedText } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"
import { VERSION_PARAMETER_PATTERN } from "../identifiers/version-tag.ts"

const LibraryHint = boundedText(LIMITS.combinedLibraryMinCharacters, LIMITS.combinedLibraryMaxCharacters)
const asList = (value: unknown) => (typeof value === "string" ? [value] : value)

/** Query of the combined search. */
export const CombinedSearchQuery = z.object({
  query: boundedText(LIMITS.combinedQuestionMinCharacters, LIMITS.combinedQuestionMaxCharacters).describe(
    "the question; pasted error output is welcome",
  ),
  type: AnswerType,
  library: z
    .preprocess(asList, z.array(LibraryHint).max(LIMITS.combinedLibrariesMaxCount))
    .optional()
    .describe("product name or library identifier, a tag like @15 pins a version; may be repeated up to four times"),
  version: z.string().regex(VERSION_PARAMETER_PATTERN).optional(),
  language: boundedText(LIMITS.languageMinCharacters, LIMITS.languageMaxCharacters)
    .optional()
    .describe("programming language to prefer"),
  tokens: AnswerTokens,
  explain: ExplainSwitch,
})
export type CombinedSearchQuery = z.infer<typeof CombinedSearchQuery>
/** The query as a client gives it. */
export type CombinedSearchQueryInput = Pick<CombinedSearchQuery, "query"> & Partial<CombinedSearchQuery>

const ofLibrary = { libraryId: z.string() }

/** A code snippet of the combined search: that of the context, and its library. */
export const CombinedCodeSnippet = CodeSnippet.extend(ofLibrary).meta({
  id: "CombinedCodeSnippet",
  description: "code with what explains it, and its library",
})
export type CombinedCodeSnippet = z.infer<typeof CombinedCodeSnippet>

/** A prose snippet of the combined search: that of the context, and its library. */
export const CombinedInfoSnippet = InfoSnippet.extend(ofLibrary).meta({
  id: "CombinedInfoSnippet",
  description: "a passage of prose, and its library",
})
export type CombinedInfoSnippet = z.infer<typeof CombinedInfoSnippet>

/** How well what was served fits the version asked for, best first. */
export const VERSION_STATUSES = ["verified", "prerelease", "unverified"] as const
const VersionStatus = z.enum(VERSION_STATUSES).meta({ id: "VersionStatus", description: "how well the version fits" })
export type VersionStatus = z.infer<typeof VersionStatus>

/** What was served for the version asked for; the status is the worst of its libraries. */
export const ServedVersions = z
  .object({
    requested: z.string(),
    status: VersionStatus,
    libraries: z.array(
      z.object({
        libraryId: z.string(),
        requested: z.string(),
        served: z.string().describe("tag, or current"),
        status: VersionStatus,
      }),
    ),
  })
  .meta({ id: "ServedVersions", description: "what was served for the version asked for" })
export type ServedVersions = z.infer<typeof ServedVersions>

/** The JSON form of a combined search. */
export const CombinedSearchResponse = z
  .object({
    codeSnippets: z.array(CombinedCodeSnippet),
    infoSnippets: z.array(CombinedInfoSnippet),
    rules: z.record(z.string(), AnswerRules).optional().describe("rules by library identifier"),
    version: ServedVersions.optional(),
    explain: AnswerExplanation.optional().describe("with explain=1"),
  })
  .meta({ id: "CombinedSearchResponse", description: "passages of up to four libraries, best first" })
export type CombinedSearchResponse = z.infer<typeof CombinedSearchResponse>

/** Names of the headers of the combined search. */
export const SEARCH_HEADERS = {
  status: "X-Lectern-Search-Status",
  reason: "X-Lectern-Search-Reason",
  version: "X-Lectern-Search-Version",
} as const

/** Reasons that stand beside the status `partial`. */
export const SEARCH_PARTIAL_REASONS = ["versionUnverified", "versionPrerelease", "partialSearchFailure"] as const
export type SearchPartialReason = (typeof SEARCH_PARTIAL_REASONS)[number]
