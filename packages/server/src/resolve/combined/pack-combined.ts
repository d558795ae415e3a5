import {
  answerPages,
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

/** One library's part of a combined answer. */
export interface LibraryAnswer {
  readonly key: string
  readonly id: string
  readonly blocks: readonly AnswerBlock[]
  /** Paths of its pages. */
  readonly pages: readonly string[]
  readonly ending: AnswerEnding
  /** Score of every snippet, by snippet number; comparable between libraries. */
  readonly scoreBySnippet: ReadonlyMap<number, number>
}

/** An answer from several libraries within its token budget, by descending weight of the libraries. */
export interface CombinedAnswer {
  readonly libraries: readonly LibraryAnswer[]
  readonly tokens: number
}

/** Returns the first line of a library's part. */
export function libraryLine(id: string): string {
  return `Library: ${id}\n\n`
}

/** Effectively no limit: the budget decides how many snippets of a library are used. */
const MAX_SNIPPETS = 200

/** Limits of one library's part. */
export interface PartBounds extends Omit<CombinedBounds, "tokens"> {
  /** Includes the library's first line and the separator before it. */
  readonly maxTokens: number
  /** The snippets of earlier parts, to which those of this part are added. */
  readonly shown: ShownTexts
}

/**
 * Packs one library's part.
 */
export function packLibrary(
  rankable: RankableIndex,
  { key, id, match }: ChosenLibrary,
  { maxTokens, shown, length = "auto", query, terms, withholdsFlagged }: PartBounds,
): { readonly answer: LibraryAnswer; readonly tokens: number } {
  // A token has at least one byte.
  const frame = Buffer.byteLength(libraryLine(id)) + SEPARATOR_TOKENS + 1
  const packed = packAnswer(rankable, match.candidates, {
    maxTokens: maxTokens - frame,
    maxSnippets: MAX_SNIPPETS,
    shown,
    length,
    query,
    terms,
    withholdsFlagged,
  })
  const scoreBySnippet = new Map(
    match.candidates.map((candidate) => [candidate.snippet, comparableScore(candidate, match.coverage)]),
  )
  return {
    answer: {
      key,
      id,
      blocks: packed.blocks,
      pages: answerPages(rankable.index, packed.blocks),
      ending: packed.ending,
      scoreBySnippet,
    },
    tokens: packed.blocks.length === 0 ? 0 : packed.tokens + frame,
  }
}

/** Limits of a combined answer. */
export interface CombinedBounds {
  /** Upper limit for the tokens of the whole answer. */
  readonly tokens: number
  readonly length?: AnswerLength | undefined
  readonly query?: string | undefined
  /** Words that the caller expects in the answer. */
  readonly terms?: readonly string[] | undefined
  /** If true, flagged snippets are left out. */
  readonly withholdsFlagged?: boolean | undefined
}

/** Share of the budget that is divided equally, so that libraries with a low weight get a minimum. */
const EQUAL_SHARE = 0.6

/**
 * Divides a budget: one share equally, the rest by weight.
 *
 * @returns tokens per library, in order; tokens that a library does not use are available to the next ones.
 */
export function shareBudget(weights: readonly number[], maxTokens: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1
  return weights.map((weight) =>
    Math.floor(maxTokens * (EQUAL_SHARE / weights.length + ((1 - EQUAL_SHARE) * weight) / total)),
  )
}

/**
 * Packs the answers of several libraries into one budget. Tokens that a library does not use are available to the next
 * ones.
 *
 * @param libraries by descending weight.
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

/**
 * @returns every snippet of an answer with its library, best first across all libraries; ties keep the order of the
 *   libraries.
 */
export function inOneOrder(
  answer: CombinedAnswer,
): readonly { readonly library: LibraryAnswer; readonly snippet: IndexedSnippet }[] {
  return answer.libraries
    .flatMap((library) => library.blocks.flatMap(({ snippets }) => snippets.map((snippet) => ({ library, snippet }))))
    .map((entry) => ({ ...entry, score: entry.library.scoreBySnippet.get(entry.snippet.id) ?? 0 }))
    .toSorted((a, b) => b.score - a.score)
}
