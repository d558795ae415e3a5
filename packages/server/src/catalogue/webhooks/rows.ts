import type { DeliveryState, EventType } from "@lectern/contract"
import type { Selectable, Updateable } from "kysely"
import type { DeliveryRecord, WebhookChanges, WebhookRecord } from "./records.ts"
import type { WebhookDeliveryTable, WebhookTable } from "./schema.ts"

/** Reads a webhook from its row. */
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

/** Reads a delivery from its row. */
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

/** Writes changes of a webhook as columns; switching it on forgets why it was off. */
export function toWebhookColumns(changes: WebhookChanges): Updateable<WebhookTable> {
  const { url, description, eventTypes, sealedSecret, isActive } = changes
  const switchedOn = { is_active: 1, switched_off_because: null, failing_since_ms: null, rests_until_ms: 0 }
  return {
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description }),
    ...(eventTypes === undefined ? {} : { event_types: JSON.stringify(eventTypes) }),
    ...(sealedSecret === undefined ? {} : { sealed_secret: sealedSecret }),
    ...(isActive === undefined ? {} : isActive ? switchedOn : { is_active: 0 }),
  }
}
