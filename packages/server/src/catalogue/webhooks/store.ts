import { changedFields } from "../../base/changes.ts"
import type { WebhookEvent } from "@lectern/contract"
import type { Selectable } from "kysely"
import type { Clock } from "../../base/clock.ts"
import { newRowKey } from "../engines/row-key.ts"
import type { Database } from "../schema/database.ts"
import { atomically, takeNumbers } from "../engines/transactions.ts"
import { claimDelivery, endWaiting, finishDelivery, releaseDelivery } from "./claim.ts"
import type { DeliveryAttempt, DeliveryRecord, WebhookStore } from "./records.ts"
import { toDelivery, toWebhook, toWebhookColumns } from "./rows.ts"
import type { WebhookDeliveryTable, WebhookTable } from "../schema/webhooks.ts"

/** Maximum number of waiting deliveries per webhook: a day of a busy instance, a few MB. */
const MAX_WAITING = 10_000

/** Stores webhooks and their deliveries. */
export function createWebhookStore(db: Database, clock: Clock): WebhookStore {
  const all = () => db.selectFrom("webhook").selectAll()
  return {
    async add(webhook) {
      const row = newWebhookRow(webhook, clock.now())
      await db.insertInto("webhook").values(row).execute()
      return toWebhook(row)
    },
    async ofTeamspace(teamspaceKey) {
      const rows = all().where("teamspace_key", "=", teamspaceKey).orderBy("created_at_ms").orderBy("key")
      return (await rows.execute()).map(toWebhook)
    },
    async find(teamspaceKey, key) {
      const row = await all().where("teamspace_key", "=", teamspaceKey).where("key", "=", key).executeTakeFirst()
      return row && toWebhook(row)
    },
    async update(key, changes) {
      await atomically(db, async (transaction) => {
        const changed = transaction.updateTable("webhook").set(toWebhookColumns(changes))
        if (changedFields(changes).length > 0) await changed.where("key", "=", key).execute()
        if (changes.isActive === false) await endWaiting(transaction, key, "the webhook was disabled")
      })
    },
    async remove(teamspaceKey, key) {
      const removed = db.deleteFrom("webhook").where("teamspace_key", "=", teamspaceKey).where("key", "=", key)
      return (await removed.executeTakeFirst()).numDeletedRows > 0n
    },
    announce: (teamspaceKey, event) => announce(db, { teamspaceKey, event, nowMs: clock.now() }),
    async deliveries({ webhookKey, state, beforeSequence, limit }) {
      let found = db.selectFrom("webhook_delivery").selectAll().where("webhook_key", "=", webhookKey)
      if (state !== undefined) found = found.where("state", "=", state)
      if (beforeSequence !== undefined) found = found.where("sequence", "<", beforeSequence)
      return (await found.orderBy("sequence", "desc").limit(limit).execute()).map(toDelivery)
    },
    async delivery(webhookKey, key) {
      const found = db.selectFrom("webhook_delivery").selectAll().where("webhook_key", "=", webhookKey)
      const row = await found.where("key", "=", key).executeTakeFirst()
      return row && toDelivery(row)
    },
    repeat: (delivery) => queue(db, delivery, clock.now()),
    log: (delivery, attempt) => logAttempted(db, { delivery, attempt, nowMs: clock.now() }),
    claim: (claimant, claimMs) => claimDelivery(db, { claimant, claimMs, nowMs: clock.now() }),
    finish: (claimed, attempt, outcome) => finishDelivery(db, { claimed, attempt, outcome }),
    release: (claimed) => releaseDelivery(db, claimed),
    async prune(queuedBeforeMs, limit) {
      const old = db
        .selectFrom("webhook_delivery")
        .select("key")
        .where("created_at_ms", "<", queuedBeforeMs)
        .where("state", "!=", "waiting")
        .orderBy("created_at_ms")
        .limit(limit)
      return Number((await db.deleteFrom("webhook_delivery").where("key", "in", old).executeTakeFirst()).numDeletedRows)
    },
  }
}

