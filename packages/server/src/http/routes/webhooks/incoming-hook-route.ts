import { LIMITS } from "@lectern/contract"
import { receivePush } from "../../../service/incoming-hooks/receive-push.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { serve, type OperationHandler } from "../../serving/serve.ts"

/** Serves the webhooks that git hosts send after a push. The body is not parsed first, because its bytes are signed. */
export async function registerIncomingHookRoute(app: HttpApp, context: ServiceContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ["application/json", "application/x-www-form-urlencoded"],
      { parseAs: "buffer", bodyLimit: LIMITS.hookMaxBytes },
      (_request, body, done) => done(null, body),
    )
    const receive: OperationHandler<"receivePush"> = async ({ params, headers, body }) => {
      const bytes = body instanceof Uint8Array ? body : new Uint8Array()
      return await receivePush(context, { ...params, headers, body: bytes })
    }
    serve(scope, "receivePush", receive, { bodyLimit: LIMITS.hookMaxBytes })
    await Promise.resolve()
  })
}
