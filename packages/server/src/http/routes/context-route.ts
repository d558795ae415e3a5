import { ContextQuery } from "@lectern/contract"
import { countRead } from "../../service/usage/count-read.ts"
import { readContext } from "../../service/answers/read-context.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"

const CONTENT_TYPE = { txt: "text/plain; charset=utf-8", json: "application/json; charset=utf-8" } as const

/** Serves answers of one library; the use case hands out finished text, so nothing is serialised twice. */
export function registerContextRoute(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("getContext")) {
    app.get(url, { schema: { querystring: ContextQuery } }, async (request, reply) => {
      const { type, text, headers, served } = await readContext(context, request.caller, request.query)
      countRead(context, request, { served, question: request.query.query })
      return reply.headers(headers).header("content-type", CONTENT_TYPE[type]).send(text)
    })
  }
}
