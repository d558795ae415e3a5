import type { DeliveryState, EventType, WebhookEvent } from "@lectern/contract"
import type { Changes } from "../../base/changes.ts"

/** An outgoing webhook: a URL that receives the events of a teamspace. */
export interface WebhookRecord {
  readonly key: string
  readonly teamspaceKey: string
  readonly url: string
  readonly description: string
  /** Event types that it receives; empty for all. */
  readonly eventTypes: readonly EventType[]
  readonly sealedSecret: string
  readonly isActive: boolean
  /** Why Lectern disabled it; null if Lectern did not. */
  readonly switchedOffBecause: string | null
  /** Time of the first failure since the last success. */
  readonly failingSinceMs: number | null
  readonly lastAttemptAtMs: number | null
  readonly createdAtMs: number
}

/** The result of one attempt. */
export interface DeliveryAttempt {
  readonly isAccepted: boolean
  readonly atMs: number
  readonly durationMs: number
  /** HTTP status; null without a response. */
  readonly status: number | null
  /** First part of the response body. */
  readonly response: string | null
  /** Why it failed; null if it succeeded. */
  readonly error: string | null
}

/** One event for one webhook, with the result of its last attempt. */
export interface DeliveryRecord {
  readonly key: string
  readonly webhookKey: string
  /** Increases with every queued delivery. */
  readonly sequence: number
  readonly eventId: string
  readonly eventType: string
  readonly body: string
  readonly state: DeliveryState
  readonly attempts: number
  readonly nextAttemptAtMs: number
  readonly createdAtMs: number
  readonly lastAttempt: Omit<DeliveryAttempt, "isAccepted"> | null
}

/** A delivery that only this process may attempt until the claim expires. */
export interface ClaimedDelivery {
  readonly claimant: string
  readonly webhook: WebhookRecord
  readonly delivery: DeliveryRecord
}

/** What happens after an attempt. */
export interface AttemptOutcome {
  /** When the next attempt is due; null for no further attempt. */
  readonly nextAttemptAtMs: number | null
  /** End of the webhook's pause. */
  readonly restsUntilMs: number
  /** Set to disable the webhook and fail its waiting deliveries. */
  readonly switchOffBecause?: string | undefined
}

export type WebhookChanges = Changes<
  Pick<WebhookRecord, "url" | "description" | "eventTypes" | "sealedSecret" | "isActive">
>

/** Webhooks with their deliveries. A delivery is queued in the transaction that causes its event. */
export interface WebhookStore {
  add(
    webhook: Pick<WebhookRecord, "teamspaceKey" | "url" | "description" | "eventTypes" | "sealedSecret">,
  ): Promise<WebhookRecord>
  /** Lists the webhooks of a teamspace, oldest first. */
  ofTeamspace(teamspaceKey: string): Promise<readonly WebhookRecord[]>
  find(teamspaceKey: string, key: string): Promise<WebhookRecord | undefined>
  /** Changes a webhook. Enabling it clears its failures; disabling it fails waiting deliveries. */
  update(key: string, changes: WebhookChanges): Promise<void>
  /** Deletes a webhook with its deliveries. @returns false if the teamspace has no such webhook. */
  remove(teamspaceKey: string, key: string): Promise<boolean>
  /**
   * Queues an event for every active webhook of the teamspace that subscribes to it. A webhook with too many waiting deliveries is
   * disabled instead.
   *
   * @returns the number of queued deliveries.
   */
  announce(teamspaceKey: string, event: WebhookEvent): Promise<number>
  /** Lists deliveries of a webhook, newest first. */
  deliveries(filter: {
    readonly webhookKey: string
    readonly state?: DeliveryState | undefined
    /** Only deliveries queued before this one. */
    readonly beforeSequence?: number | undefined
    readonly limit: number
  }): Promise<readonly DeliveryRecord[]>
  delivery(webhookKey: string, key: string): Promise<DeliveryRecord | undefined>
  /** Queues the event of a delivery again, due immediately. */
  repeat(delivery: DeliveryRecord): Promise<DeliveryRecord>
  /** Records a delivery that was attempted outside the queue and is not retried. */
  log(
    delivery: Pick<DeliveryRecord, "webhookKey" | "eventId" | "eventType" | "body">,
    attempt: DeliveryAttempt,
  ): Promise<DeliveryRecord>
  /**
   * Claims a due delivery of the webhook that was attempted longest ago. No other delivery of that webhook can be claimed until
   * this one is finished or `claimMs` have passed.
   */
  claim(claimant: string, claimMs: number): Promise<ClaimedDelivery | undefined>
  /** Records an attempt. @returns false, without a change, if another process has the claim. */
  finish(claimed: ClaimedDelivery, attempt: DeliveryAttempt, outcome: AttemptOutcome): Promise<boolean>
  /** Releases a claimed delivery without an attempt. */
  release(claimed: ClaimedDelivery): Promise<void>
  /** Deletes deliveries that were queued before a time and are not waiting. @returns their number. */
  prune(queuedBeforeMs: number, limit: number): Promise<number>
}
