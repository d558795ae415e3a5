import type {
  DoneResponse,
  LibraryQuestion,
  ListPagesQueryInput,
  ListPagesResponse,
  ListQuestionsQuery,
  ListQuestionsResponse,
  ReportAnswerRequest,
} from "@lectern/contract"
import { libraryParams } from "./addresses.ts"
import type { CallOptions } from "./client-options.ts"
import type { SendJson } from "./send-request.ts"

/**
 * Methods for finding gaps in a library's answers: questions with wrong answers or none, and pages that answers never contain;
 * available as `questions` of a `LecternClient`. A library id is `/owner/repo` without a version.
 */
export class QuestionsClient {
  readonly #json: SendJson

  constructor(sendJson: SendJson) {
    this.#json = sendJson
  }

  /** Reports that the answer to a question was wrong, for the people who maintain the library. */
  async report(libraryId: string, report: ReportAnswerRequest, options?: CallOptions): Promise<LibraryQuestion> {
    return this.#json({ operation: "reportAnswer", params: libraryParams(libraryId), json: report }, options)
  }

  /** Lists questions with wrong answers or none. */
  async list(libraryId: string, query: ListQuestionsQuery = {}, options?: CallOptions): Promise<ListQuestionsResponse> {
    return this.#json({ operation: "listQuestions", params: libraryParams(libraryId), query }, options)
  }

  /** Deletes a question, for example once it is answered. */
  async delete(libraryId: string, questionId: string, options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ operation: "deleteQuestion", params: { ...libraryParams(libraryId), questionId } }, options)
  }

  /** Lists the pages of a library, least often returned first. */
  async listPages(
    libraryId: string,
    query: ListPagesQueryInput = {},
    options?: CallOptions,
  ): Promise<ListPagesResponse> {
    return this.#json({ operation: "listPages", params: libraryParams(libraryId), query }, options)
  }
}
