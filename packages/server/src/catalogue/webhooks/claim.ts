import { randomBytes } from "node:crypto"
import type { Selectable } from "kysely"
import type { CatalogueEngine } from "../engines/engine.ts"
import type { Database } from "../schema.ts"
import { atomically } from "../engines/transactions.ts"
import type { AttemptOutcome, ClaimedDelivery, DeliveryAttempt } from "./records.ts"
import { toDelivery, toWebhook } from "./rows.ts"
import type { WebhookTable } from "./schema.ts"

/** Who claims, for how long, and as of when. */
export interface DeliveryClaim {
  readonly claimant: string
  readonly claimMs: number
  readonly nowMs: number
}

/**
 * Takes the delivery that is due for the webhook that was attempted longest ago. The claim lies on the webhook, so that
 * one that is slow holds up nobody else and gets its events one after the other.
 */
export async function claimDelivery(
  db: Database,
  engine: CatalogueEngine,
  claim: DeliveryClaim,
): Promise<ClaimedDelivery | undefined> {
  // Without a lock first: mostly nothing is due.
  if (!(await isAnyDue(db, claim.nowMs)) || (await findFreeWebhook(db, claim.nowMs)) === undefined) return undefined
  return atomically(db, async (transaction) => {
    await engine.lockClaims(transaction)
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
    // A word of its own for every claim: a process that comes late does not take the next claim for its own.
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

/** An attempt with what it was and what follows from it. */
export interface FinishedDelivery {
  readonly claimed: ClaimedDelivery
  readonly attempt: DeliveryAttempt
  readonly verdict: AttemptOutcome
}

/** Writes down an attempt. @returns false, and changes nothing, when the claim belongs to another by now. */
export async function finishDelivery(db: Database, { claimed, attempt, verdict }: FinishedDelivery): Promise<boolean> {
  const { webhook, delivery, claimant } = claimed
  return atomically(db, async (transaction) => {
    const freed = await transaction
      .updateTable("webhook")
      .set((old) => ({
        claimed_by: null,
        claimed_until_ms: 0,
        rests_until_ms: verdict.restsUntilMs,
        failing_since_ms: attempt.isAccepted ? null : old.fn.coalesce("failing_since_ms", old.val(attempt.atMs)),
      }))
      .where("key", "=", webhook.key)
      .where("claimed_by", "=", claimant)
      .executeTakeFirst()
    if (freed.numUpdatedRows === 0n) return false
    const isOver = attempt.isAccepted || verdict.nextAttemptAtMs === null
    await transaction
      .updateTable("webhook_delivery")
      .set((old) => ({
        state: attempt.isAccepted ? "delivered" : isOver ? "failed" : "waiting",
        attempts: old("attempts", "+", 1),
        next_attempt_at_ms: verdict.nextAttemptAtMs ?? delivery.nextAttemptAtMs,
        last_attempt_at_ms: attempt.atMs,
        duration_ms: attempt.durationMs,
        status: attempt.status,
        response: attempt.response,
        error: attempt.error,
      }))
      .where("key", "=", delivery.key)
      // Switching the webhook off has ended it meanwhile, unless it has arrived all the same.
      .where((is) => (attempt.isAccepted ? is.lit(true) : is("state", "=", "waiting")))
      .execute()
    if (verdict.switchOffBecause !== undefined) await switchOff(transaction, webhook.key, verdict.switchOffBecause)
    return true
  })
}

async function switchOff(db: Database, webhookKey: string, reason: string): Promise<void> {
  const changes = { is_active: 0, switched_off_because: reason }
  await db.updateTable("webhook").set(changes).where("key", "=", webhookKey).where("is_active", "=", 1).execute()
  await endWaiting(db, webhookKey, `the webhook was switched off: ${reason}`)
}

/** Gives a claimed delivery back without an attempt. */
export async function releaseDelivery(db: Database, { webhook, claimant }: ClaimedDelivery): Promise<void> {
  await db
    .updateTable("webhook")
    .set({ claimed_by: null, claimed_until_ms: 0 })
    .where("key", "=", webhook.key)
    .where("claimed_by", "=", claimant)
    .execute()
}

/** Ends what waits for a webhook; what was attempted before keeps the reason of its own failure. */
export async function endWaiting(db: Database, webhookKey: string, reason: string): Promise<void> {
  await db
    .updateTable("webhook_delivery")
    .set((old) => ({ state: "failed", error: old.fn.coalesce("error", old.val(reason)) }))
    .where("webhook_key", "=", webhookKey)
    .where("state", "=", "waiting")
    .execute()
}
