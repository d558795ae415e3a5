import { z } from "zod"
import { AddressText } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** What a benchmark question was made from; `model`: a language model wrote it. */
export const BENCHMARK_QUESTION_KINDS = ["prose", "code", "error", "model"] as const

/** A question made from a snippet of a library. */
export const BenchmarkQuestion = z
  .object({
    kind: z
      .enum(BENCHMARK_QUESTION_KINDS)
      .describe("what the question was made from; model: written by a language model"),
    question: z.string(),
    source: AddressText.describe("address of the snippet that the question was made from"),
    headingPath: z.array(z.string()).describe("headings above that snippet, outermost first"),
    found: z.boolean().describe("true if the answer contains the snippet or a near-duplicate of it"),
  })
  .meta({ id: "BenchmarkQuestion", description: "a question made from a snippet of a library" })
export type BenchmarkQuestion = z.infer<typeof BenchmarkQuestion>

/** The benchmark of the served version of a library. */
export const LibraryBenchmark = z
  .object({
    libraryId: z.string(),
    benchmarkScore: z
      .number()
      .min(LIMITS.unknownScore)
      .max(LIMITS.benchmarkScoreMax)
      .describe("percentage of questions answered, 0 to 100; -1 if too few can be made"),
    answerTokens: z.int().describe("number of tokens of an answer within which the snippet must occur"),
    questions: z.array(BenchmarkQuestion).max(LIMITS.benchmarkQuestionsMaxCount),
  })
  .meta({ id: "LibraryBenchmark", description: "questions made from a library, and which of them it answers" })
export type LibraryBenchmark = z.infer<typeof LibraryBenchmark>
