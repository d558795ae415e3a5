import { randomBytes } from "node:crypto"
import { setMaxListeners } from "node:events"
import { LIMITS } from "@lectern/contract"
import { asError } from "../base/errors.ts"
import { createFailureStreak } from "../base/failure-streak.ts"
import type { Log } from "../base/log.ts"
import type { ChangeNotices } from "../catalogue/change-notices.ts"
import type { WebhookStore, ClaimedDelivery } from "../catalogue/webhooks/records.ts"
import { attemptDelivery, type DeliveryDependencies } from "./attempt-delivery.ts"
import { evaluateAttempt } from "./evaluate-attempt.ts"
import { DAY_MS, HOUR_MS } from "../base/durations.ts"
import type { WakeSignal } from "../base/wake-signal.ts"

/** Maximum number of concurrent deliveries; each costs a connection and a few kB. */
const MAX_CONCURRENT = 16
/**
 * Poll interval after an attempt, for retries and for deliveries of other processes; it grows while nothing is due, if the
 * catalogue sends notices of new deliveries.
 */
const MIN_POLL_MS = 1_000
const MAX_NOTICED_POLL_MS = 4_000
const POLL_FACTOR = 2
/** Longer than an attempt takes, so that no other process sends the same delivery in the meantime. */
const CLAIM_MS = 3 * LIMITS.webhookTimeoutMs
/** Rows per delete, few enough to lock the database only briefly. */
const PRUNED_PER_STEP = 500

export interface DelivererDependencies extends DeliveryDependencies {
  readonly webhooks: WebhookStore
  readonly log: Log
  /** Notices of new deliveries. */
  readonly notices: Pick<ChangeNotices, "isLive">
  /** Wakes the deliverer when there is something to send. */
  readonly wakeSignal: WakeSignal
  /** Days for which deliveries are kept. */
  readonly retentionDays: number
  /** Days without a success after which a webhook is disabled. */
  readonly switchOffDays: number
}

/** Sends due deliveries. */
export interface Deliverer {
  /** Runs until the signal aborts; unfinished deliveries are released. */
  run(signal: AbortSignal): Promise<void>
  /** Sends one due delivery. @returns false if there is none. */
  deliverNext(signal: AbortSignal): Promise<boolean>
  /** Deletes deliveries that are older than the retention time. @returns their number. */
  prune(): Promise<number>
}

/** Creates a deliverer. Any number of deliverers in any number of processes can share one catalogue. */
export function createDeliverer(dependencies: DelivererDependencies): Deliverer {
  const name = `${process.pid}-${randomBytes(4).toString("hex")}`
  const claim = () => dependencies.webhooks.claim(name, CLAIM_MS)
  return {
    async deliverNext(signal) {
      const claimed = await claim()
      if (claimed === undefined) return false
      await send(dependencies, claimed, signal)
      return true
    },
    prune: () => prune(dependencies),
    async run(signal) {
      // Every delivery in flight listens to this signal and stops when it ends, which is more than Node's limit of 10.
      setMaxListeners(0, signal)
      await Promise.all([keepSending(dependencies, claim, signal), keepPruned(dependencies, signal)])
    },
  }
}

async function keepSending(
  dependencies: DelivererDependencies,
  claim: () => Promise<ClaimedDelivery | undefined>,
  signal: AbortSignal,
): Promise<void> {
  const { wakeSignal, log, notices } = dependencies
  const inFlight = new Set<Promise<void>>()
  const failures = createFailureStreak(dependencies.clock)
  let pollMs = MIN_POLL_MS
  while (!signal.aborted) {
    try {
      const claimed = inFlight.size < MAX_CONCURRENT ? await claim() : undefined
      failures.end()
      if (claimed !== undefined) {
        const sent = send(dependencies, claimed, signal).finally(() => {
          inFlight.delete(sent)
          wakeSignal.notify()
        })
        inFlight.add(sent)
        pollMs = MIN_POLL_MS
        continue
      }
    } catch (error) {
      // Due deliveries stay due.
      const fields = failures.add(error)
      if (fields !== undefined) log.warn({ err: asError(error), ...fields }, "cannot read due deliveries")
    }
    await wakeSignal.sleep(pollMs, signal)
    pollMs = notices.isLive ? Math.min(MAX_NOTICED_POLL_MS, pollMs * POLL_FACTOR) : MIN_POLL_MS
  }
  await Promise.all(inFlight)
}

/**
 * Sends a delivery and stores the result. Never rejects. If the result could not be stored, the delivery is sent again
 * when its claim expires.
 */
async function send(dependencies: DelivererDependencies, claimed: ClaimedDelivery, signal: AbortSignal): Promise<void> {
  const { webhooks, log, switchOffDays } = dependencies
  const { webhook, delivery } = claimed
  const about = { webhookId: webhook.key, deliveryId: delivery.key, type: delivery.eventType }
  try {
    const attempt = await attemptDelivery(dependencies, webhook, delivery, signal)
    const outcome = evaluateAttempt(attempt, { webhook, delivery, switchOffDays, chance: Math.random() })
    const isWritten = await webhooks.finish(claimed, attempt, outcome)
    const { isAccepted, status, error, durationMs } = attempt
    log.info({ ...about, isAccepted, status, reason: error, ms: durationMs, isWritten }, "delivery attempted")
    if (outcome.switchOffBecause !== undefined) {
      log.warn({ webhookId: webhook.key, reason: outcome.switchOffBecause }, "webhook disabled")
    }
  } catch (error) {
    if (!signal.aborted) log.error({ ...about, err: asError(error) }, "delivery failed unexpectedly")
    await release(dependencies, claimed, signal)
  }
}

/**
 * Releases the claim at shutdown. In other cases, the claim expires, so that a defect does not cause an immediate
 * retry.
 */
async function release(
  { webhooks, log }: DelivererDependencies,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  if (!signal.aborted) return
  try {
    await webhooks.release(claimed)
  } catch (error) {
    log.warn({ err: asError(error) }, "cannot release a delivery; it is sent again when its claim expires")
  }
}

async function keepPruned(dependencies: DelivererDependencies, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await prune(dependencies)
    } catch (error) {
      dependencies.log.warn({ err: asError(error) }, "cannot delete old deliveries")
    }
    await untilNextPruning(signal)
  }
}

async function prune({ webhooks, clock, retentionDays }: DelivererDependencies): Promise<number> {
  const beforeMs = clock.now() - retentionDays * DAY_MS
  for (let removed = 0; ;) {
    const step = await webhooks.prune(beforeMs, PRUNED_PER_STEP)
    removed += step
    if (step < PRUNED_PER_STEP) return removed
  }
}

function untilNextPruning(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, HOUR_MS)
    signal.addEventListener("abort", end, { once: true })
    if (signal.aborted) end()
  })
}
