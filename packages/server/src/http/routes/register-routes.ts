import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../serving/http-app.ts"
import { registerAddRoutes } from "./add/add-routes.ts"
import { registerFolderUpload } from "./add/upload-folder-route.ts"
import { registerOpenApiUpload } from "./add/upload-openapi-route.ts"
import { registerUploadRoutes } from "./add/upload-routes.ts"
import { registerAnswerRoutes } from "./answers/answer-routes.ts"
import { registerConnectionRoutes } from "./connections/connection-routes.ts"
import { registerConsentRoutes } from "./connections/consent-routes.ts"
import { registerAdminRoutes } from "./instance/admin-routes.ts"
import { registerInstanceRoutes } from "./instance/instance-routes.ts"
import { registerPrometheusRoute } from "./instance/prometheus-route.ts"
import { registerJobRoutes } from "./jobs/job-routes.ts"
import { registerImportRoute } from "./libraries/import-route.ts"
import { registerLibraryRoutes } from "./libraries/library-routes.ts"
import { registerKeyRoutes } from "./people/key-routes.ts"
import { registerSessionRoutes } from "./people/session-routes.ts"
import { registerSsoRoutes } from "./people/sso-routes.ts"
import { registerTeamspaceRoutes } from "./teamspaces/teamspace-routes.ts"
import { registerVisibilityRoutes } from "./teamspaces/visibility-routes.ts"
import { registerIncomingHookRoute } from "./webhooks/incoming-hook-route.ts"
import { registerOutgoingWebhookRoutes } from "./webhooks/outgoing-webhook-routes.ts"

/** Serves every operation of the contract, and the metrics that Prometheus scrapes. */
export async function registerRoutes(app: HttpApp, context: ServiceContext): Promise<void> {
  registerPrometheusRoute(app, context)
  registerAnswerRoutes(app, context)
  registerLibraryRoutes(app, context)
  registerAddRoutes(app, context)
  await registerOpenApiUpload(app, context)
  await registerUploadRoutes(app, context)
  await registerFolderUpload(app, context)
  registerJobRoutes(app, context)
  registerKeyRoutes(app, context)
  registerSessionRoutes(app, context)
  registerSsoRoutes(app, context)
  registerConsentRoutes(app, context)
  registerTeamspaceRoutes(app, context)
  registerAdminRoutes(app, context)
  registerVisibilityRoutes(app, context)
  registerConnectionRoutes(app, context)
  registerOutgoingWebhookRoutes(app, context)
  await registerImportRoute(app, context)
  await registerIncomingHookRoute(app, context)
  registerInstanceRoutes(app, context)
}
