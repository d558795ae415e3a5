import { z } from "zod"
import { EventType } from "./events.ts"
import { AddressText, boundedText, Count, Cursor, shownText, Timestamp, wholeNumber } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

const description = shownText(LIMITS.webhookDescriptionMaxCharacters)
const events = z.array(EventType).max(LIMITS.webhookEventTypesMaxCount).describe("subscribed events; all if empty")

/** A URL that receives the events of a teamspace; its secret is never returned again. */
export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    events: z.array(EventType),
    active: z.boolean(),
    switchedOffBecause: z.string().nullable().describe("why Lectern disabled the webhook; null if it did not"),
    failingSince: Timestamp.nullable().describe("first failure since the last success"),
    lastAttemptAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: "Webhook", description: "an outgoing webhook" })
export type Webhook = z.infer<typeof Webhook>

/** Creates a webhook. */
export const CreateWebhookRequest = z
  .object({
    url: AddressText.describe("URL that events are sent to"),
    description: description.optional(),
    events: events.optional(),
  })
  .meta({ id: "CreateWebhookRequest", description: "a webhook to create" })
export type CreateWebhookRequest = z.infer<typeof CreateWebhookRequest>

/** A webhook with its secret, which is returned only once. */
export const WebhookWithSecret = Webhook.extend({
  secret: z.string().describe("signs deliveries; shown only once"),
}).meta({ id: "WebhookWithSecret", description: "a webhook with its secret" })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

/** Changes a webhook; omitted fields are unchanged. */
export const UpdateWebhookRequest = z
  .object({
    url: AddressText.optional(),
    description: description.optional(),
    events: events.optional(),
    active: z.boolean().optional().describe("true also enables a webhook that Lectern disabled"),
  })
  .refine((change) => Object.keys(change).length > 0, { error: "send at least one field to change" })
  .meta({ id: "UpdateWebhookRequest", description: "changes to a webhook" })
export type UpdateWebhookRequest = z.infer<typeof UpdateWebhookRequest>

/** The teamspace's webhooks, oldest first. */
export const ListWebhooksResponse = z
  .object({ webhooks: z.array(Webhook) })
  .meta({ id: "ListWebhooksResponse", description: "webhooks of the teamspace" })
export type ListWebhooksResponse = z.infer<typeof ListWebhooksResponse>

/** State of a delivery. */
export const DeliveryState = z
  .enum(["waiting", "delivered", "failed"])
  .meta({ id: "DeliveryState", description: "how far a delivery is; `failed` is not tried again" })
export type DeliveryState = z.infer<typeof DeliveryState>

/** One event on its way to one webhook. */
export const WebhookDelivery = z
  .object({
    id: z.string(),
    eventId: z.string().describe("the webhook-id header; the same when an event is delivered again"),
    type: z.string(),
    state: DeliveryState,
    attempts: Count,
    createdAt: Timestamp,
    lastAttemptAt: Timestamp.nullable(),
    nextAttemptAt: Timestamp.nullable().describe("null once it was delivered or failed"),
    status: z.int().nullable().describe("status of the response to the last attempt"),
    durationMs: Count.nullable(),
    response: z.string().nullable().describe("start of the last response"),
    error: z.string().nullable().describe("why the last attempt failed"),
    body: z.string().describe("body of the request"),
  })
  .meta({ id: "WebhookDelivery", description: "one event on its way to one webhook" })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** Query of a page of deliveries. */
export const ListDeliveriesQuery = z.object({
  state: DeliveryState.optional(),
  limit: wholeNumber(1, LIMITS.jobsPageMaxCount).default(LIMITS.jobsPageDefaultCount),
  cursor: Cursor.optional(),
})
export type ListDeliveriesQuery = z.infer<typeof ListDeliveriesQuery>

/** A page of deliveries, newest first. */
export const ListDeliveriesResponse = z
  .object({ deliveries: z.array(WebhookDelivery), nextCursor: z.string().nullable() })
  .meta({ id: "ListDeliveriesResponse", description: "deliveries of a webhook, newest first" })
export type ListDeliveriesResponse = z.infer<typeof ListDeliveriesResponse>

/** One delivery of a webhook in a path. */
export const DeliveryParams = z.object({ id: boundedText(1, 100), deliveryId: boundedText(1, 100) })
export type DeliveryParams = z.infer<typeof DeliveryParams>
