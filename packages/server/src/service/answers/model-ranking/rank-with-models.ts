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
import { judge, reorder } from "./rerank.ts"
import { callWithFallback, type ModelOutcome } from "./model-outcome.ts"

/** Models, and what is wanted of them. */
export interface ModelUse extends Models {
  /** True: the reranker is left out. */
  readonly isFast: boolean
  readonly log: Log
}

/** A library as it was ranked without models. */
export interface WordRanking {
  readonly lend: WithIndex
  /** Best first. */
  readonly candidates: readonly RankedCandidate[]
  /** How much of the question the library covers: scores times it compare between libraries. 1 for a single one. */
  readonly coverage: number
}

/** Candidates in their order, and what became of the models. */
export interface ModelRanking {
  readonly candidates: readonly RankedCandidate[]
  readonly outcome: ModelOutcome
}

/** The same of several libraries, in the order in which they were given. */
export interface JoinedRanking {
  readonly candidateLists: readonly (readonly RankedCandidate[])[]
  readonly outcome: ModelOutcome
}

/**
 * Ranks one library for a question with the models that are configured.
 *
 * @returns what `rankCandidates` gives when a model fails: an answer comes from all of the models or from none, so it is one of
 *   two that can be told.
 */
export async function rankWithModels(lend: WithIndex, asking: RankingRequest, use: ModelUse): Promise<ModelRanking> {
  const candidates = await lend((shelved) => rankCandidates(shelved, asking).candidates)
  const { candidateLists, outcome } = await joinModels([{ lend, candidates, coverage: 1 }], asking, use)
  return { candidates: candidateLists[0] ?? candidates, outcome }
}

/**
 * Ranks again, with the models that are configured, what words alone have ranked. The reranker reads the best snippets of all
 * libraries together, so its judgements compare between them.
 *
 * @returns the candidates as they were given when a model fails.
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
    const judged = await callWithFallback(() => judgeTogether(reranker, ranked, asking.query), {
      log,
      model: "reranker",
    })
    if (judged === undefined) return { candidateLists: unchanged, outcome: { ...outcome, reranker: "failed" } }
    outcome.reranker = "used"
    ranked = judged
  }
  return { candidateLists: ranked.map(({ candidates }) => candidates), outcome }
}

/**
 * @returns the list that was given when no library has vectors of this embedder: then it is not asked.
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
        "the embedder has changed its dimension: name the model anew, or add the libraries again with force",
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
async function judgeTogether(
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
  const judgements = await judge(reranker, question, await Promise.all(best.map(textOf)))
  return libraries.map((library, number) => {
    const own = best.flatMap(({ library: of, snippet }, at) =>
      of === number ? [[snippet, judgements[at] ?? 0] as const] : [],
    )
    return { ...library, candidates: reorder(library.candidates, new Map(own)) }
  })
}
