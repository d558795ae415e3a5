import { LIMITS, type ContextQuery } from "@lectern/contract"
import type { Caller } from "../../access/identity/caller.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { VersionRecord } from "../../catalogue/versions/records.ts"
import {
  type ContextAnswer,
  MAX_CANDIDATES,
  packAnswer,
  rankCandidates,
  type RankableIndex,
  type RankedCandidate,
  readAnswerSnippets,
  renderContextJson,
  renderContextText,
  SEPARATOR,
  type StoredSnippet,
  withGeneratedText,
} from "@lectern/engine"
import type { ModelOutcome } from "./model-ranking/model-outcome.ts"
import { rankWithModels } from "./model-ranking/rank-with-models.ts"
import { explainContext, wantsExplanation } from "./explain-answer.ts"
import { LibraryNotFinalized, NoSnippets } from "../errors.ts"
import { findServableLibrary } from "../libraries/find-servable-library.ts"
import { readReference } from "../libraries/lookup/find-library.ts"
import { findVersion } from "../../resolve/find-version.ts"
import { importJobOf } from "../jobs/import-jobs.ts"
import { modelHeaders } from "./model-headers.ts"
import { allow } from "../service-context.ts"
import { generatedTextsOf } from "./generated-texts.ts"
import type { ReadVersion } from "../usage/usage-meter.ts"
import type { AnswerServices } from "./answer-services.ts"

/** A question to one library, in the form of the contract. */
export type ContextRequest = Pick<ContextQuery, "libraryId" | "query" | "type" | "tokens" | "limit" | "rules"> &
  Partial<Pick<ContextQuery, "fast" | "explain">>

/** The finished answer: text, or JSON as text. */
export interface ContextAnswerResult {
  readonly type: "txt" | "json"
  readonly text: string
  /** Tells what became of the models, where some are configured. */
  readonly headers: Readonly<Record<string, string>>
  /** What it was read from. */
  readonly served: readonly ReadVersion[]
}

/** Newest jobs of a library among which the one of a version that has nothing to serve is looked for. */
const JOBS_SEARCHED = 50

/** Tokens of an answer that rules leave to the documentation: its largest snippet always finds room. */
const TOKENS_KEPT_FOR_SNIPPETS = LIMITS.snippetMaxTokens + 20

/**
 * Answers a question with the best snippets of one library.
 *
 * @throws {InvalidLibraryId} {LibraryMissing} {LibraryRedirected} {TagMissing}
 * @throws {LibraryNotFinalized} while the library is queued or processed for the first time.
 * @throws {NoSnippets} when the library failed, is empty, or holds no word of the question.
 */
export async function answerQuestion(
  context: AnswerServices,
  caller: Caller,
  request: ContextRequest,
): Promise<ContextAnswerResult> {
  allow(context, caller, "readContext")
  const isExplained = wantsExplanation(context, caller, request)
  const { id, versionTag } = readReference(request.libraryId)
  const library = await findServableLibrary(context, caller, id)
  const version = await findVersion(context, library, versionTag)
  if (version === undefined || version.indexHash === null) return await explainNothing(context, library, version)
  const { isPrivate, key: libraryKey } = library
  const served = [{ libraryKey, versionTag: version.tag, isPrivate }]
  const asked = { library, indexHash: version.indexHash, versionTag: version.tag, isExplained }
  return { ...(await answer(context, asked, request)), served }
}

interface AnsweringVersion {
  readonly library: LibraryRecord
  readonly indexHash: string
  readonly versionTag: string
  readonly isExplained: boolean
}

