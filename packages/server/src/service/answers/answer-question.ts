import { LIMITS, type ContextQuery, SEARCH_HEADERS } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { indexName } from "../../blobs/open-index-cache.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { VersionRecord } from "../../catalogue/versions/records.ts"
import {
  answerPages,
  type ContextAnswer,
  MAX_CANDIDATES,
  isOverviewQuestion,
  overviewCandidates,
  packAnswer,
  type QuestionSuggestions,
  rankCandidates,
  type RankableIndex,
  type RankedCandidate,
  readAnswerSnippets,
  renderContextJson,
  renderContextText,
  findUnknownWords,
  renderEnding,
  SEPARATOR,
  type StoredSnippet,
  suggestFor,
  withGeneratedText,
} from "@lectern/engine"
import type { ModelOutcome } from "./model-ranking/model-outcome.ts"
import { rankWithModels } from "./model-ranking/rank-with-models.ts"
import { explainContext, wantsExplanation } from "./explain-answer.ts"
import { LibraryMissing, LibraryNotFinalized, NoSnippets } from "../errors.ts"
import { addOnDemand } from "../libraries/add/add-on-demand.ts"
import { assertNotBlocked, findServableLibrary, readReference } from "../libraries/lookup/find-library.ts"
import { visibleLibrariesFor } from "../libraries/lookup/visible-libraries.ts"
import { CURRENT } from "../../resolve/combined/served-libraries.ts"
import { findVersion } from "../../resolve/find-version.ts"
import { recordUnanswered } from "../questions/record-unanswered.ts"
import { importJobOf } from "../jobs/import-jobs.ts"
import { modelHeaders } from "./model-headers.ts"
import { generatedTextsOf } from "./generated-texts.ts"
import type { ReadVersion } from "../usage/meter/usage-meter.ts"
import type { AnswerServices } from "./answer-services.ts"

/** A question to one library, in the form of the contract. */
export type ContextRequest = Pick<ContextQuery, "libraryId" | "query" | "type" | "tokens" | "limit" | "rules"> &
  Partial<Pick<ContextQuery, "terms" | "length" | "fast" | "text" | "explain">>

/** The finished answer: text, or JSON as text. */
export interface ContextAnswerResult {
  readonly type: "txt" | "json"
  readonly text: string
  /** Outcome of the models, if any are configured, and the served version, if one was requested. */
  readonly headers: Readonly<Record<string, string>>
  /** The versions that the answer is based on. */
  readonly served: readonly ReadVersion[]
}

/** Number of recent jobs that are searched for the job of a version without content. */
const JOBS_SEARCHED = 50

/**
 * Tokens of an answer that are reserved for documentation instead of rules, so that the largest snippet always fits.
 */
const TOKENS_KEPT_FOR_SNIPPETS = LIMITS.snippetMaxTokens + 20

/**
 * Answers a question with the best snippets of one library.
 *
 * @throws {InvalidLibraryId} {LibraryMissing} {LibraryRedirected} {TagMissing}
 * @throws {AccessDenied} {SuspiciousContentBlocked} if policies of the teamspace exclude it.
 * @throws {LibraryNotFinalized} while the library is queued or processed for the first time.
 * @throws {NoSnippets} if the library failed, is empty, or contains no word of the question.
 */
export async function answerQuestion(
  context: AnswerServices,
  caller: Authorized<"readContext">,
  request: ContextRequest,
): Promise<ContextAnswerResult> {
  const isExplained = wantsExplanation(context, caller, request)
  const { id, versionTag } = readReference(request.libraryId)
  const library = await findServableLibrary(context, caller, id).catch((thrown: unknown) => {
    if (thrown instanceof LibraryMissing) return addOnDemand(context, caller, id)
    throw thrown
  })
  const version = await findVersion(context, library, versionTag)
  if (version === undefined || version.indexHash === null) return await explainNothing(context, library, version)
  const { suspiciousContent } = await visibleLibrariesFor(context, caller)
  assertNotBlocked(suspiciousContent, request.libraryId, version.flaggedSnippets)
  const withholdsFlagged = suspiciousContent.action !== "flag"
  const { isPrivate, key: libraryKey } = library
  const asked = { library, indexHash: version.indexHash, versionTag: version.tag, isExplained, withholdsFlagged }
  const { pages, ...answered } = await answerOrRecord(context, asked, request)
  const served = [{ libraryKey, versionTag: version.tag, isPrivate, pages }]
  if (versionTag === undefined) return { ...answered, served }
  const versionHeader = { [SEARCH_HEADERS.version]: version.tag === "" ? CURRENT : version.tag }
  return { ...answered, headers: { ...answered.headers, ...versionHeader }, served }
}

