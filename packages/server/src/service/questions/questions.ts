import type { LibraryQuestion, ListQuestionsQuery, ListQuestionsResponse, ReportAnswerRequest } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { timestamp } from "../../base/timestamp.ts"
import type { QuestionRecord } from "../../catalogue/questions/records.ts"
import { QuestionMissing } from "../errors.ts"
import { findServableLibrary } from "../libraries/lookup/find-library.ts"
import { authorizeLibrary, mayChangeLibrary } from "../libraries/lookup/library-authority.ts"
import type { QuestionServices } from "./question-services.ts"

interface OfLibrary {
  /** Without a version. */
  readonly libraryId: string
}

/**
 * Stores a question whose answer was wrong.
 *
 * @returns the question as it is kept, with the reports of others, for people who may list them; otherwise this report.
 * @throws {LibraryMissing} {LibraryRedirected}
 */
export async function reportAnswer(
  context: QuestionServices,
  caller: Authorized<"reportAnswer">,
  { libraryId, question, version = "", note }: ReportAnswerRequest & OfLibrary,
): Promise<LibraryQuestion> {
  const library = await findServableLibrary(context, caller, libraryId)
  const noted = { kind: "wrong", versionTag: version, question: question.trim(), note } as const
  const kept = await context.catalogue.questions.note({ ...noted, libraryKey: library.key })
  if (mayChangeLibrary(context, caller, library)) return describeQuestion(kept)
  const nowMs = context.clock.now()
  const own = { ...noted, id: kept.id, note: note ?? "", count: 1, firstAskedAtMs: nowMs, lastAskedAtMs: nowMs }
  return describeQuestion(own)
}

/** Lists the questions that a library should answer better. @throws {LibraryMissing} {Forbidden} */
export async function listQuestions(
  context: QuestionServices,
  caller: Authorized<"updateLibrary">,
  { libraryId, kind }: ListQuestionsQuery & OfLibrary,
): Promise<ListQuestionsResponse> {
  const { id, key, given } = await authorizeLibrary(context, caller, libraryId, "updatePublicLibrary")
  const records = await context.catalogue.questions.list(key)
  const unanswered = records.filter((record) => record.kind === "unanswered")
  return {
    libraryId: id,
    recordsQuestions: given.recordsQuestions === true,
    unansweredCount: unanswered.reduce((sum, { count }) => sum + count, 0),
    questions: records
      .filter(({ question, ...record }) => question !== "" && (kind === undefined || record.kind === kind))
      .map(describeQuestion),
  }
}

/** Deletes a question that has been dealt with. @throws {LibraryMissing} {QuestionMissing} {Forbidden} */
export async function deleteQuestion(
  context: QuestionServices,
  caller: Authorized<"updateLibrary">,
  { libraryId, questionId }: OfLibrary & { readonly questionId: string },
): Promise<{ readonly message: string }> {
  const { key } = await authorizeLibrary(context, caller, libraryId, "updatePublicLibrary")
  if (!(await context.catalogue.questions.remove(key, questionId))) throw new QuestionMissing(questionId)
  return { message: "Question deleted" }
}

function describeQuestion(record: QuestionRecord): LibraryQuestion {
  const { id, kind, question, note, versionTag, count, firstAskedAtMs, lastAskedAtMs } = record
  return {
    id,
    kind,
    question,
    note,
    version: versionTag,
    count,
    firstAskedAt: timestamp(firstAskedAtMs),
    lastAskedAt: timestamp(lastAskedAtMs),
  }
}
