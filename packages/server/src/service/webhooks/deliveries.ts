import { randomBytes } from "node:crypto"
import type { ListDeliveriesQuery, ListDeliveriesResponse, WebhookDelivery, WebhookEvent } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { DeliveryRecord } from "../../catalogue/webhooks/records.ts"
import { timestamp, timestampOrNull } from "../../base/timestamp.ts"
import { NotFound } from "../errors.ts"
import { findWebhook } from "./manage-webhooks.ts"
import type { WebhookServices } from "./webhook-services.ts"

/** Longer than an attempt may take. */
const TEST_MS = 15_000
const EVENT_ID_BYTES = 10

/** Lists the deliveries of a webhook, newest first. @throws {NotFound} @throws {InvalidInput} for an invalid cursor. */
export async function listDeliveries(
  context: WebhookServices,
  caller: Authorized<"manageWebhooks">,
  webhookId: string,
  { state, limit, cursor }: ListDeliveriesQuery,
): Promise<ListDeliveriesResponse> {
  const { key: webhookKey } = await findWebhook(context, caller, webhookId)
  const found = await context.catalogue.webhooks.deliveries({
    webhookKey,
    state,
    beforeSequence: cursor === undefined ? undefined : positionOf(cursor),
    limit: limit + 1,
  })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    deliveries: shown.map(describeDelivery),
    nextCursor: found.length > limit && last !== undefined ? String(last.sequence) : null,
  }
}

/**
 * Sends a test event to a webhook, even if it is disabled, and waits for the response. It is not retried.
 *
 * @throws {NotFound}
 */
export async function testWebhook(
  context: WebhookServices,
  caller: Authorized<"manageWebhooks">,
  webhookId: string,
): Promise<WebhookDelivery> {
  const webhook = await findWebhook(context, caller, webhookId)
  const { guard, clock, sealer, version, catalogue } = context
  const event: WebhookEvent = {
    type: "webhook.test",
    timestamp: timestamp(clock.now()),
    data: { webhookId: webhook.key },
  }
  const eventId = `evt_${randomBytes(EVENT_ID_BYTES).toString("hex")}`
  const delivery = { webhookKey: webhook.key, eventId, eventType: event.type, body: JSON.stringify(event) }
  // Loaded on demand: the HTTP client takes 10 MB of memory.
  const { attemptDelivery } = await import("../../webhooks/attempt-delivery.ts")
  const sending = { guard, clock, version, unseal: (sealed: string) => sealer.unseal(sealed) }
  const attempt = await attemptDelivery(sending, webhook, delivery, AbortSignal.timeout(TEST_MS))
  return describeDelivery(await catalogue.webhooks.log(delivery, attempt))
}

/**
 * Queues an event again, with the same event id, whatever the result of earlier attempts.
 *
 * @throws {NotFound} @throws {InvalidInput} if the webhook is disabled.
 */
export async function redeliver(
  context: WebhookServices,
  caller: Authorized<"manageWebhooks">,
  { id, deliveryId }: { readonly id: string; readonly deliveryId: string },
): Promise<WebhookDelivery> {
  const webhook = await findWebhook(context, caller, id)
  const delivery = await context.catalogue.webhooks.delivery(webhook.key, deliveryId)
  if (delivery === undefined) throw new NotFound(`delivery ${deliveryId} does not exist for this webhook`)
  if (!webhook.isActive) throw new InvalidInput(`webhook ${id} is disabled. Enable it first`)
  const repeated = await context.catalogue.webhooks.repeat(delivery)
  context.wakeWorker()
  return describeDelivery(repeated)
}

function positionOf(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw new InvalidInput("cursor: invalid. Use `nextCursor` from the previous page")
  return Number(cursor)
}

function describeDelivery(delivery: DeliveryRecord): WebhookDelivery {
  const { key: id, eventId, eventType: type, state, attempts, lastAttempt, body } = delivery
  return {
    id,
    eventId,
    type,
    state,
    attempts,
    createdAt: timestamp(delivery.createdAtMs),
    lastAttemptAt: timestampOrNull(lastAttempt?.atMs ?? null),
    nextAttemptAt: state === "waiting" ? timestamp(delivery.nextAttemptAtMs) : null,
    status: lastAttempt?.status ?? null,
    durationMs: lastAttempt?.durationMs ?? null,
    response: lastAttempt?.response ?? null,
    error: lastAttempt?.error ?? null,
    body,
  }
}