function newWebhookRow(webhook: Parameters<WebhookStore["add"]>[0], nowMs: number): Selectable<WebhookTable> {
  return {
    key: newRowKey(),
    teamspace_key: webhook.teamspaceKey,
    url: webhook.url,
    description: webhook.description,
    event_types: JSON.stringify(webhook.eventTypes),
    sealed_secret: webhook.sealedSecret,
    is_active: 1,
    switched_off_because: null,
    failing_since_ms: null,
    rests_until_ms: 0,
    claimed_by: null,
    claimed_until_ms: 0,
    last_attempt_at_ms: null,
    created_at_ms: nowMs,
  }
}

type NewDelivery = Pick<DeliveryRecord, "webhookKey" | "eventId" | "eventType" | "body">

function newDeliveryRow(delivery: NewDelivery, sequence: number, nowMs: number): Selectable<WebhookDeliveryTable> {
  return {
    key: newRowKey(),
    sequence,
    webhook_key: delivery.webhookKey,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    body: delivery.body,
    state: "waiting",
    attempts: 0,
    next_attempt_at_ms: nowMs,
    created_at_ms: nowMs,
    last_attempt_at_ms: null,
    duration_ms: null,
    status: null,
    response: null,
    error: null,
  }
}

interface Announcement {
  readonly teamspaceKey: string
  readonly event: WebhookEvent
  readonly nowMs: number
}

async function announce(db: Database, { teamspaceKey, event, nowMs }: Announcement): Promise<number> {
  const active = db.selectFrom("webhook").selectAll().where("teamspace_key", "=", teamspaceKey)
  const webhooks = (await active.where("is_active", "=", 1).execute()).map(toWebhook)
  const told = webhooks.filter(
    ({ eventTypes }) => eventTypes.length === 0 || eventTypes.some((type) => type === event.type),
  )
  if (told.length === 0) return 0
  return atomically(db, async (transaction) => {
    const eventId = `evt_${newRowKey()}`
    const body = JSON.stringify(event)
    let queued = 0
    for (const { key: webhookKey } of told) {
      if (await isFull(transaction, webhookKey)) {
        await switchOffFull(transaction, webhookKey)
        continue
      }
      await queue(transaction, { webhookKey, eventId, eventType: event.type, body }, nowMs)
      queued++
    }
    return queued
  })
}

async function isFull(db: Database, webhookKey: string): Promise<boolean> {
  const waiting = db.selectFrom("webhook_delivery").select("key").where("webhook_key", "=", webhookKey)
  const last = waiting.where("state", "=", "waiting").offset(MAX_WAITING - 1)
  return (await last.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Disables a webhook with too many waiting deliveries. This makes the loss visible, unlike dropping single events from
 * a full queue.
 */
async function switchOffFull(db: Database, webhookKey: string): Promise<void> {
  const reason = `${MAX_WAITING} deliveries were waiting`
  const changes = { is_active: 0, switched_off_because: reason }
  await db.updateTable("webhook").set(changes).where("key", "=", webhookKey).execute()
  await endWaiting(db, webhookKey, `the webhook was disabled: ${reason}`)
}

async function queue(db: Database, delivery: NewDelivery, nowMs: number): Promise<DeliveryRecord> {
  return atomically(db, async (transaction) => {
    const row = newDeliveryRow(delivery, await takeNumbers(transaction, "webhook_delivery", 1), nowMs)
    await transaction.insertInto("webhook_delivery").values(row).execute()
    return toDelivery(row)
  })
}

interface Attempted {
  readonly delivery: NewDelivery
  readonly attempt: DeliveryAttempt
  readonly nowMs: number
}

async function logAttempted(db: Database, { delivery, attempt, nowMs }: Attempted): Promise<DeliveryRecord> {
  return atomically(db, async (transaction) => {
    const row: Selectable<WebhookDeliveryTable> = {
      ...newDeliveryRow(delivery, await takeNumbers(transaction, "webhook_delivery", 1), nowMs),
      state: attempt.isAccepted ? "delivered" : "failed",
      attempts: 1,
      last_attempt_at_ms: attempt.atMs,
      duration_ms: attempt.durationMs,
      status: attempt.status,
      response: attempt.response,
      error: attempt.error,
    }
    await transaction.insertInto("webhook_delivery").values(row).execute()
    return toDelivery(row)
  })
}
