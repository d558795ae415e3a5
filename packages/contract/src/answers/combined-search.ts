import { z } from "zod"
import {
  AnswerLength,
  AnswerRules,
  AnswerTokens,
  AnswerType,
  CodeSnippet,
  ExpectedTerms,
  InfoSnippet,
} from "./context.ts"
import { AnswerExplanation, ExplainSwitch } from "./explain.ts"
import { boundedText, textList } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"
import { VERSION_PARAMETER_PATTERN } from "../identifiers/version-tag.ts"

const LibraryHint = boundedText(LIMITS.combinedLibraryMinCharacters, LIMITS.combinedLibraryMaxCharacters)

/** Query of the combined search. */
export const CombinedSearchQuery = z.object({
  query: boundedText(LIMITS.combinedQuestionMinCharacters, LIMITS.combinedQuestionMaxCharacters).describe(
    "the question; it can contain pasted error output",
  ),
  terms: ExpectedTerms,
  type: AnswerType,
  library: textList(LibraryHint, LIMITS.combinedLibrariesMaxCount)
    .optional()
    .describe(
      "product name or library identifier; a tag such as @15 selects a version; can be repeated up to four times",
    ),
  version: z
    .string()
    .regex(VERSION_PARAMETER_PATTERN, { error: "must be latest or a version such as 15, v3.4 or 3.4.1-rc.1" })
    .optional(),
  language: boundedText(LIMITS.languageMinCharacters, LIMITS.languageMaxCharacters)
    .optional()
    .describe("preferred programming language"),
  tokens: AnswerTokens,
  length: AnswerLength,
  explain: ExplainSwitch,
})
export type CombinedSearchQuery = z.infer<typeof CombinedSearchQuery>
/** The query as a client sends it. */
export type CombinedSearchQueryInput = Pick<CombinedSearchQuery, "query"> & Partial<CombinedSearchQuery>

const ofLibrary = { libraryId: z.string() }

/** A code snippet of the combined search: the context's fields and the library. */
export const CombinedCodeSnippet = CodeSnippet.extend(ofLibrary).meta({
  id: "CombinedCodeSnippet",
  description: "a code snippet and its library",
})
export type CombinedCodeSnippet = z.infer<typeof CombinedCodeSnippet>

/** A prose snippet of the combined search: the context's fields and the library. */
export const CombinedInfoSnippet = InfoSnippet.extend(ofLibrary).meta({
  id: "CombinedInfoSnippet",
  description: "an info snippet and its library",
})
export type CombinedInfoSnippet = z.infer<typeof CombinedInfoSnippet>

/** How well the served version matches the requested one, best first. */
export const VERSION_STATUSES = ["verified", "prerelease", "unverified"] as const
const VersionStatus = z
  .enum(VERSION_STATUSES)
  .meta({ id: "VersionStatus", description: "how well the served version matches the requested one" })
export type VersionStatus = z.infer<typeof VersionStatus>

/** What was served for the requested version; the status is the worst of all libraries. */
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
  .meta({ id: "ServedVersions", description: "what was served for the requested version" })
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
  .meta({ id: "CombinedSearchResponse", description: "snippets of up to four libraries, best first" })
export type CombinedSearchResponse = z.infer<typeof CombinedSearchResponse>

/** Names of the headers of the combined search. The version is percent-encoded. */
export const SEARCH_HEADERS = {
  status: "X-Lectern-Search-Status",
  reason: "X-Lectern-Search-Reason",
  version: "X-Lectern-Search-Version",
} as const

/** Encodes a text for a header: `%` and everything but printable ASCII, which headers do not allow. */
export function encodeHeaderText(text: string): string {
  return text.replaceAll(/[^ -$&-~]+/gu, (part) => encodeURIComponent(part))
}

/** Decodes a text that `encodeHeaderText` encoded. Servers of earlier versions send it as it is. */
export function decodeHeaderText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reasons for the status `partial`. */
export const SEARCH_PARTIAL_REASONS = [
  "versionUnverified",
  "versionPrerelease",
  "partialSearchFailure",
  "libraryNotFound",
] as const
export type SearchPartialReason = (typeof SEARCH_PARTIAL_REASONS)[number]
