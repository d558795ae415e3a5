import { DoneResponse, IdParams } from "./keys.ts"
import {
  CreateWebhookRequest,
  DeliveryParams,
  ListDeliveriesQuery,
  ListDeliveriesResponse,
  ListWebhooksResponse,
  UpdateWebhookRequest,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from "./outgoing-webhooks.ts"
import type { Route } from "./route.ts"

const admin = { caller: "admin", status: 200 } as const
const all = { path: "/api/v2/webhooks" } as const
const one = { path: "/api/v2/webhooks/{id}", params: IdParams } as const

/** Routes for the webhooks that tell others of events. */
export const WEBHOOK_ROUTES = [
  {
    ...admin,
    ...all,
    operationId: "listWebhooks",
    method: "GET",
    response: ListWebhooksResponse,
    summary: "webhooks of the teamspace",
  },
  {
    ...admin,
    ...all,
    operationId: "createWebhook",
    method: "POST",
    body: CreateWebhookRequest,
    response: WebhookWithSecret,
    summary: "make a webhook; its secret is shown once",
  },
  {
    ...admin,
    ...one,
    operationId: "updateWebhook",
    method: "PATCH",
    body: UpdateWebhookRequest,
    response: Webhook,
    summary: "change a webhook, switch it off or on",
  },
  {
    ...admin,
    ...one,
    operationId: "deleteWebhook",
    method: "DELETE",
    response: DoneResponse,
    summary: "delete a webhook with its deliveries",
  },
  {
    ...admin,
    operationId: "renewWebhookSecret",
    method: "POST",
    path: "/api/v2/webhooks/{id}/secret",
    params: IdParams,
    response: WebhookWithSecret,
    summary: "give a webhook another secret, shown once",
  },
  {
    ...admin,
    operationId: "testWebhook",
    method: "POST",
    path: "/api/v2/webhooks/{id}/test",
    params: IdParams,
    response: WebhookDelivery,
    summary: "send a test event at once",
  },
  {
    ...admin,
    operationId: "listDeliveries",
    method: "GET",
    path: "/api/v2/webhooks/{id}/deliveries",
    params: IdParams,
    query: ListDeliveriesQuery,
    response: ListDeliveriesResponse,
    summary: "deliveries of a webhook, newest first",
  },
  {
    ...admin,
    operationId: "redeliver",
    method: "POST",
    path: "/api/v2/webhooks/{id}/deliveries/{deliveryId}/redeliver",
    params: DeliveryParams,
    status: 202,
    response: WebhookDelivery,
    summary: "deliver an event again",
  },
] as const satisfies readonly Route[]
