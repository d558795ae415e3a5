import type { Log } from "../../base/log.ts"
import type { Passage } from "../../index/open-index.ts"
import type { Models } from "../../models/open-models.ts"
import type { RankedCandidate } from "../candidate-signals.ts"
import { type Asking, rankCandidates } from "../rank-candidates.ts"
import { embedQuestion, findMeaning, hasVectorsOf, type LendIndex } from "./ask-embedder.ts"
import { judge, reorder } from "./ask-reranker.ts"
import { askOrGoOn, type ModelOutcome } from "./model-outcome.ts"

/** Models, and what is wanted of them. */
export interface ModelUse extends Models {
  /** True: the reranker is left out. */
  readonly isFast: boolean
  readonly log: Log
}

/** Candidates in their order, and what became of the models. */
export interface ModelRanking {
  readonly candidates: readonly RankedCandidate[]
  readonly outcome: ModelOutcome
}

/**
 * Ranks one library for a question with the models that are configured.
 *
 * @returns what `rankCandidates` gives when a model fails: an answer comes from all of the models or from none, so it is one of
 *   two that can be told.
 */
export async function rankWithModels(lend: LendIndex, asking: Asking, use: ModelUse): Promise<ModelRanking> {
  const { embedder, reranker, isFast, log } = use
  const plain = await lend((shelved) => ({
    candidates: rankCandidates(shelved, asking).candidates,
    hasVectors: embedder !== undefined && hasVectorsOf(embedder, shelved),
  }))
  let { candidates } = plain
  const outcome: { -readonly [Model in keyof ModelOutcome]: ModelOutcome[Model] } = {}
  if (embedder !== undefined) outcome.embedder = "skipped"
  if (reranker !== undefined) outcome.reranker = "skipped"
  if (embedder !== undefined && plain.hasVectors) {
    const vector = await askOrGoOn(() => embedQuestion(embedder, asking.query), { log, model: "embedder" })
    outcome.embedder = vector === undefined ? "failed" : "used"
    if (vector === undefined) return { candidates, outcome }
    const meaning = await findMeaning(embedder, vector, lend)
    // An embedder that changed its dimension behind its name: the vectors do not compare until the library is read again.
    if (meaning === undefined) return { candidates, outcome: { ...outcome, embedder: "failed" } }
    candidates = await lend((shelved) => rankCandidates(shelved, { ...asking, meaning }).candidates)
  }
  if (reranker !== undefined && !isFast && candidates.length > 0) {
    const judged = candidates.slice(0, reranker.maxPassages)
    const texts = await lend(({ index }) => judged.map(({ snippet }) => judgedText(index.passage(snippet))))
    const judgements = await askOrGoOn(() => judge(reranker, asking.query, texts), { log, model: "reranker" })
    outcome.reranker = judgements === undefined ? "failed" : "used"
    if (judgements === undefined) return { candidates: plain.candidates, outcome }
    candidates = reorder(candidates, new Map(judged.map(({ snippet }, at) => [snippet, judgements[at] ?? 0])))
  }
  return { candidates, outcome }
}

/** What a reranker reads of a passage: its headings and its text. */
export function judgedText({ headingPath, content }: Pick<Passage, "headingPath" | "content">): string {
  return `${headingPath.join(" > ")}\n${content}`
}
