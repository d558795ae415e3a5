import { LibraryParams } from "../libraries/libraries.ts"
import { ListPagesQuery, ListPagesResponse } from "../libraries/pages.ts"
import {
  LibraryQuestion,
  LibraryQuestionParams,
  ListQuestionsQuery,
  ListQuestionsResponse,
  ReportAnswerRequest,
} from "../libraries/questions.ts"
import { DoneResponse } from "../people/keys.ts"
import type { Route } from "./route.ts"

/** Routes of what a library should answer better: questions, and pages that answers do not contain. */
export const QUESTION_ROUTES = [
  {
    operationId: "reportAnswer",
    method: "POST",
    path: "/api/v2/libs/{owner}/{repo}/questions",
    summary: "report that the answer to a question was wrong",
    permissions: ["reportAnswer"],
    params: LibraryParams,
    body: ReportAnswerRequest,
    status: 200,
    response: LibraryQuestion,
  },
  {
    operationId: "listQuestions",
    method: "GET",
    path: "/api/v2/libs/{owner}/{repo}/questions",
    summary: "questions with wrong answers or none",
    permissions: ["updateLibrary"],
    conditionalPermissions: ["updatePublicLibrary"],
    params: LibraryParams,
    query: ListQuestionsQuery,
    status: 200,
    response: ListQuestionsResponse,
  },
  {
    operationId: "deleteQuestion",
    method: "DELETE",
    path: "/api/v2/libs/{owner}/{repo}/questions/{questionId}",
    summary: "delete a question with a wrong answer or none",
    permissions: ["updateLibrary"],
    conditionalPermissions: ["updatePublicLibrary"],
    params: LibraryQuestionParams,
    status: 200,
    response: DoneResponse,
  },
  {
    operationId: "listPages",
    method: "GET",
    path: "/api/v2/libs/{owner}/{repo}/pages",
    summary: "pages of a library and how many answers contained them",
    permissions: ["updateLibrary"],
    conditionalPermissions: ["updatePublicLibrary"],
    params: LibraryParams,
    query: ListPagesQuery,
    status: 200,
    response: ListPagesResponse,
  },
] as const satisfies readonly Route[]
