import type { DeliveryState, EventType } from "@lectern/contract"
import type { Selectable, Updateable } from "kysely"
import type { DeliveryRecord, WebhookChanges, WebhookRecord } from "./records.ts"
import type { WebhookDeliveryTable, WebhookTable } from "../schema/webhooks.ts"

/** Converts a row to a webhook. */
export function toWebhook(row: Selectable<WebhookTable>): WebhookRecord {
  return {
    key: row.key,
    teamspaceKey: row.teamspace_key,
    url: row.url,
    description: row.description,
    eventTypes: JSON.parse(row.event_types) as EventType[],
    sealedSecret: row.sealed_secret,
    isActive: row.is_active === 1,
    switchedOffBecause: row.switched_off_because,
    failingSinceMs: row.failing_since_ms,
    lastAttemptAtMs: row.last_attempt_at_ms,
    createdAtMs: row.created_at_ms,
  }
}

/** Converts a row to a delivery. */
export function toDelivery(row: Selectable<WebhookDeliveryTable>): DeliveryRecord {
  const { last_attempt_at_ms: atMs, duration_ms: durationMs, status, response, error } = row
  return {
    key: row.key,
    webhookKey: row.webhook_key,
    sequence: row.sequence,
    eventId: row.event_id,
    eventType: row.event_type,
    body: row.body,
    state: row.state as DeliveryState,
    attempts: row.attempts,
    nextAttemptAtMs: row.next_attempt_at_ms,
    createdAtMs: row.created_at_ms,
    lastAttempt: atMs === null ? null : { atMs, durationMs: durationMs ?? 0, status, response, error },
  }
}

/** Converts changes of a webhook to columns; enabling it clears the reason why it was disabled. */
export function toWebhookColumns(changes: WebhookChanges): Updateable<WebhookTable> {
  const { url, description, eventTypes, sealedSecret, isActive } = changes
  const switchedOn = { is_active: 1, switched_off_because: null, failing_since_ms: null, rests_until_ms: 0 }
  return {
    url,
    description,
    event_types: eventTypes && JSON.stringify(eventTypes),
    sealed_secret: sealedSecret,
    ...(isActive === true ? switchedOn : { is_active: isActive === false ? 0 : undefined }),
  }
}