interface AnsweringVersion {
  readonly library: LibraryRecord
  readonly indexHash: string
  readonly versionTag: string
  readonly isExplained: boolean
  /** True if flagged snippets are left out. */
  readonly withholdsFlagged: boolean
}

/** An answer with the paths of its pages. */
type RenderedAnswer = Omit<ContextAnswerResult, "served"> & Pick<FoundSnippets, "pages">

/** Answers like `answer`, and counts a question that finds nothing, for the maintainers of the documentation. */
async function answerOrRecord(
  context: AnswerServices,
  asked: AnsweringVersion,
  request: ContextRequest,
): Promise<RenderedAnswer> {
  try {
    return await answer(context, asked, request)
  } catch (thrown) {
    if (thrown instanceof NoSnippets)
      recordUnanswered(context, asked.library, { question: request.query, versionTag: asked.versionTag })
    throw thrown
  }
}

async function answer(
  context: AnswerServices,
  { library, indexHash, versionTag, isExplained, withholdsFlagged }: AnsweringVersion,
  request: ContextRequest,
): Promise<RenderedAnswer> {
  const { query, type } = request
  const hasText = type === "txt" || request.text === "1"
  const textRules = hasText && request.rules === "1" ? await fitRules(library.rules, request.tokens) : NO_RULES
  const tokens = request.tokens - textRules.tokens
  const lent = { indexHash, servedAs: indexName(library.key, versionTag) }
  const names = [library.id, library.title]
  const asked = { ...request, tokens, withholdsFlagged, names }
  const { candidates, outcome, found, pages, snippets } = await findSnippets(context, lent, asked)
  if (found.blocks.length === 0) {
    const suggestions = await context.openIndexes.use(indexHash, (rankable) => suggestFor(rankable, query))
    throw new NoSnippets(
      `no snippets found: nothing in ${library.id} matches ${JSON.stringify(query)}. ${describeSuggestions(suggestions)}`,
      { terms: [...suggestions.terms], headings: [...suggestions.headings] },
    )
  }
  const headers = modelHeaders(outcome)
  const omitted = request.length === "full" ? "" : renderEnding(found.ending)
  const readText = () => renderContextText(found, textRules.rules) + omitted
  if (type === "txt") return { type, text: readText(), headers, pages }
  const written = await generatedTextsOf(context, library.key, snippets)
  const shown = snippets.map((snippet) => withGeneratedText(snippet, written.get(snippet.id)))
  const json = renderContextJson(shown, library.rules)
  const version = versionTag === "" ? "current: no version requested" : `${versionTag}: requested`
  const text = hasText ? readText() : undefined
  const explain = isExplained
    ? explainContext({ libraryId: library.id, version, answer: found, candidates, outcome })
    : undefined
  return { type, text: JSON.stringify({ ...json, text, explain }), headers, pages }
}

/** An answer before it is rendered. */
interface FoundSnippets {
  readonly candidates: readonly RankedCandidate[]
  readonly outcome: ModelOutcome
  readonly found: ContextAnswer
  /** Paths of the pages in the answer. */
  readonly pages: readonly string[]
  /** The complete snippets of the answer; read only for JSON. */
  readonly snippets: readonly StoredSnippet[]
}