async function answer(
  context: AnswerServices,
  { library, indexHash, versionTag, isExplained }: AnsweringVersion,
  request: ContextRequest,
): Promise<Omit<ContextAnswerResult, "served">> {
  const { query, type } = request
  const textRules =
    type === "txt" && request.rules === "1" ? await fitRules(library.rules, request.tokens) : NO_VISIBILITY_RULES
  const tokens = request.tokens - textRules.tokens
  const { candidates, outcome, found, snippets } = await findSnippets(context, indexHash, { ...request, tokens })
  if (found.blocks.length === 0) {
    throw new NoSnippets(`nothing in ${library.id} answers ${JSON.stringify(query)}: try other words`)
  }
  const headers = modelHeaders(outcome)
  if (type === "txt") return { type, text: renderContextText(found, textRules.rules), headers }
  const written = await generatedTextsOf(context, library.key, snippets)
  const shown = snippets.map((snippet) => withGeneratedText(snippet, written.get(snippet.id)))
  const json = renderContextJson(shown, library.rules)
  const version = versionTag === "" ? "current: no version is asked for" : `${versionTag}: asked for`
  const explanation = isExplained
    ? { explain: explainContext({ libraryId: library.id, version, answer: found, candidates, outcome }) }
    : {}
  return { type, text: JSON.stringify({ ...json, ...explanation }), headers }
}

/** An answer before it is rendered. */
interface FoundSnippets {
  readonly candidates: readonly RankedCandidate[]
  readonly outcome: ModelOutcome
  readonly found: ContextAnswer
  /** The snippets of the answer in full; read for JSON only. */
  readonly snippets: readonly StoredSnippet[]
}

/** Ranks and packs. The index is borrowed once, unless a model is called in between. */
async function findSnippets(
  { models, openIndexes, log }: AnswerServices,
  indexHash: string,
  { query, type, tokens, limit, fast }: ContextRequest,
): Promise<FoundSnippets> {
  const pack = (rankable: RankableIndex, candidates: readonly RankedCandidate[], outcome: ModelOutcome) => {
    const found = packAnswer(rankable, candidates, { maxTokens: tokens, maxSnippets: limit ?? MAX_CANDIDATES })
    return { candidates, outcome, found, snippets: type === "json" ? readAnswerSnippets(rankable.index, found) : [] }
  }
  if (models.embedder === undefined && models.reranker === undefined) {
    return openIndexes.use(indexHash, (rankable) => pack(rankable, rankCandidates(rankable, { query }).candidates, {}))
  }
  const { candidates, outcome } = await rankWithModels(
    (work) => openIndexes.use(indexHash, work),
    { query },
    { ...models, isFast: fast === "true", log },
  )
  return openIndexes.use(indexHash, (rankable) => pack(rankable, candidates, outcome))
}

interface FittedRules {
  readonly rules: readonly string[]
  readonly tokens: number
}

const NO_VISIBILITY_RULES: FittedRules = { rules: [], tokens: 0 }

/** Leaves out rules from the end until documentation has room beside them. */
async function fitRules(rules: readonly string[], tokens: number): Promise<FittedRules> {
  // The vocabulary takes 6 MB, and rules in text are the one thing a serving process counts.
  const { countTokens } = await import("@lectern/engine/tokens")
  for (let count = rules.length; count > 0; count--) {
    const fitting = rules.slice(0, count)
    const used = countTokens(`${renderContextText({ blocks: [] }, fitting)}\n${SEPARATOR}`)
    if (used <= tokens - TOKENS_KEPT_FOR_SNIPPETS) return { rules: fitting, tokens: used }
  }
  return NO_VISIBILITY_RULES
}

/** Says why there is nothing to serve yet, or nothing at all. */
async function explainNothing(
  context: AnswerServices,
  library: LibraryRecord,
  version: VersionRecord | undefined,
): Promise<never> {
  const jobs = await context.catalogue.jobs.list({ libraryKey: library.key, offset: 0, limit: JOBS_SEARCHED })
  const ownJob = jobs.find(({ versionTag }) => versionTag === (version?.tag ?? ""))
  const lastJob = ownJob ?? (await importJobOf(context, library))
  const isPending = lastJob?.state === "queued" || lastJob?.state === "running"
  if (isPending) throw new LibraryNotFinalized(`the library ${library.id} is being processed: ask again in a moment`)
  const isTagged = version !== undefined && version.tag !== ""
  const subject = isTagged ? `version ${version.tag} of ${library.id}` : `the library ${library.id}`
  const cancelled = lastJob?.state === "cancelled" ? "its processing was cancelled, refresh it" : undefined
  const reason =
    library.stateReason ?? lastJob?.errorMessage ?? cancelled ?? "its processing did not finish, refresh it"
  throw new NoSnippets(`${subject} has nothing to serve: ${reason}`)
}
