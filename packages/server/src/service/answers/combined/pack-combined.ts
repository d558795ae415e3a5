import {
  type AnswerBlock,
  comparableScore,
  packAnswer,
  type IndexedSnippet,
  type RankableIndex,
  SEPARATOR_TOKENS,
  type ShownTexts,
} from "@lectern/engine"
import type { ChosenLibrary } from "./choose-answers.ts"

/** What one library contributes. */
export interface LibraryAnswer {
  readonly key: string
  readonly id: string
  readonly blocks: readonly AnswerBlock[]
  /** Of every snippet, by snippet number: comparable between libraries. */
  readonly scoreBySnippet: ReadonlyMap<number, number>
}

/** An answer from several libraries that fits its budget; the heaviest library first. */
export interface CombinedAnswer {
  readonly libraries: readonly LibraryAnswer[]
  readonly tokens: number
}

/** The first line of a library's part. */
export function libraryLine(id: string): string {
  return `Library: ${id}\n\n`
}

/** Snippets of one library at most: no bound of its own but the budget. */
const MAX_SNIPPETS = 200

/**
 * Packs one library's part.
 *
 * @param maxTokens for the part with its first line and the separator before it.
 * @param shown what earlier parts show; grows.
 */
export function packLibrary(
  rankable: RankableIndex,
  { key, id, evidence }: ChosenLibrary,
  maxTokens: number,
  shown: ShownTexts,
): { readonly answer: LibraryAnswer; readonly tokens: number } {
  // No token is shorter than a byte.
  const frame = Buffer.byteLength(libraryLine(id)) + SEPARATOR_TOKENS + 1
  const packed = packAnswer(rankable, evidence.candidates, {
    maxTokens: maxTokens - frame,
    maxSnippets: MAX_SNIPPETS,
    shown,
  })
  const scoreBySnippet = new Map(
    evidence.candidates.map((candidate) => [candidate.snippet, comparableScore(candidate, evidence.coverage)]),
  )
  return {
    answer: { key, id, blocks: packed.blocks, scoreBySnippet },
    tokens: packed.blocks.length === 0 ? 0 : packed.tokens + frame,
  }
}

/** Share of a budget that the lighter libraries are sure of. */
const EQUAL_SHARE = 0.6

/**
 * Shares a budget: a part of it equally, the rest by weight.
 *
 * @returns tokens for each library, in their order; what one leaves goes to those after it.
 */
export function shareBudget(weights: readonly number[], maxTokens: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1
  return weights.map((weight) =>
    Math.floor(maxTokens * (EQUAL_SHARE / weights.length + ((1 - EQUAL_SHARE) * weight) / total)),
  )
}

/** @returns every snippet of an answer with its library, best first over all libraries, ties in the order of the libraries. */
export function inOneOrder(
  answer: CombinedAnswer,
): readonly { readonly library: LibraryAnswer; readonly snippet: IndexedSnippet }[] {
  return answer.libraries
    .flatMap((library) => library.blocks.flatMap(({ snippets }) => snippets.map((snippet) => ({ library, snippet }))))
    .map((entry) => ({ ...entry, score: entry.library.scoreBySnippet.get(entry.snippet.id) ?? 0 }))
    .toSorted((a, b) => b.score - a.score)
}
