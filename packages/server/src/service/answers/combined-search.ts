import type { AnswerExplanation, CombinedSearchQuery, CombinedSearchResponse } from "@lectern/contract"
import type { Caller } from "../../access/identity/caller.ts"
import { asError } from "../../base/errors.ts"
import { type RankingRequest, createShownTexts, type ShownSnippet, withGeneratedText } from "@lectern/engine"
import { writtenAbout } from "./written-texts.ts"
import { askLibrary } from "./combined/ask-library.ts"
import { type AskedLibrary, chooseAnswers, type ChosenLibrary } from "./combined/choose-answers.ts"
import {
  type CombinedAnswer,
  inOneOrder,
  type LibraryAnswer,
  packLibrary,
  shareBudget,
} from "./combined/pack-combined.ts"
import { renderCombinedJson, renderCombinedText } from "./combined/render-combined.ts"
import { CURRENT, findServedLibraries, type ServedLibrary } from "./combined-candidates.ts"
import { describeServedVersions, searchHeaders } from "./combined-versions.ts"
import type { ModelOutcome } from "./model-ranking/model-outcome.ts"
import { joinModels, type WordRanking } from "./model-ranking/rank-with-models.ts"
import { NoDocumentation, SearchFailed } from "../errors.ts"
import type { LibraryScope } from "../libraries/library-scope.ts"
import { modelHeaders } from "./model-headers.ts"
import { explainCombined, wantsExplanation } from "./explain-answer.ts"
import { allow } from "../service-context.ts"
import type { ReadVersion } from "../usage/usage-meter.ts"
import type { AnswerServices } from "./answer-services.ts"

/** A question to all libraries, in the form of the contract. */
export type CombinedSearchRequest = Pick<
  CombinedSearchQuery,
  "query" | "type" | "library" | "version" | "language" | "tokens"
> &
  Partial<Pick<CombinedSearchQuery, "explain">> & { readonly scope?: LibraryScope }

/** The finished answer: text, or JSON as text, and the headers that tell how it fits what was asked. */
export interface CombinedReading {
  readonly type: "txt" | "json"
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  /** What it was read from, in the order of the answer. */
  readonly served: readonly ReadVersion[]
}

/**
 * Answers a question from up to four libraries that it, or its hints, select.
 *
 * @throws {NoDocumentation} when no library has anything to say. {SearchFailed} when every selected library failed.
 */
export async function searchDocumentation(
  context: AnswerServices,
  caller: Caller,
  request: CombinedSearchRequest,
): Promise<CombinedReading> {
  allow(context, caller, "search")
  const isExplained = wantsExplanation(context, caller, request)
  const served = await findServedLibraries(context, caller, request)
  const { asked, failures } = await askAll(context, served, request)
  if (asked.length === 0 && failures > 0) throw new SearchFailed("every selected library failed: try again in a moment")
  const { chosen, outcome } = await improve(context, { chosen: chooseAnswers(asked), served }, request)
  const answer = await packAll(context, chosen, served, request.tokens)
  if (answer.libraries.length === 0)
    throw new NoDocumentation("no library answers this question: name one with library, or add its documentation")
  const reading = { request, answer, served, outcome, isPartial: failures > 0 }
  if (!isExplained) return render(context, reading)
  return render(context, { ...reading, explain: explainCombined({ served, asked, chosen, answer, outcome }) })
}

/** Ranks what the chosen libraries have to say with the models that are configured; who is chosen stays as words decide. */
async function improve(
  context: AnswerServices,
  { chosen, served }: { readonly chosen: readonly ChosenLibrary[]; readonly served: readonly ServedLibrary[] },
  asking: RankingRequest,
): Promise<{ readonly chosen: readonly ChosenLibrary[]; readonly outcome: ModelOutcome }> {
  const hashByKey = new Map(served.map(({ key, indexHash }) => [key, indexHash]))
  const rankings = chosen.map(({ key, evidence }): WordRanking => {
    return { ...evidence, lend: (work) => context.openIndexes.use(hashByKey.get(key) ?? "", work) }
  })
  const use = { ...context.models, isFast: false, log: context.log }
  const { candidateLists, outcome } = await joinModels(rankings, asking, use)
  const improved = chosen.map((library, at) => {
    const { evidence } = library
    return { ...library, evidence: { ...evidence, candidates: candidateLists[at] ?? evidence.candidates } }
  })
  return { chosen: improved, outcome }
}

