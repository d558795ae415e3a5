import { listDeliveries, redeliver, testWebhook } from "../../../service/webhooks/deliveries.ts"
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  renewWebhookSecret,
  updateWebhook,
} from "../../../service/webhooks/manage-webhooks.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { serve } from "../../serving/serve.ts"

/** Serves the webhooks that send events to other programs, and their deliveries. */
export function registerOutgoingWebhookRoutes(app: HttpApp, context: ServiceContext): void {
  serve(app, "listWebhooks", ({ caller }) => listWebhooks(context, caller))
  serve(app, "createWebhook", ({ caller, body }) => createWebhook(context, caller, body))
  serve(app, "updateWebhook", ({ caller, params, body }) => updateWebhook(context, caller, params.id, body))
  serve(app, "deleteWebhook", async ({ caller, params }) => {
    await deleteWebhook(context, caller, params.id)
    return { message: "webhook deleted" }
  })
  serve(app, "renewWebhookSecret", ({ caller, params }) => renewWebhookSecret(context, caller, params.id))
  registerDeliveryRoutes(app, context)
}

function registerDeliveryRoutes(app: HttpApp, context: ServiceContext): void {
  serve(app, "testWebhook", ({ caller, params }) => testWebhook(context, caller, params.id))
  serve(app, "listDeliveries", ({ caller, params, query }) => listDeliveries(context, caller, params.id, query))
  serve(app, "redeliver", ({ caller, params }) => redeliver(context, caller, params))
}
