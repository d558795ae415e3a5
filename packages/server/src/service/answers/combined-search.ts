import type { AnswerExplanation, CombinedSearchQuery, CombinedSearchResponse } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { blocksFlagged } from "../../access/visibility/policy-filter.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { asError } from "../../base/errors.ts"
import { indexName } from "../../blobs/open-index-cache.ts"
import { type RankingRequest, type ShownSnippet, withGeneratedText } from "@lectern/engine"
import { generatedTextsOf } from "./generated-texts.ts"
import { queryLibrary } from "../../resolve/combined/query-library.ts"
import { type QueriedLibrary, chooseLibraries, type ChosenLibrary } from "../../resolve/combined/choose-libraries.ts"
import { type CombinedAnswer, inOneOrder, packLibraries } from "../../resolve/combined/pack-combined.ts"
import { renderCombinedJson, renderCombinedText } from "./render-combined.ts"
import {
  CURRENT,
  findServedLibraries,
  type LibrariesServed,
  type ServedLibrary,
} from "../../resolve/combined/served-libraries.ts"
import { describeServedVersions, searchHeaders } from "./describe-versions.ts"
import type { ModelOutcome } from "./model-ranking/model-outcome.ts"
import { joinModels, type WordRanking } from "./model-ranking/rank-with-models.ts"
import { NoDocumentation, SearchFailed } from "../errors.ts"
import { visibleLibrariesFor } from "../libraries/lookup/visible-libraries.ts"
import { keysOfScope, type LibraryScope, withinScope } from "../libraries/library-scope.ts"
import { modelHeaders } from "./model-headers.ts"
import { explainCombined, wantsExplanation } from "./explain-answer.ts"
import type { ReadVersion } from "../usage/meter/usage-meter.ts"
import type { AnswerServices } from "./answer-services.ts"

/** A question to all libraries, in the form of the contract. */
export type CombinedSearchRequest = Pick<
  CombinedSearchQuery,
  "query" | "type" | "library" | "version" | "language" | "tokens"
> &
  Partial<Pick<CombinedSearchQuery, "terms" | "length" | "explain">> & { readonly scope?: LibraryScope | undefined }

/** The finished answer: text, or JSON as text, and the headers that describe how it matches the request. */
export interface CombinedAnswerResult {
  readonly type: "txt" | "json"
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  /** The versions that the answer is based on, in the order of the answer. */
  readonly served: readonly ReadVersion[]
}

/**
 * Answers a question from up to four libraries that the question or its hints select.
 *
 * @throws {NoDocumentation} if no library has an answer. {SearchFailed} if every selected library failed.
 */
export async function searchDocumentation(
  context: AnswerServices,
  caller: Authorized<"search">,
  request: CombinedSearchRequest,
): Promise<CombinedAnswerResult> {
  const isExplained = wantsExplanation(context, caller, request)
  const { libraries: served, missesHint } = await findServed(context, caller, request)
  const withholdsFlagged = (await visibleLibrariesFor(context, caller)).suspiciousContent.action !== "flag"
  const { queried, failures } = await queryAll(context, served, request)
  if (queried.length === 0 && failures > 0)
    throw new SearchFailed("cannot search: every selected library failed. Try again in a moment")
  const { chosen, outcome } = await rankAgain(context, chooseLibraries(queried), request)
  const answer = await packLibraries(context.openIndexes, chosen, { ...request, withholdsFlagged })
  if (answer.libraries.length === 0)
    throw new NoDocumentation(
      "no documentation found: no library matches this question. Name a library with `library`, or add its documentation",
    )
  const reading = { request, answer, served, outcome, isPartial: failures > 0, missesHint }
  if (!isExplained) return render(context, reading)
  return render(context, { ...reading, explain: explainCombined({ served, queried, chosen, answer, outcome }) })
}

