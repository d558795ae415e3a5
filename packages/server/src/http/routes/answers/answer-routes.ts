import { encodeHeaderText } from "@lectern/contract"
import type { FastifyReply, FastifyRequest } from "fastify"
import { searchDocumentation } from "../../../service/answers/combined-search.ts"
import { answerQuestion } from "../../../service/answers/answer-question.ts"
import { searchLibraries } from "../../../service/answers/search-libraries.ts"
import { countAnswer } from "../../../service/usage/count-answer.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { serve } from "../../serving/serve.ts"

const CONTENT_TYPE = { txt: "text/plain; charset=utf-8", json: "application/json; charset=utf-8" } as const

/** Serves answers to questions, from one library or several, and the search for libraries. */
export function registerAnswerRoutes(app: HttpApp, context: ServiceContext): void {
  serve(app, "getContext", async (request, reply) => {
    const answer = await answerQuestion(context, request.caller, request.query)
    return sendAnswer(context, { request, reply, question: request.query.query, answer })
  })
  serve(app, "combinedSearch", async (request, reply) => {
    const answer = await searchDocumentation(context, request.caller, request.query)
    return sendAnswer(context, { request, reply, question: request.query.query, answer })
  })
  serve(app, "searchLibraries", async ({ caller, query }, reply) => {
    const { answer, headers } = await searchLibraries(context, caller, { ...query, fast: query.fast === "true" })
    reply.headers(headers)
    return answer
  })
}

interface SentAnswer {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly question: string
  readonly answer: Awaited<ReturnType<typeof answerQuestion | typeof searchDocumentation>>
}

/**
 * Counts an answer and sends it. The use case returns the finished text, so that the answer is serialised only once.
 */
function sendAnswer(context: ServiceContext, { request, reply, question, answer }: SentAnswer): FastifyReply {
  const { type, text, headers, served } = answer
  countAnswer(context, request, { served, question })
  // A version is named after a tag or branch, whose name may contain any letters.
  const encoded = Object.entries(headers).map(([name, value]) => [name, encodeHeaderText(value)] as const)
  return reply.headers(Object.fromEntries(encoded)).header("content-type", CONTENT_TYPE[type]).send(text)
}
