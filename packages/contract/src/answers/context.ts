import { z } from "zod"
import { AnswerExplanation, ExplainSwitch } from "./explain.ts"
import { boundedText, Count, OnSwitch, wholeNumber } from "../limits/fields.ts"
import { LIBRARY_ID_PATTERN } from "../identifiers/library-id.ts"
import { LIMITS } from "../limits/limits.ts"

/** Text of a library identifier in a request, with an optional version. */
export const LibraryIdText = boundedText(LIMITS.libraryIdMinCharacters, LIMITS.libraryIdMaxCharacters)
  .regex(LIBRARY_ID_PATTERN)
  .describe("library identifier; /<version> or @<version> pins a version")

/** Form of an answer. */
export const AnswerType = z.enum(["txt", "json"]).default("txt")

/** Upper bound on the tokens of an answer. */
export const AnswerTokens = wholeNumber(LIMITS.contextTokensMin, LIMITS.contextTokensMax)
  .default(LIMITS.contextTokensDefault)
  .describe("hard upper bound on the o200k tokens of the answer; 5000 when left out")

/** Query of the context: one question to one library. */
export const ContextQuery = z.object({
  libraryId: LibraryIdText,
  query: boundedText(LIMITS.queryMinCharacters, LIMITS.queryMaxCharacters).describe("the question"),
  type: AnswerType,
  fast: z.enum(["true", "false"]).default("false").describe("true: skip the reranking by a model"),
  tokens: AnswerTokens,
  limit: wholeNumber(LIMITS.contextSnippetsMinCount, LIMITS.contextSnippetsMaxCount)
    .optional()
    .describe("most snippets of the answer"),
  rules: OnSwitch.optional().describe("1: put the library's rules first in a text answer"),
  explain: ExplainSwitch,
})
export type ContextQuery = z.infer<typeof ContextQuery>
/** The query as a client gives it. */
export type ContextQueryInput = Pick<ContextQuery, "libraryId" | "query"> & Partial<ContextQuery>

/** Code in one language; a snippet may show the same in several. */
export const CodeEntry = z
  .object({ language: z.string(), code: z.string() })
  .meta({ id: "CodeEntry", description: "code in one language" })
export type CodeEntry = z.infer<typeof CodeEntry>

/** What a language model wrote about a passage; never instead of what its page says. */
export const WrittenText = z
  .object({ title: z.string(), description: z.string() })
  .meta({ id: "WrittenText", description: "what a language model wrote about a passage" })
export type WrittenText = z.infer<typeof WrittenText>

/** Code with the title and description that explain it. */
export const CodeSnippet = z
  .object({
    codeTitle: z.string(),
    codeDescription: z.string(),
    codeLanguage: z.string().describe("APIDOC for an operation of an OpenAPI description"),
    codeTokens: Count,
    codeId: z.string().describe("URL of the source page, pinned to what was indexed"),
    pageTitle: z.string(),
    codeList: z.array(CodeEntry),
    written: WrittenText.optional(),
  })
  .meta({ id: "CodeSnippet", description: "code with what explains it" })
export type CodeSnippet = z.infer<typeof CodeSnippet>

/** A passage of prose with the headings it stands under. */
export const InfoSnippet = z
  .object({
    pageId: z.string().describe("URL of the source page, pinned to what was indexed"),
    breadcrumb: z.string(),
    content: z.string(),
    contentTokens: Count,
    written: WrittenText.optional(),
  })
  .meta({ id: "InfoSnippet", description: "a passage of prose" })
export type InfoSnippet = z.infer<typeof InfoSnippet>

/** Rules that come with an answer, labelled by who wrote them; data, never instructions mixed into the snippets. */
export const AnswerRules = z
  .object({ libraryOwn: z.array(z.string()).describe("rules from the library's own manifest") })
  .meta({ id: "AnswerRules", description: "rules of the library as labelled data" })
export type AnswerRules = z.infer<typeof AnswerRules>

/** The JSON form of an answer; each list is best first. */
export const ContextResponse = z
  .object({
    codeSnippets: z.array(CodeSnippet),
    infoSnippets: z.array(InfoSnippet),
    rules: AnswerRules.optional(),
    explain: AnswerExplanation.optional().describe("with explain=1"),
  })
  .meta({ id: "ContextResponse", description: "passages that answer the question, best first" })
export type ContextResponse = z.infer<typeof ContextResponse>

/** The text form of an answer. */
export const AnswerText = z.string().meta({ id: "AnswerText", description: "blocks of documentation in plain text" })

/** Header that tells what became of the configured models in an answer, such as `embedder=used, reranker=failed`. */
export const MODEL_STATUS_HEADER = "X-Lectern-Model-Status"
