import type { AttemptOutcome, DeliveryAttempt, DeliveryRecord, WebhookRecord } from "../catalogue/webhooks/records.ts"

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Waits before the second to the eighth attempt: soon after a hiccup, and the last one a day after the event. */
const WAITS_MS: readonly number[] = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  15 * HOUR_MS,
]
/** Waits differ by this part, so that what failed together does not come back together. */
const JITTER = 0.1
/** After a failure nothing else is sent for so long: a receiver that is down costs one attempt in this time. */
const REST_MS = 10 * SECOND_MS
/** Says that the address is meant to be gone for good. */
const GONE = 410

/** What a verdict depends on besides the attempt. */
export interface Judged {
  readonly webhook: Pick<WebhookRecord, "failingSinceMs">
  readonly delivery: Pick<DeliveryRecord, "attempts">
  /** Days of nothing but failures after which a webhook is switched off. */
  readonly switchOffDays: number
  /** A number from 0 to 1. */
  readonly chance: number
}

/** Says what follows from an attempt: another one, or none, or that the webhook is switched off. */
export function evaluateAttempt(
  attempt: DeliveryAttempt,
  { webhook, delivery, switchOffDays, chance }: Judged,
): AttemptOutcome {
  if (attempt.isAccepted) return { nextAttemptAtMs: null, restsUntilMs: 0 }
  const waitMs = WAITS_MS[delivery.attempts]
  const spread = 1 + JITTER * (2 * chance - 1)
  const verdict = {
    nextAttemptAtMs: waitMs === undefined ? null : attempt.atMs + Math.round(waitMs * spread),
    restsUntilMs: attempt.atMs + REST_MS,
  }
  if (attempt.status === GONE) return { ...verdict, switchOffBecause: "the receiver answered 410: it is gone" }
  const failingMs = attempt.atMs - (webhook.failingSinceMs ?? attempt.atMs)
  if (failingMs < switchOffDays * DAY_MS) return verdict
  return { ...verdict, switchOffBecause: `nothing was accepted for ${switchOffDays} days; last: ${attempt.error}` }
}
