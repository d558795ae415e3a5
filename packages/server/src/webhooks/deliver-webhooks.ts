import { randomBytes } from "node:crypto"
import { LIMITS } from "@lectern/contract"
import { asError } from "../base/errors.ts"
import type { Log } from "../base/log.ts"
import type { WebhookStore, ClaimedDelivery } from "../catalogue/webhooks/records.ts"
import { attemptDelivery, type Sending } from "./attempt-delivery.ts"
import { evaluateAttempt } from "./evaluate-attempt.ts"

/** Deliveries on their way at a time; each costs a connection and a few kB. */
const MOST_AT_ONCE = 16
/** What other processes have queued is noticed after so long. */
const POLL_MS = 1000
/** Longer than an attempt takes, so that nobody sends what is still on its way. */
const CLAIM_MS = 3 * LIMITS.webhookTimeoutMs
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Few enough that the database is not held for long. */
const PRUNED_PER_STEP = 500

/** What a deliverer works with. */
export interface DelivererDependencies extends Sending {
  readonly webhooks: WebhookStore
  readonly log: Log
  /** Ends the wait for something to do. */
  readonly doorbell: { ring(): void; sleep(timeoutMs: number, signal: AbortSignal): Promise<void> }
  /** Days that deliveries are kept. */
  readonly retentionDays: number
  /** Days of nothing but failures after which a webhook is switched off. */
  readonly switchOffDays: number
}

/** Sends deliveries that are due. */
export interface Deliverer {
  /** Works until the signal aborts; what is on its way then is given back. */
  run(signal: AbortSignal): Promise<void>
  /** Sends one delivery that is due. @returns false when there is none. */
  deliverNext(signal: AbortSignal): Promise<boolean>
  /** Forgets deliveries that are older than the retention. @returns how many. */
  prune(): Promise<number>
}

/** Makes a deliverer; any number of them, in any number of processes, may share one catalogue. */
export function createDeliverer(environment: DelivererDependencies): Deliverer {
  const name = `${process.pid}-${randomBytes(4).toString("hex")}`
  const claim = () => environment.webhooks.claim(name, CLAIM_MS)
  return {
    async deliverNext(signal) {
      const claimed = await claim()
      if (claimed === undefined) return false
      await send(environment, claimed, signal)
      return true
    },
    prune: () => prune(environment),
    async run(signal) {
      await Promise.all([keepSending(environment, claim, signal), keepPruned(environment, signal)])
    },
  }
}

async function keepSending(
  environment: DelivererDependencies,
  claim: () => Promise<ClaimedDelivery | undefined>,
  signal: AbortSignal,
): Promise<void> {
  const { doorbell, log } = environment
  const onTheirWay = new Set<Promise<void>>()
  while (!signal.aborted) {
    try {
      const claimed = onTheirWay.size < MOST_AT_ONCE ? await claim() : undefined
      if (claimed !== undefined) {
        const sent = send(environment, claimed, signal).finally(() => {
          onTheirWay.delete(sent)
          doorbell.ring()
        })
        onTheirWay.add(sent)
        continue
      }
    } catch (error) {
      // What is due stays due.
      log.warn({ err: asError(error) }, "waiting deliveries could not be read")
    }
    await doorbell.sleep(POLL_MS, signal)
  }
  await Promise.all(onTheirWay)
}

/** Never rejects: what could not be written down is sent again when the claim is over. */
async function send(environment: DelivererDependencies, claimed: ClaimedDelivery, signal: AbortSignal): Promise<void> {
  const { webhooks, log, switchOffDays } = environment
  const { webhook, delivery } = claimed
  const about = { webhookId: webhook.key, deliveryId: delivery.key, type: delivery.eventType }
  try {
    const attempt = await attemptDelivery(environment, webhook, delivery, signal)
    const verdict = evaluateAttempt(attempt, { webhook, delivery, switchOffDays, chance: Math.random() })
    const isWritten = await webhooks.finish(claimed, attempt, verdict)
    const { isAccepted, status, error, durationMs } = attempt
    log.info({ ...about, isAccepted, status, reason: error, ms: durationMs, isWritten }, "event sent to a webhook")
    if (verdict.switchOffBecause !== undefined) {
      log.warn({ webhookId: webhook.key, reason: verdict.switchOffBecause }, "webhook switched off")
    }
  } catch (error) {
    if (!signal.aborted) log.error({ ...about, err: asError(error) }, "a delivery could not be attempted")
    await giveBack(environment, claimed, signal)
  }
}

/** While the service goes on, the claim lapses by itself, so that a defect is not repeated at once. */
async function giveBack(
  { webhooks, log }: DelivererDependencies,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  if (!signal.aborted) return
  try {
    await webhooks.release(claimed)
  } catch (error) {
    log.warn({ err: asError(error) }, "a delivery could not be given back; it is sent again when its claim is over")
  }
}

async function keepPruned(environment: DelivererDependencies, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await prune(environment)
    } catch (error) {
      environment.log.warn({ err: asError(error) }, "old deliveries could not be forgotten")
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
