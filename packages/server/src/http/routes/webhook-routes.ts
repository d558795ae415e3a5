import {
  CreateWebhookRequest,
  DeliveryParams,
  DoneResponse,
  IdParams,
  ListDeliveriesQuery,
  ListDeliveriesResponse,
  ListWebhooksResponse,
  UpdateWebhookRequest,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from "@lectern/contract"
import { listDeliveries, redeliver, testWebhook } from "../../service/webhooks/deliveries.ts"
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  renewWebhookSecret,
  updateWebhook,
} from "../../service/webhooks/manage-webhooks.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"

/** Serves the webhooks that tell others of events, and their deliveries. */
export function registerWebhookRoutes(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("listWebhooks")) {
    const schema = { response: { 200: ListWebhooksResponse } }
    app.get(url, { schema }, ({ caller }) => listWebhooks(context, caller))
  }
  for (const url of addressesOf("createWebhook")) {
    const schema = { body: CreateWebhookRequest, response: { 200: WebhookWithSecret } }
    app.post(url, { schema }, ({ caller, body }) => createWebhook(context, caller, body))
  }
  for (const url of addressesOf("updateWebhook")) {
    const schema = { params: IdParams, body: UpdateWebhookRequest, response: { 200: Webhook } }
    app.patch(url, { schema }, ({ caller, params, body }) => updateWebhook(context, caller, params.id, body))
  }
  for (const url of addressesOf("deleteWebhook")) {
    const schema = { params: IdParams, response: { 200: DoneResponse } }
    app.delete(url, { schema }, async ({ caller, params }) => {
      await deleteWebhook(context, caller, params.id)
      return { message: "the webhook is deleted" }
    })
  }
  for (const url of addressesOf("renewWebhookSecret")) {
    const schema = { params: IdParams, response: { 200: WebhookWithSecret } }
    app.post(url, { schema }, ({ caller, params }) => renewWebhookSecret(context, caller, params.id))
  }
  registerDeliveryRoutes(app, context)
}

function registerDeliveryRoutes(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("testWebhook")) {
    const schema = { params: IdParams, response: { 200: WebhookDelivery } }
    app.post(url, { schema }, ({ caller, params }) => testWebhook(context, caller, params.id))
  }
  for (const url of addressesOf("listDeliveries")) {
    const schema = { params: IdParams, querystring: ListDeliveriesQuery, response: { 200: ListDeliveriesResponse } }
    app.get(url, { schema }, ({ caller, params, query }) => listDeliveries(context, caller, params.id, query))
  }
  for (const url of addressesOf("redeliver")) {
    const schema = { params: DeliveryParams, response: { 202: WebhookDelivery } }
    app.post(url, { schema }, async ({ caller, params }, reply) =>
      reply.code(202).send(await redeliver(context, caller, params)),
    )
  }
}
