import { randomBytes } from "node:crypto"
import type { Selectable } from "kysely"
import type { Database } from "../schema/database.ts"
import { atomically } from "../engines/transactions.ts"
import type { AttemptOutcome, ClaimedDelivery, DeliveryAttempt } from "./records.ts"
import { toDelivery, toWebhook } from "./rows.ts"
import type { WebhookTable } from "../schema/webhooks.ts"

/** The process that claims a delivery, the duration of the claim, and the current time. */
export interface DeliveryClaim {
  readonly claimant: string
  readonly claimMs: number
  readonly nowMs: number
}

/**
 * Claims a due delivery of the webhook that was attempted longest ago. The claim is on the webhook, so that a slow receiver delays
 * no other webhook and gets its events one at a time.
 */
export async function claimDelivery(db: Database, claim: DeliveryClaim): Promise<ClaimedDelivery | undefined> {
  // Checks without a lock first, because usually nothing is due.
  if (!(await isAnyDue(db, claim.nowMs)) || (await findFreeWebhook(db, claim.nowMs)) === undefined) return undefined
  return atomically(db, async (transaction) => {
    const row = await findFreeWebhook(transaction, claim.nowMs)
    if (row === undefined) return undefined
    const delivery = await transaction
      .selectFrom("webhook_delivery")
      .selectAll()
      .where("webhook_key", "=", row.key)
      .where("state", "=", "waiting")
      .where("next_attempt_at_ms", "<=", claim.nowMs)
      .orderBy("next_attempt_at_ms")
      .orderBy("sequence")
      .limit(1)
      .executeTakeFirstOrThrow()
    // Unique per claim, so that a late process does not mistake the next claim for its own.
    const claimant = `${claim.claimant}-${randomBytes(4).toString("hex")}`
    await transaction
      .updateTable("webhook")
      .set({ claimed_by: claimant, claimed_until_ms: claim.nowMs + claim.claimMs, last_attempt_at_ms: claim.nowMs })
      .where("key", "=", row.key)
      .execute()
    return { claimant, webhook: toWebhook(row), delivery: toDelivery(delivery) }
  })
}

async function isAnyDue(db: Database, nowMs: number): Promise<boolean> {
  const waiting = db.selectFrom("webhook_delivery").select("key").where("state", "=", "waiting")
  return (await waiting.where("next_attempt_at_ms", "<=", nowMs).limit(1).executeTakeFirst()) !== undefined
}

function findFreeWebhook(db: Database, nowMs: number): Promise<Selectable<WebhookTable> | undefined> {
  return db
    .selectFrom("webhook")
    .selectAll()
    .where("is_active", "=", 1)
    .where("rests_until_ms", "<=", nowMs)
    .where("claimed_until_ms", "<=", nowMs)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("webhook_delivery")
          .select("webhook_delivery.key")
          .whereRef("webhook_delivery.webhook_key", "=", "webhook.key")
          .where("webhook_delivery.state", "=", "waiting")
          .where("webhook_delivery.next_attempt_at_ms", "<=", nowMs),
      ),
    )
    .orderBy("last_attempt_at_ms", (order) => order.asc().nullsFirst())
    .orderBy("key")
    .limit(1)
    .executeTakeFirst()
}

/** A claimed delivery, its attempt and the outcome. */
export interface FinishedDelivery {
  readonly claimed: ClaimedDelivery
  readonly attempt: DeliveryAttempt
  readonly outcome: AttemptOutcome
}

/** Records an attempt. @returns false, without a change, if another process has the claim. */
export async function finishDelivery(db: Database, { claimed, attempt, outcome }: FinishedDelivery): Promise<boolean> {
  const { webhook, delivery, claimant } = claimed
  return atomically(db, async (transaction) => {
    const freed = await transaction
      .updateTable("webhook")
      .set((old) => ({
        claimed_by: null,
        claimed_until_ms: 0,
        rests_until_ms: outcome.restsUntilMs,
        failing_since_ms: attempt.isAccepted ? null : old.fn.coalesce("failing_since_ms", old.val(attempt.atMs)),
      }))
      .where("key", "=", webhook.key)
      .where("claimed_by", "=", claimant)
      .executeTakeFirst()
    if (freed.numUpdatedRows === 0n) return false
    const isOver = attempt.isAccepted || outcome.nextAttemptAtMs === null
    await transaction
      .updateTable("webhook_delivery")
      .set((old) => ({
        state: attempt.isAccepted ? "delivered" : isOver ? "failed" : "waiting",
        attempts: old("attempts", "+", 1),
        next_attempt_at_ms: outcome.nextAttemptAtMs ?? delivery.nextAttemptAtMs,
        last_attempt_at_ms: attempt.atMs,
        duration_ms: attempt.durationMs,
        status: attempt.status,
        response: attempt.response,
        error: attempt.error,
      }))
      .where("key", "=", delivery.key)
      // The delivery may have failed in the meantime because the webhook was disabled; it still counts as delivered if
      // it arrived.
      .where((is) => (attempt.isAccepted ? is.lit(true) : is("state", "=", "waiting")))
      .execute()
    if (outcome.switchOffBecause !== undefined) await switchOff(transaction, webhook.key, outcome.switchOffBecause)
    return true
  })
}

async function switchOff(db: Database, webhookKey: string, reason: string): Promise<void> {
  const changes = { is_active: 0, switched_off_because: reason }
  await db.updateTable("webhook").set(changes).where("key", "=", webhookKey).where("is_active", "=", 1).execute()
  await endWaiting(db, webhookKey, `the webhook was disabled: ${reason}`)
}

/** Releases a claimed delivery without an attempt. */
export async function releaseDelivery(db: Database, { webhook, claimant }: ClaimedDelivery): Promise<void> {
  await db
    .updateTable("webhook")
    .set({ claimed_by: null, claimed_until_ms: 0 })
    .where("key", "=", webhook.key)
    .where("claimed_by", "=", claimant)
    .execute()
}

/** Fails the waiting deliveries of a webhook; a delivery with a failed attempt keeps its error. */
export async function endWaiting(db: Database, webhookKey: string, reason: string): Promise<void> {
  await db
    .updateTable("webhook_delivery")
    .set((old) => ({ state: "failed", error: old.fn.coalesce("error", old.val(reason)) }))
    .where("webhook_key", "=", webhookKey)
    .where("state", "=", "waiting")
    .execute()
}
