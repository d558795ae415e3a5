import type { Reranker } from "../../../models/reranker.ts"
import { type RankedCandidate, scoreSignals, SIGNAL_WEIGHTS } from "@lectern/engine"

/**
 * Scores texts with a reranker.
 *
 * @param snippets best first; those beyond the reranker's maximum are not scored.
 * @returns one number per scored text: 1 for the best, 0 for the worst; all 1 if they do not differ.
 * @throws {ModelFailure}
 */
export async function rerankTexts(
  reranker: Reranker,
  question: string,
  snippets: readonly string[],
): Promise<readonly number[]> {
  const reranked = snippets.slice(0, reranker.maxSnippets)
  if (reranked.length === 0) return []
  // Requests for questions are not cancelled; the reranker's own timeout limits them.
  const scores = await reranker.rerank(question, reranked, new AbortController().signal)
  const [least, most] = [Math.min(...scores), Math.max(...scores)]
  return scores.map((score) => (most > least ? (score - least) / (most - least) : 1))
}

/**
 * Sorts candidates by their new scores.
 *
 * @param rerankScoreBySnippet 0 to 1.
 */
export function reorder(
  candidates: readonly RankedCandidate[],
  rerankScoreBySnippet: ReadonlyMap<number, number>,
): readonly RankedCandidate[] {
  const reranked = candidates.map((candidate): RankedCandidate => {
    const rerankScore = rerankScoreBySnippet.get(candidate.snippet)
    if (rerankScore === undefined) return candidate
    const signals = { ...candidate.signals, reranker: rerankScore }
    return { ...candidate, signals, ...scoreSignals(signals, SIGNAL_WEIGHTS) }
  })
  return reranked.toSorted((a, b) => b.score - a.score || a.snippet - b.snippet)
}