/** Ranks and packs snippets. The index is borrowed once, unless a model is called in between. */
async function findSnippets(
  { models, openIndexes, log }: AnswerServices,
  { indexHash, servedAs }: { readonly indexHash: string; readonly servedAs: string },
  request: ContextRequest & Pick<AnsweringVersion, "withholdsFlagged"> & { readonly names: readonly string[] },
): Promise<FoundSnippets> {
  const { query, terms, type, tokens, limit, length = "auto", fast, withholdsFlagged, names } = request
  const pack = (rankable: RankableIndex, candidates: readonly RankedCandidate[], outcome: ModelOutcome) => {
    const unknownWords = length === "auto" ? findUnknownWords(rankable, { query, terms }) : undefined
    const maxSnippets = limit ?? MAX_CANDIDATES
    const bounds = { maxTokens: tokens, maxSnippets, length, query, terms, withholdsFlagged, unknownWords }
    const found = packAnswer(rankable, candidates, bounds)
    const snippets = type === "json" ? readAnswerSnippets(rankable.index, found) : []
    return { candidates, outcome, found, pages: answerPages(rankable.index, found.blocks), snippets }
  }
  const overview = await openIndexes.use(
    indexHash,
    (rankable) => {
      const isAsked = terms === undefined && isOverviewQuestion(rankable.session.analyser, query, names)
      return isAsked ? pack(rankable, overviewCandidates(rankable, names), {}) : undefined
    },
    servedAs,
  )
  if (overview !== undefined) return overview
  if (models.embedder === undefined && models.reranker === undefined) {
    return openIndexes.use(indexHash, (rankable) =>
      pack(rankable, rankCandidates(rankable, { query, terms }).candidates, {}),
    )
  }
  const { candidates, outcome } = await rankWithModels(
    (work) => openIndexes.use(indexHash, work),
    { query, terms },
    { ...models, isFast: fast === "true", log },
  )
  return openIndexes.use(indexHash, (rankable) => pack(rankable, candidates, outcome))
}

function describeSuggestions({ terms, headings }: QuestionSuggestions): string {
  const words = terms.length === 0 ? "" : ` Similar words: ${terms.join(", ")}.`
  const sections = headings.length === 0 ? "" : ` Headings: ${headings.join("; ")}.`
  return `Try other words.${words}${sections}`
}

interface FittedRules {
  readonly rules: readonly string[]
  readonly tokens: number
}

const NO_RULES: FittedRules = { rules: [], tokens: 0 }

/** Drops rules from the end until the documentation fits beside the rest. */
async function fitRules(rules: readonly string[], tokens: number): Promise<FittedRules> {
  // Loaded on demand: the vocabulary takes 6 MB, and rules in text answers are the only text whose tokens a serving
  // process counts.
  const { countTokens } = await import("@lectern/engine/tokens")
  for (let count = rules.length; count > 0; count--) {
    const fitting = rules.slice(0, count)
    const used = countTokens(`${renderContextText({ blocks: [] }, fitting)}\n${SEPARATOR}`)
    if (used <= tokens - TOKENS_KEPT_FOR_SNIPPETS) return { rules: fitting, tokens: used }
  }
  return NO_RULES
}

/** Creates the error that explains why there is no content, or no content yet. */
async function explainNothing(
  context: AnswerServices,
  library: LibraryRecord,
  version: VersionRecord | undefined,
): Promise<never> {
  const jobs = await context.catalogue.jobs.list({ libraryKey: library.key, offset: 0, limit: JOBS_SEARCHED })
  const ownJob = jobs.find(({ versionTag }) => versionTag === (version?.tag ?? ""))
  const lastJob = ownJob ?? (await importJobOf(context, library))
  const isPending = lastJob?.state === "queued" || lastJob?.state === "running"
  if (isPending)
    throw new LibraryNotFinalized(
      `the library ${library.id} is not ready: it is still being processed. Try again in a moment`,
    )
  const isTagged = version !== undefined && version.tag !== ""
  const subject = isTagged ? `version ${version.tag} of ${library.id}` : `the library ${library.id}`
  const cancelled = lastJob?.state === "cancelled" ? "its processing was cancelled. Refresh the library" : undefined
  const reason =
    library.stateReason ?? lastJob?.errorMessage ?? cancelled ?? "its processing did not finish. Refresh the library"
  throw new NoSnippets(`${subject} has no content: ${reason}`)
}
