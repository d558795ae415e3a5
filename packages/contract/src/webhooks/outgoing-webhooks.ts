import { z } from "zod"
import { EventType } from "./events.ts"
import { AddressText, boundedText, Count, Cursor, Timestamp, wholeNumber } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

const description = z.string().max(LIMITS.webhookDescriptionMaxCharacters)
const events = z
  .array(EventType)
  .max(LIMITS.webhookEventTypesMaxCount)
  .describe("what it is told of; everything when empty")

/** An address that is told what happens to the libraries and keys of a teamspace; its secret is never shown again. */
export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    events: z.array(EventType),
    active: z.boolean(),
    switchedOffBecause: z.string().nullable().describe("why the service has switched it off; null when it has not"),
    failingSince: Timestamp.nullable().describe("first failure after the last success"),
    lastAttemptAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: "Webhook", description: "an address that is told of events" })
export type Webhook = z.infer<typeof Webhook>

/** Makes a webhook. */
export const CreateWebhookRequest = z
  .object({
    url: AddressText.describe("where events are posted to"),
    description: description.optional(),
    events: events.optional(),
  })
  .meta({ id: "CreateWebhookRequest", description: "a webhook to make" })
export type CreateWebhookRequest = z.infer<typeof CreateWebhookRequest>

/** A webhook with its secret, which is shown this once. */
export const WebhookWithSecret = Webhook.extend({
  secret: z.string().describe("signs deliveries; shown this once"),
}).meta({ id: "WebhookWithSecret", description: "a webhook with its secret" })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

/** Changes a webhook; what is left out stays. */
export const UpdateWebhookRequest = z
  .object({
    url: AddressText.optional(),
    description: description.optional(),
    events: events.optional(),
    active: z.boolean().optional().describe("true also switches a webhook on again that the service has switched off"),
  })
  .refine((change) => Object.keys(change).length > 0, { error: "give at least one field to change" })
  .meta({ id: "UpdateWebhookRequest", description: "a change of a webhook" })
export type UpdateWebhookRequest = z.infer<typeof UpdateWebhookRequest>

/** The teamspace's webhooks, oldest first. */
export const ListWebhooksResponse = z
  .object({ webhooks: z.array(Webhook) })
  .meta({ id: "ListWebhooksResponse", description: "webhooks of the teamspace" })
export type ListWebhooksResponse = z.infer<typeof ListWebhooksResponse>

/** How far a delivery is. */
export const DeliveryState = z
  .enum(["waiting", "delivered", "failed"])
  .meta({ id: "DeliveryState", description: "how far a delivery is; `failed` is not tried again" })
export type DeliveryState = z.infer<typeof DeliveryState>

/** One event on its way to one webhook. */
export const WebhookDelivery = z
  .object({
    id: z.string(),
    eventId: z.string().describe("the header webhook-id; the same when an event is delivered again"),
    type: z.string(),
    state: DeliveryState,
    attempts: Count,
    createdAt: Timestamp,
    lastAttemptAt: Timestamp.nullable(),
    nextAttemptAt: Timestamp.nullable().describe("null once it is delivered or failed"),
    status: z.int().nullable().describe("status that the last attempt was answered with"),
    durationMs: Count.nullable(),
    response: z.string().nullable().describe("beginning of the last answer"),
    error: z.string().nullable().describe("why the last attempt failed"),
    body: z.string().describe("what was or will be sent"),
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
