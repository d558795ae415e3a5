import type { Reranker } from "../../../models/reranker.ts"
import { type RankedCandidate, scoreSignals, SIGNAL_WEIGHTS } from "@lectern/engine"

/**
 * Has a reranker judge snippets.
 *
 * @param snippets best first; those beyond what the reranker takes are not judged.
 * @returns one number a judged snippet: 1 for the best, 0 for the worst; all 1 where it sees no difference.
 * @throws {ModelFailure}
 */
export async function judge(
  reranker: Reranker,
  question: string,
  snippets: readonly string[],
): Promise<readonly number[]> {
  const judged = snippets.slice(0, reranker.maxSnippets)
  if (judged.length === 0) return []
  // Nobody calls a question off: the reranker's own time-out bounds the wait.
  const scores = await reranker.rerank(question, judged, new AbortController().signal)
  const [least, most] = [Math.min(...scores), Math.max(...scores)]
  return scores.map((score) => (most > least ? (score - least) / (most - least) : 1))
}

/**
 * Puts judged candidates into their new order.
 *
 * @param judgementBySnippet 0 to 1.
 */
export function reorder(
  candidates: readonly RankedCandidate[],
  judgementBySnippet: ReadonlyMap<number, number>,
): readonly RankedCandidate[] {
  const judged = candidates.map((candidate): RankedCandidate => {
    const judgement = judgementBySnippet.get(candidate.snippet)
    if (judgement === undefined) return candidate
    const signals = { ...candidate.signals, reranker: judgement }
    return { ...candidate, signals, ...scoreSignals(signals, SIGNAL_WEIGHTS) }
  })
  return judged.toSorted((a, b) => b.score - a.score || a.snippet - b.snippet)
}