/** Finds the libraries to query, among those that the caller can see. */
async function findServed(
  context: AnswerServices,
  caller: Caller,
  request: CombinedSearchRequest,
): Promise<LibrariesServed> {
  const { catalogue, catalogueSync } = context
  const directory = () => catalogueSync.directory()
  const unscoped = await visibleLibrariesFor(context, caller)
  const scopeKeys = await keysOfScope(context, unscoped, request.scope)
  const reader = withinScope(unscoped, scopeKeys)
  const visibility = {
    finderKey: reader.finderKey,
    ownersOf: (id: string) => reader.lookupOwnersOf(id),
    ofLibrary: (library: LibraryRecord) => reader.visibilityOf(library),
    ofKey: (key: string) => reader.searchVisibilityOf(key),
    blocksFlagged: (count: number) => blocksFlagged(reader.suspiciousContent, count),
  }
  return findServedLibraries({ catalogue, directory, visibility, scopeKeys }, context, request)
}

async function queryAll(
  { openIndexes, log }: AnswerServices,
  served: readonly ServedLibrary[],
  request: RankingRequest,
): Promise<{ readonly queried: readonly QueriedLibrary[]; readonly failures: number }> {
  let failures = 0
  const matches = await Promise.all(
    served.map(async ({ key, id, nameScore, indexHash, served: tag }): Promise<QueriedLibrary | undefined> => {
      try {
        const name = indexName(key, tag === CURRENT ? "" : tag)
        const match = await openIndexes.use(indexHash, (rankable) => queryLibrary(rankable, request), name)
        return { key, id, nameScore, indexHash, match }
      } catch (thrown) {
        failures++
        log.error({ libraryId: id, error: asError(thrown) }, "querying a library failed")
        return undefined
      }
    }),
  )
  return { queried: matches.filter((match) => match !== undefined), failures }
}

/**
 * Ranks the candidates of the chosen libraries again with the configured models. The choice of libraries itself does
 * not use models.
 */
async function rankAgain(
  { openIndexes, models, log }: AnswerServices,
  chosen: readonly ChosenLibrary[],
  request: RankingRequest,
): Promise<{ readonly chosen: readonly ChosenLibrary[]; readonly outcome: ModelOutcome }> {
  const rankings = chosen.map(({ indexHash, match }): WordRanking => {
    return { ...match, lend: (work) => openIndexes.use(indexHash, work) }
  })
  const { candidateLists, outcome } = await joinModels(rankings, request, { ...models, isFast: false, log })
  const ranked = chosen.map((library, at) => {
    const { match } = library
    return { ...library, match: { ...match, candidates: candidateLists[at] ?? match.candidates } }
  })
  return { chosen: ranked, outcome }
}

interface RenderedParts {
  readonly request: CombinedSearchRequest
  readonly answer: CombinedAnswer
  readonly served: readonly ServedLibrary[]
  readonly outcome: ModelOutcome
  readonly isPartial: boolean
  readonly missesHint: boolean
  readonly explain?: AnswerExplanation
}

async function render(
  context: AnswerServices,
  { request, answer, served, outcome, isPartial, missesHint, explain }: RenderedParts,
): Promise<CombinedAnswerResult> {
  const shown = answer.libraries
    .map(({ key }) => served.find((library) => library.key === key))
    .filter((library) => library !== undefined)
  const version = describeServedVersions(request, shown)
  const headers = { ...searchHeaders(version, { isPartial, missesHint }), ...modelHeaders(outcome) }
  const isBesidePrivate = served.some(({ record }) => record.isPrivate)
  const read = shown.map(({ key: libraryKey, served: tag, record: { isPrivate } }) => {
    const pages = answer.libraries.find(({ key }) => key === libraryKey)?.pages
    return { libraryKey, versionTag: tag === CURRENT ? "" : tag, isPrivate, isBesidePrivate, pages }
  })
  if (request.type === "txt")
    return { type: "txt", text: renderCombinedText(answer, request.length), headers, served: read }
  const snippets = await readSnippets(context, answer, shown)
  const rules = new Map(
    shown
      .filter(({ record }) => record.rules.length > 0)
      .map(({ id, record }) => [id, { libraryOwn: [...record.rules] }]),
  )
  const body: CombinedSearchResponse = {
    ...renderCombinedJson(answer, (key, id) => snippets.get(`${key} ${id}`) as ShownSnippet),
    rules: rules.size > 0 ? Object.fromEntries(rules) : undefined,
    version,
    explain,
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
    const written = await generatedTextsOf(context, key, own)
    await context.openIndexes.use(indexHash, ({ index }) => {
      for (const { id } of own) snippets.set(`${key} ${id}`, withGeneratedText(index.snippet(id), written.get(id)))
    })
  }
  return snippets
}
