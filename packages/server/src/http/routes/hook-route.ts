import { HookParams, HookResponse, LIMITS } from "@lectern/contract"
import { receivePush } from "../../service/incoming-hooks/receive-push.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"
import { parseRequest } from "../validate-request.ts"

/** Serves the push webhooks of forges; their bytes are kept as they arrive, because those are what is signed. */
export async function registerHookRoute(app: HttpApp, context: ServiceContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ["application/json", "application/x-www-form-urlencoded"],
      { parseAs: "buffer", bodyLimit: LIMITS.hookMaxBytes },
      (_request, body, done) => done(null, body),
    )
    for (const url of addressesOf("receivePush")) {
      const schema = { response: { 202: HookResponse } }
      scope.post(url, { schema, bodyLimit: LIMITS.hookMaxBytes }, async ({ params, headers, body }, reply) => {
        reply.code(202)
        const bytes = body instanceof Uint8Array ? body : new Uint8Array()
        return await receivePush(context, { ...parseRequest(HookParams, params), headers, body: bytes })
      })
    }
    await Promise.resolve()
  })
}
