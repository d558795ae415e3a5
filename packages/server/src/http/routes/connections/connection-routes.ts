import {
  createConnection,
  deleteConnection,
  listConnections,
  testConnection,
} from "../../../service/connections/connections.ts"
import { listSourcePages } from "../../../service/connections/list-source-pages.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { serve } from "../../serving/serve.ts"

/** Serves a teamspace's connected accounts at other services. */
export function registerConnectionRoutes(app: HttpApp, context: ServiceContext): void {
  serve(app, "listConnections", ({ caller }) => listConnections(context, caller))
  serve(app, "createConnection", ({ caller, body }) => createConnection(context, caller, body))
  serve(app, "testConnection", ({ caller, params }) => testConnection(context, caller, params.id))
  serve(app, "listSourcePages", ({ caller, params, query }) => listSourcePages(context, caller, params.id, query))
  serve(app, "deleteConnection", async ({ caller, params }) => {
    await deleteConnection(context, caller, params.id)
    return { message: "account disconnected" }
  })
}
