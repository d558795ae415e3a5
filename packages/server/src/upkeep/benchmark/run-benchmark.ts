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

/** With fewer questions, a score would mean little. */
const MIN_QUESTIONS = 8
/**
 * Snippets per question: few for small libraries, so that they have enough questions, and more for large ones, so that
 * the benchmark takes less than a tenth of the time of the ingestion.
 */
const SNIPPETS_PER_QUESTION = { least: 4, most: 45 } as const
const QUESTIONS_OF_SMALL = 20
/** Maximum number of snippets that are tried per question. */
const TRIES_PER_QUESTION = 3
/** Fractional part of the golden ratio: any number of its multiples is spread evenly. */
const GOLDEN = 0.618_033_988_749_894_9
/** Snippets that are at least this similar have the same content (DESIGN-search.md, "Packing"). */
const DUPLICATE_SIMILARITY = 0.55

/** Maximum time without yielding to timers and messages. */
const MAX_STRETCH_MS = 20
/**
 * Time limit of a benchmark. Only the questions asked so far count, so the score of a huge library may be different on
 * a slow machine.
 */
const MAX_TIME_MS = 2_000

/** Writes questions about snippets, for instance with a language model. */
export interface QuestionWriter {
  /** @returns one question per snippet, in order; undefined where a question made by rule is used. */
  writeQuestions(
    snippets: readonly Pick<IndexedSnippet, "headingPath" | "content">[],
    signal: AbortSignal,
  ): Promise<readonly (string | undefined)[]>
}

/** Options of a benchmark. */
export interface BenchmarkOptions {
  readonly signal: AbortSignal
  /** If undefined, all questions are made by rule, so the same index has the same score unless time runs out. */
  readonly writer?: QuestionWriter | undefined
  /**
   * If true, only the questions from the writer are asked. Questions made by rule show how similar snippets are to each
   * other instead of how well users' questions are answered (docs/evaluation.md), so they are for evaluation only.
   */
  readonly isByWriterOnly?: boolean
  /** Maximum number of questions; defaults to 60. */
  readonly maxQuestions?: number
}

/** Runs the benchmark of an index file. @throws {IndexUnreadable}, or what `runBenchmark` throws. */
export async function benchmarkFile(indexPath: string, options: BenchmarkOptions): Promise<BenchmarkReport> {
  const rankable = new RankingSession().open(indexPath)
  try {
    return await runBenchmark(rankable, options)
  } finally {
    rankable.index.close()
  }
}

/**
 * Asks a library questions made from its own snippets, and counts those whose answer within 2,000 tokens contains the
 * snippet or a near-duplicate.
 *
 * @returns at most one question per four snippets, 60 in all, in a fixed order; the score is 0 to 100 with one decimal,
 *   or -1 if there are fewer than eight questions. Takes about 1 to 4 ms of CPU per question, and at most two seconds.
 * @throws the signal's reason if it is aborted; what the writer throws.
 */
export async function runBenchmark(rankable: RankableIndex, options: BenchmarkOptions): Promise<BenchmarkReport> {
  const { signal, maxQuestions = LIMITS.benchmarkQuestionsMaxCount } = options
  const pause = yieldPeriodically(signal)
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

/** Takes snippets spread over the whole library until there are enough questions. */
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
  const { least, most } = SNIPPETS_PER_QUESTION
  return Math.floor(
    Math.min(LIMITS.benchmarkQuestionsMaxCount, snippets / least, Math.max(QUESTIONS_OF_SMALL, snippets / most)),
  )
}

function isFound(rankable: RankableIndex, query: string, wanted: IndexedSnippet): boolean {
  const { blocks } = answerQuestion(rankable, { query, tokens: LIMITS.benchmarkAnswerTokens })
  const { index } = rankable
  const sketch = index.sketch(wanted.id)
  return blocks.some(({ snippets }) =>
    snippets.some(({ id }) => id === wanted.id || areNearDuplicates(index.sketch(id), sketch, DUPLICATE_SIMILARITY)),
  )
}

/** @returns a function that yields to timers and messages when it is time. @throws the signal's reason. */
function yieldPeriodically(signal: AbortSignal): () => Promise<void> {
  let beganMs = performance.now()
  return async () => {
    signal.throwIfAborted()
    if (performance.now() - beganMs <= MAX_STRETCH_MS) return
    await nextTurn()
    beganMs = performance.now()
  }
}
