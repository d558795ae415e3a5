import { CombinedSearchQuery } from "@lectern/contract"
import { countRead } from "../../service/usage/count-read.ts"
import { searchDocumentation } from "../../service/answers/combined-search.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"

const CONTENT_TYPE = { txt: "text/plain; charset=utf-8", json: "application/json; charset=utf-8" } as const

/** Serves answers of several libraries to one question. */
export function registerCombinedSearchRoute(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("combinedSearch")) {
    app.get(url, { schema: { querystring: CombinedSearchQuery } }, async (request, reply) => {
      const { type, text, headers, served } = await searchDocumentation(context, request.caller, request.query)
      countRead(context, request, { served, question: request.query.query })
      return reply.headers(headers).header("content-type", CONTENT_TYPE[type]).send(text)
    })
  }
}
