import {
  type AnswerBlock,
  type AnswerEnding,
  type AnswerLength,
  comparableScore,
  createShownTexts,
  packAnswer,
  type IndexedSnippet,
  type RankableIndex,
  SEPARATOR_TOKENS,
  type ShownTexts,
} from "@lectern/engine"
import type { OpenIndexCache } from "../../blobs/open-index-cache.ts"
import type { ChosenLibrary } from "./choose-libraries.ts"

/** What one library contributes. */
export interface LibraryAnswer {
  readonly key: string
  readonly id: string
  readonly blocks: readonly AnswerBlock[]
  readonly ending: AnswerEnding
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

/** Limits of one library's part. */
export interface PartBounds extends Omit<CombinedBounds, "tokens"> {
  /** For the part with its first line and the separator before it. */
  readonly maxTokens: number
  /** The snippets of earlier parts; those of this part are added. */
  readonly shown: ShownTexts
}

/**
 * Packs one library's part.
 */
export function packLibrary(
  rankable: RankableIndex,
  { key, id, match }: ChosenLibrary,
  { maxTokens, shown, length = "auto", terms, withholdsFlagged }: PartBounds,
): { readonly answer: LibraryAnswer; readonly tokens: number } {
  // No token is shorter than a byte.
  const frame = Buffer.byteLength(libraryLine(id)) + SEPARATOR_TOKENS + 1
  const packed = packAnswer(rankable, match.candidates, {
    maxTokens: maxTokens - frame,
    maxSnippets: MAX_SNIPPETS,
    shown,
    length,
    terms,
    withholdsFlagged,
  })
  const scoreBySnippet = new Map(
    match.candidates.map((candidate) => [candidate.snippet, comparableScore(candidate, match.coverage)]),
  )
  return {
    answer: { key, id, blocks: packed.blocks, ending: packed.ending, scoreBySnippet },
    tokens: packed.blocks.length === 0 ? 0 : packed.tokens + frame,
  }
}

/** Limits of a combined answer. */
export interface CombinedBounds {
  /** Upper bound of the tokens of the whole answer. */
  readonly tokens: number
  readonly length?: AnswerLength | undefined
  /** Words that the caller expects in the answer. */
  readonly terms?: readonly string[] | undefined
  /** True: flagged snippets are left out. */
  readonly withholdsFlagged?: boolean | undefined
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

/**
 * Packs the answers of several libraries into one budget. What a library does not use goes to those after it.
 *
 * @param libraries the heaviest first.
 */
export async function packLibraries(
  openIndexes: OpenIndexCache,
  libraries: readonly ChosenLibrary[],
  { tokens: maxTokens, ...bounds }: CombinedBounds,
): Promise<CombinedAnswer> {
  const shares = shareBudget(
    libraries.map(({ weight }) => weight),
    maxTokens,
  )
  const shown = createShownTexts()
  const answers: LibraryAnswer[] = []
  let [unused, used] = [0, 0]
  for (const [at, library] of libraries.entries()) {
    const share = (shares[at] ?? 0) + unused
    const { answer, tokens } = await openIndexes.use(library.indexHash, (rankable) =>
      packLibrary(rankable, library, { ...bounds, maxTokens: share, shown }),
    )
    if (answer.blocks.length > 0) answers.push(answer)
    unused = share - tokens
    used += tokens
  }
  return { libraries: answers, tokens: used }
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
