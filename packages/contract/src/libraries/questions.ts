import { z } from "zod"
import { boundedText, Count, Timestamp } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"
import { LibraryParams } from "./libraries.ts"

/** Why a question was kept: someone said that its answer was wrong, or no snippet matched it. */
export const QUESTION_KINDS = ["wrong", "unanswered"] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

const VersionTag = z.string().max(LIMITS.branchMaxCharacters)

/** Reports that the answer to a question was wrong or incomplete. */
export const ReportAnswerRequest = z
  .object({
    question: boundedText(1, LIMITS.queryMaxCharacters).describe("the question as it was asked"),
    version: VersionTag.optional().describe("tag of the version that answered; omitted for the default version"),
    note: z.string().max(LIMITS.descriptionMaxCharacters).optional().describe("what the answer should have said"),
  })
  .meta({ id: "ReportAnswerRequest", description: "a question whose answer was wrong" })
export type ReportAnswerRequest = z.infer<typeof ReportAnswerRequest>

/** A question that a library should answer better. */
export const LibraryQuestion = z
  .object({
    id: z.string(),
    kind: z.enum(QUESTION_KINDS).describe("wrong: reported by a person; unanswered: no snippet matched"),
    question: z.string(),
    note: z.string().describe("what the person who reported it wrote; may be empty"),
    version: VersionTag.describe("tag of the version; empty for the default version"),
    count: Count.describe("how often it was reported or asked"),
    firstAskedAt: Timestamp,
    lastAskedAt: Timestamp,
  })
  .meta({ id: "LibraryQuestion", description: "a question that a library should answer better" })
export type LibraryQuestion = z.infer<typeof LibraryQuestion>

/** Selects kept questions. */
export const ListQuestionsQuery = z.object({ kind: z.enum(QUESTION_KINDS).optional() })
export type ListQuestionsQuery = z.infer<typeof ListQuestionsQuery>

/** The questions that a library should answer better. */
export const ListQuestionsResponse = z
  .object({
    libraryId: z.string(),
    recordsQuestions: z
      .boolean()
      .describe("true if the text of questions without an answer is kept; see updateLibrary"),
    unansweredCount: Count.describe("requests for which no snippet matched, with or without their text"),
    questions: z.array(LibraryQuestion).describe("most frequent first"),
  })
  .meta({ id: "ListQuestionsResponse", description: "questions that a library should answer better" })
export type ListQuestionsResponse = z.infer<typeof ListQuestionsResponse>

/** Names a kept question in a path. */
export const LibraryQuestionParams = LibraryParams.extend({ questionId: boundedText(1, 100) })
export type LibraryQuestionParams = z.infer<typeof LibraryQuestionParams>
