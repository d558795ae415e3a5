import { countOf } from "@lectern/contract"
import type { AttemptOutcome, DeliveryAttempt, DeliveryRecord, WebhookRecord } from "../catalogue/webhooks/records.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../base/durations.ts"

/**
 * Delays before the second to the eighth attempt. The first retry is soon, and the last one is a day after the event.
 */
const DELAYS_MS: readonly number[] = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  15 * HOUR_MS,
]
/** Each delay varies by this share, so that deliveries that failed together are not retried together. */
const JITTER = 0.1
/** Pause after a failure: a receiver that is down gets one attempt per pause. */
const REST_MS = 10 * SECOND_MS
/** The status of a URL that no longer exists. */
const GONE = 410

/** The inputs of the outcome besides the attempt. */
export interface AttemptContext {
  readonly webhook: Pick<WebhookRecord, "failingSinceMs">
  readonly delivery: Pick<DeliveryRecord, "attempts">
  /** Days without a success after which a webhook is disabled. */
  readonly switchOffDays: number
  /** A number from 0 to 1. */
  readonly chance: number
}

/** Decides what happens after an attempt: when to retry, if at all, and whether to disable the webhook. */
export function evaluateAttempt(
  attempt: DeliveryAttempt,
  { webhook, delivery, switchOffDays, chance }: AttemptContext,
): AttemptOutcome {
  if (attempt.isAccepted) return { nextAttemptAtMs: null, restsUntilMs: 0 }
  const waitMs = DELAYS_MS[delivery.attempts]
  const spread = 1 + JITTER * (2 * chance - 1)
  const outcome = {
    nextAttemptAtMs: waitMs === undefined ? null : attempt.atMs + Math.round(waitMs * spread),
    restsUntilMs: attempt.atMs + REST_MS,
  }
  if (attempt.status === GONE) return { ...outcome, switchOffBecause: "the receiver returned 410 (gone)" }
  const failingMs = attempt.atMs - (webhook.failingSinceMs ?? attempt.atMs)
  if (failingMs < switchOffDays * DAY_MS) return outcome
  return {
    ...outcome,
    switchOffBecause: `the receiver accepted nothing for ${countOf(switchOffDays, "day")}; last error: ${attempt.error}`,
  }
}
