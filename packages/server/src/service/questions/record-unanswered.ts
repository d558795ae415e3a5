import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { QuestionServices } from "./question-services.ts"

/**
 * Counts a question that no snippet of a library matches, and stores its text if the library keeps texts. Returns
 * immediately: the answer does not wait for it, and a failure is logged.
 */
export function recordUnanswered(
  { catalogue, log }: Pick<QuestionServices, "catalogue" | "log">,
  { key: libraryKey, id, given }: Pick<LibraryRecord, "key" | "id" | "given">,
  { question, versionTag }: { readonly question: string; readonly versionTag: string },
): void {
  const text = given.recordsQuestions === true ? question.trim() : ""
  catalogue.questions.note({ libraryKey, kind: "unanswered", versionTag, question: text }).catch((error: unknown) => {
    log.warn({ err: error, libraryId: id }, "an unanswered question was not counted")
  })
}
