import type { Log } from "../../../base/log.ts"
import type { Embedder } from "../../../models/embedder.ts"
import { ModelFailure } from "../../../models/errors.ts"
import {
  type RankingRequest,
  comparableScore,
  rankCandidates,
  type RankedCandidate,
  snippetText,
} from "@lectern/engine"
import type { Models } from "../../../models/open-models.ts"
import type { Reranker } from "../../../models/reranker.ts"
import { embedQuestion, findMeaning, hasVectorsOf, type WithIndex } from "./embed-question.ts"
import { rerankTexts, reorder } from "./rerank.ts"
import { callWithFallback, type ModelOutcome } from "./model-outcome.ts"

/** The configured models, and options for using them. */
export interface ModelUse extends Models {
  /** If true, the reranker is skipped. */
  readonly isFast: boolean
  readonly log: Log
}

/** A library ranked without models. */
export interface WordRanking {
  readonly lend: WithIndex
  /** Best first. */
  readonly candidates: readonly RankedCandidate[]
  /**
   * How much of the question the library covers. Scores multiplied by it are comparable between libraries. 1 for a
   * single library.
   */
  readonly coverage: number
}

/** Candidates in their order, and the outcome of the models. */
export interface ModelRanking {
  readonly candidates: readonly RankedCandidate[]
  readonly outcome: ModelOutcome
}

/** Candidates of several libraries in their order, by library in the given order, and the outcome of the models. */
export interface JoinedRanking {
  readonly candidateLists: readonly (readonly RankedCandidate[])[]
  readonly outcome: ModelOutcome
}

/**
 * Ranks one library for a question with the configured models.
 *
 * @returns the result of `rankCandidates` if a model fails: either all models affect an answer or none, so there are
 *   only two possible answers.
 */
export async function rankWithModels(lend: WithIndex, asking: RankingRequest, use: ModelUse): Promise<ModelRanking> {
  const candidates = await lend((shelved) => rankCandidates(shelved, asking).candidates)
  const { candidateLists, outcome } = await joinModels([{ lend, candidates, coverage: 1 }], asking, use)
  return { candidates: candidateLists[0] ?? candidates, outcome }
}

/**
 * Ranks the results of a ranking by words again, with the configured models. The reranker scores the best snippets of
 * all libraries together, so that its scores are comparable between libraries.
 *
 * @returns the given candidates if a model fails.
 */
export async function joinModels(
  libraries: readonly WordRanking[],
  asking: RankingRequest,
  { embedder, reranker, isFast, log }: ModelUse,
): Promise<JoinedRanking> {
  const unchanged = libraries.map(({ candidates }) => candidates)
  const outcome: { -readonly [Model in keyof ModelOutcome]: ModelOutcome[Model] } = {}
  if (embedder !== undefined) outcome.embedder = "skipped"
  if (reranker !== undefined) outcome.reranker = "skipped"
  let ranked = libraries
  if (embedder !== undefined) {
    const withMeaning = await callWithFallback(() => rankByMeaning(embedder, libraries, asking), {
      log,
      model: "embedder",
    })
    if (withMeaning === undefined) return { candidateLists: unchanged, outcome: { ...outcome, embedder: "failed" } }
    if (withMeaning !== libraries) outcome.embedder = "used"
    ranked = withMeaning
  }
  const snippets = ranked.reduce((count, { candidates }) => count + candidates.length, 0)
  if (reranker !== undefined && !isFast && snippets > 0) {
    const reranked = await callWithFallback(() => rerankTogether(reranker, ranked, asking.query), {
      log,
      model: "reranker",
    })
    if (reranked === undefined) return { candidateLists: unchanged, outcome: { ...outcome, reranker: "failed" } }
    outcome.reranker = "used"
    ranked = reranked
  }
  return { candidateLists: ranked.map(({ candidates }) => candidates), outcome }
}

/**
 * @returns the given list, without calling the embedder, if no library has vectors of this embedder.
 * @throws {ModelFailure}
 */
async function rankByMeaning(
  embedder: Embedder,
  libraries: readonly WordRanking[],
  asking: RankingRequest,
): Promise<readonly WordRanking[]> {
  const haveVectors = await Promise.all(libraries.map(({ lend }) => lend((shelved) => hasVectorsOf(embedder, shelved))))
  if (!haveVectors.includes(true)) return libraries
  const vector = await embedQuestion(embedder, asking.query)
  const ranked: WordRanking[] = []
  for (const [at, library] of libraries.entries()) {
    if (haveVectors[at] !== true) {
      ranked.push(library)
      continue
    }
    const meaning = await findMeaning(embedder, vector, library.lend)
    if (meaning === undefined) {
      throw new ModelFailure(
        "garbage",
        "the dimension of the embedder has changed: give the model a new name, or add the libraries again with force",
      )
    }
    const candidates = await library.lend(
      (shelved) => rankCandidates(shelved, { ...asking, embedding: meaning }).candidates,
    )
    ranked.push({ ...library, candidates })
  }
  return ranked
}

/** @throws {ModelFailure} */
async function rerankTogether(
  reranker: Reranker,
  libraries: readonly WordRanking[],
  question: string,
): Promise<readonly WordRanking[]> {
  const best = libraries
    .flatMap(({ candidates, coverage }, library) =>
      candidates.slice(0, reranker.maxSnippets).map((candidate) => {
        return { library, snippet: candidate.snippet, score: comparableScore(candidate, coverage) }
      }),
    )
    .toSorted((a, b) => b.score - a.score || a.library - b.library || a.snippet - b.snippet)
    .slice(0, reranker.maxSnippets)
  const textOf = async ({ library, snippet }: (typeof best)[number]) =>
    (await libraries[library]?.lend(({ index }) => snippetText(index.indexedSnippet(snippet)))) ?? ""
  const rerankScores = await rerankTexts(reranker, question, await Promise.all(best.map(textOf)))
  return libraries.map((library, number) => {
    const own = best.flatMap(({ library: of, snippet }, at) =>
      of === number ? [[snippet, rerankScores[at] ?? 0] as const] : [],
    )
    return { ...library, candidates: reorder(library.candidates, new Map(own)) }
  })
}
