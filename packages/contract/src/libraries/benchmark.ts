import { z } from "zod"
import { AddressText } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** What a question of a benchmark was made from; `model`: a language model has put it. */
export const BENCHMARK_QUESTION_KINDS = ["prose", "code", "error", "model"] as const

/** A question that was made from a passage of a library. */
export const BenchmarkQuestion = z
  .object({
    kind: z.enum(BENCHMARK_QUESTION_KINDS).describe("what it was made from; model: put by a language model"),
    question: z.string(),
    source: AddressText.describe("address of the passage that it was made from"),
    headingPath: z.array(z.string()).describe("headings above that passage, outermost first"),
    found: z.boolean().describe("true when the answer holds the passage, or one that says the same"),
  })
  .meta({ id: "BenchmarkQuestion", description: "a question that was made from a passage of a library" })
export type BenchmarkQuestion = z.infer<typeof BenchmarkQuestion>

/** The benchmark of what a library serves now. */
export const LibraryBenchmark = z
  .object({
    libraryId: z.string(),
    benchmarkScore: z
      .number()
      .min(LIMITS.unknownScore)
      .max(LIMITS.benchmarkScoreMax)
      .describe("share of the questions found, 0 to 100; -1 when too few can be made"),
    answerTokens: z.int().describe("tokens of an answer in which the passage has to stand"),
    questions: z.array(BenchmarkQuestion).max(LIMITS.benchmarkQuestionsMaxCount),
  })
  .meta({ id: "LibraryBenchmark", description: "questions to a library that were made from it, and which it answers" })
export type LibraryBenchmark = z.infer<typeof LibraryBenchmark>
