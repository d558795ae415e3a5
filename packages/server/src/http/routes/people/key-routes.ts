import { createKey, listKeys, revokeKey } from "../../../service/people/keys.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { serve } from "../../serving/serve.ts"

/** Serves the caller's own keys. */
export function registerKeyRoutes(app: HttpApp, context: ServiceContext): void {
  serve(app, "listKeys", ({ caller }) => listKeys(context, caller))
  serve(app, "createKey", ({ caller, body }) => createKey(context, caller, { name: body.name }))
  serve(app, "revokeKey", async ({ caller, params }) => {
    await revokeKey(context, caller, params.id)
    return { message: "key revoked" }
  })
}
