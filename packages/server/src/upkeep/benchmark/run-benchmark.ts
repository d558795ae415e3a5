import { setImmediate as nextTurn } from "node:timers/promises"
import { LIMITS } from "@lectern/contract"
import type { BenchmarkQuestion, BenchmarkReport } from "../../blobs/ingestion-report.ts"
import {
  answerQuestion,
  areNearDuplicates,
  type IndexedSnippet,
  type RankableIndex,
  RankingSession,
} from "@lectern/engine"
import { makeQuestion, type MadeQuestion } from "./make-question.ts"

/** Fewer questions say nothing. */
const MIN_QUESTIONS = 8
/**
 * Snippets for each question: of small libraries few, so that there are questions at all, then more, so that asking stays
 * below a tenth of what reading the library took.
 */
const PASSAGES_PER_QUESTION = { least: 4, most: 45 } as const
const QUESTIONS_OF_SMALL = 20
/** Snippets that are looked at for one that a question can be made of. */
const TRIES_PER_QUESTION = 3
/** Fractional part of the golden ratio: its multiples are spread evenly, however many are taken. */
const GOLDEN = 0.618_033_988_749_894_9
/** Snippets alike from here on say the same (DESIGN-search.md, "Packing"). */
const TWIN_SIMILARITY = 0.55

/** Timers and messages get in so often. */
const MAX_STRETCH_MS = 20
/** No benchmark takes longer; what has been asked until then counts, so a slow machine may score a huge library otherwise. */
const MAX_TIME_MS = 2_000

/** Puts questions to snippets in its own words, for instance a language model. */
export interface QuestionWriter {
  /** @returns a question for each snippet, in their order; undefined where a question by rule is to be asked. */
  writeQuestions(
    snippets: readonly Pick<IndexedSnippet, "headingPath" | "content">[],
    signal: AbortSignal,
  ): Promise<readonly (string | undefined)[]>
}

/** How a library is benchmarked. */
export interface BenchmarkOptions {
  readonly signal: AbortSignal
  /** Missing: all questions are made by rule, so that the same index gives the same score, unless time runs out. */
  readonly writer?: QuestionWriter | undefined
  /**
   * True: ask only what the writer has written. Questions by rule tell how alike snippets are, not how people's questions
   * are answered (docs/evaluation.md), so they are for evaluation only.
   */
  readonly isByWriterOnly?: boolean
  /** At most so many questions; 60 when left out. */
  readonly maxQuestions?: number
}

/** Benchmarks the index in a file. @throws {IndexUnreadable} {the signal's reason} whatever `runBenchmark` throws. */
export async function benchmarkFile(indexPath: string, options: BenchmarkOptions): Promise<BenchmarkReport> {
  const rankable = new RankingSession().open(indexPath)
  try {
    return await runBenchmark(rankable, options)
  } finally {
    rankable.index.close()
  }
}

/**
 * Asks a library questions that are made from its own snippets and counts those that are answered with the snippet, or
 * one that says the same, within 2,000 tokens.
 *
 * @returns at most one question for four snippets, 60 in all, in a fixed order; score 0 to 100 with one decimal, -1 with
 *   fewer than eight questions. About 1 to 4 ms of CPU a question; no longer than two seconds.
 * @throws the signal's reason when it is aborted; what the writer throws.
 */
export async function runBenchmark(rankable: RankableIndex, options: BenchmarkOptions): Promise<BenchmarkReport> {
  const { signal, maxQuestions = LIMITS.benchmarkQuestionsMaxCount } = options
  const pause = breather(signal)
  const drafts = await draftQuestions(rankable, maxQuestions, pause)
  if (drafts.length < MIN_QUESTIONS) return { score: LIMITS.unknownScore, questions: [] }
  const written =
    (await options.writer?.writeQuestions(
      drafts.map(({ snippet }) => snippet),
      signal,
    )) ?? []
  const questions: BenchmarkQuestion[] = []
  const beganMs = performance.now()
  for (const [place, { snippet, made }] of drafts.entries()) {
    if (performance.now() - beganMs > MAX_TIME_MS && questions.length >= MIN_QUESTIONS) break
    await pause()
    const own = written[place]
    if (own === undefined && options.isByWriterOnly === true) continue
    const asked = own === undefined ? made : { kind: "model" as const, question: own }
    const { headingPath, url } = snippet
    questions.push({ ...asked, headingPath, source: url, isFound: isFound(rankable, asked.question, snippet) })
  }
  if (questions.length < MIN_QUESTIONS) return { score: LIMITS.unknownScore, questions: [] }
  const found = questions.filter((question) => question.isFound).length
  return { score: Math.round((1000 * found) / questions.length) / 10, questions }
}

interface Draft {
  readonly snippet: IndexedSnippet
  readonly made: MadeQuestion
}

/** Takes snippets from everywhere in the library, each once, until there are enough questions. */
async function draftQuestions(
  { index, session }: RankableIndex,
  maxQuestions: number,
  pause: () => Promise<void>,
): Promise<Draft[]> {
  const snippets = index.layout.sectionOfSnippet.length
  const wanted = Math.min(maxQuestions, questionCount(snippets))
  const drafts: Draft[] = []
  if (wanted < MIN_QUESTIONS) return drafts
  const seen = new Set<number>()
  for (let turn = 1; turn <= wanted * TRIES_PER_QUESTION && drafts.length < wanted; turn++) {
    await pause()
    const id = Math.floor(((turn * GOLDEN) % 1) * snippets)
    if (seen.has(id)) continue
    seen.add(id)
    const snippet = index.indexedSnippet(id)
    const made = makeQuestion({ index, analyser: session.analyser }, snippet, turn)
    if (made !== undefined) drafts.push({ snippet, made })
  }
  return drafts
}

function questionCount(snippets: number): number {
  const { least, most } = PASSAGES_PER_QUESTION
  return Math.floor(
    Math.min(LIMITS.benchmarkQuestionsMaxCount, snippets / least, Math.max(QUESTIONS_OF_SMALL, snippets / most)),
  )
}

function isFound(rankable: RankableIndex, query: string, wanted: IndexedSnippet): boolean {
  const { blocks } = answerQuestion(rankable, { query, tokens: LIMITS.benchmarkAnswerTokens })
  const { index } = rankable
  const sketch = index.sketch(wanted.id)
  return blocks.some(({ snippets }) =>
    snippets.some(({ id }) => id === wanted.id || areNearDuplicates(index.sketch(id), sketch, TWIN_SIMILARITY)),
  )
}

/** @returns a function that lets timers and messages in when that is due. @throws the signal's reason. */
function breather(signal: AbortSignal): () => Promise<void> {
  let beganMs = performance.now()
  return async () => {
    signal.throwIfAborted()
    if (performance.now() - beganMs <= MAX_STRETCH_MS) return
    await nextTurn()
    beganMs = performance.now()
  }
}