async function askAll(context: AnswerServices, served: readonly ServedLibrary[], asking: RankingRequest) {
  let failures = 0
  const answers = await Promise.all(
    served.map(async (library): Promise<AskedLibrary | undefined> => {
      try {
        const evidence = await context.openIndexes.use(library.indexHash, (shelved) => askLibrary(shelved, asking))
        return { key: library.key, id: library.id, nameScore: library.nameScore, evidence }
      } catch (thrown) {
        failures++
        context.log.error({ libraryId: library.id, error: asError(thrown) }, "a library could not be asked")
        return undefined
      }
    }),
  )
  return { asked: answers.filter((answer) => answer !== undefined), failures }
}

async function packAll(
  context: AnswerServices,
  chosen: readonly ChosenLibrary[],
  served: readonly ServedLibrary[],
  tokens: number,
): Promise<CombinedAnswer> {
  const shares = shareBudget(
    chosen.map(({ weight }) => weight),
    tokens,
  )
  const hashByKey = new Map(served.map(({ key, indexHash }) => [key, indexHash]))
  const shown = createShownTexts()
  const libraries: LibraryAnswer[] = []
  let [left, used] = [0, 0]
  for (const [at, library] of chosen.entries()) {
    const share = (shares[at] ?? 0) + left
    const packed = await context.openIndexes.use(hashByKey.get(library.key) ?? "", (shelved) =>
      packLibrary(shelved, library, share, shown),
    )
    if (packed.answer.blocks.length > 0) libraries.push(packed.answer)
    left = share - packed.tokens
    used += packed.tokens
  }
  return { libraries, tokens: used }
}

interface ReadingParts {
  readonly request: CombinedSearchRequest
  readonly answer: CombinedAnswer
  readonly served: readonly ServedLibrary[]
  readonly outcome: ModelOutcome
  readonly isPartial: boolean
  readonly explain?: AnswerExplanation
}

async function render(
  context: AnswerServices,
  { request, answer, served, outcome, isPartial, explain }: ReadingParts,
): Promise<CombinedReading> {
  const shown = answer.libraries
    .map(({ key }) => served.find((library) => library.key === key))
    .filter((library) => library !== undefined)
  const version = describeServedVersions(request, shown)
  const headers = { ...searchHeaders(version, isPartial), ...modelHeaders(outcome) }
  const read = shown.map(({ key: libraryKey, served: tag, record: { isPrivate } }) => {
    return { libraryKey, versionTag: tag === CURRENT ? "" : tag, isPrivate }
  })
  if (request.type === "txt") return { type: "txt", text: renderCombinedText(answer), headers, served: read }
  const snippets = await readSnippets(context, answer, shown)
  const rules = new Map(
    shown
      .filter(({ record }) => record.rules.length > 0)
      .map(({ id, record }) => [id, { libraryOwn: [...record.rules] }]),
  )
  const body: CombinedSearchResponse = {
    ...renderCombinedJson(answer, (key, id) => snippets.get(`${key} ${id}`) as ShownSnippet),
    ...(rules.size > 0 ? { rules: Object.fromEntries(rules) } : {}),
    ...(version === undefined ? {} : { version }),
    ...(explain === undefined ? {} : { explain }),
  }
  return { type: "json", text: JSON.stringify(body), headers, served: read }
}

async function readSnippets(
  context: AnswerServices,
  answer: CombinedAnswer,
  shown: readonly ServedLibrary[],
): Promise<ReadonlyMap<string, ShownSnippet>> {
  const snippets = new Map<string, ShownSnippet>()
  const inOrder = inOneOrder(answer)
  for (const { key, indexHash } of shown) {
    const own = inOrder.flatMap(({ library, snippet }) => (library.key === key ? [snippet] : []))
    const written = await writtenAbout(context, key, own)
    await context.openIndexes.use(indexHash, ({ index }) => {
      for (const { id } of own) snippets.set(`${key} ${id}`, withGeneratedText(index.snippet(id), written.get(id)))
    })
  }
  return snippets
}
