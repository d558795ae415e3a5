import type { DeliveryState, EventType, WebhookEvent } from "@lectern/contract"

/** An address that is told of the events of a teamspace. */
export interface WebhookRecord {
  readonly key: string
  readonly teamspaceKey: string
  readonly url: string
  readonly description: string
  /** What it is told of; every type when empty. */
  readonly eventTypes: readonly EventType[]
  readonly sealedSecret: string
  readonly isActive: boolean
  /** Why the service has switched it off; null when it has not. */
  readonly switchedOffBecause: string | null
  /** First failure after the last success. */
  readonly failingSinceMs: number | null
  readonly lastAttemptAtMs: number | null
  readonly createdAtMs: number
}

/** What one attempt came to. */
export interface DeliveryAttempt {
  readonly isAccepted: boolean
  readonly atMs: number
  readonly durationMs: number
  /** Status of the answer; null when there was none. */
  readonly status: number | null
  /** Beginning of the answer. */
  readonly response: string | null
  /** Why it failed; null when it did not. */
  readonly error: string | null
}

/** One event on its way to one webhook, and what became of it. */
export interface DeliveryRecord {
  readonly key: string
  readonly webhookKey: string
  /** Grows with every delivery that is queued. */
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

/** A delivery that this process alone may attempt until a time. */
export interface ClaimedDelivery {
  readonly claimant: string
  readonly webhook: WebhookRecord
  readonly delivery: DeliveryRecord
}

/** What follows from an attempt. */
export interface AttemptOutcome {
  /** When the next attempt is due; null: there is none. */
  readonly nextAttemptAtMs: number | null
  /** Until when nothing else is sent to the webhook. */
  readonly restsUntilMs: number
  /** Switches the webhook off, and ends what waits for it. */
  readonly switchOffBecause?: string
}

export type WebhookChanges = Partial<
  Pick<WebhookRecord, "url" | "description" | "eventTypes" | "sealedSecret" | "isActive">
>

/** Webhooks with their deliveries. A delivery is queued by the transaction that makes its event true. */
export interface WebhookStore {
  add(
    webhook: Pick<WebhookRecord, "teamspaceKey" | "url" | "description" | "eventTypes" | "sealedSecret">,
  ): Promise<WebhookRecord>
  /** Webhooks of a teamspace, oldest first. */
  ofTeamspace(teamspaceKey: string): Promise<readonly WebhookRecord[]>
  find(teamspaceKey: string, key: string): Promise<WebhookRecord | undefined>
  /** Switching on forgets failures and why it was off; switching off ends what waits. */
  update(key: string, changes: WebhookChanges): Promise<void>
  /** Removes a webhook with its deliveries. @returns false when the teamspace has no such webhook. */
  remove(teamspaceKey: string, key: string): Promise<boolean>
  /**
   * Queues an event for every active webhook of the teamspace that wants to be told of it. A webhook for which too many
   * deliveries wait is switched off instead.
   *
   * @returns how many deliveries were queued.
   */
  announce(teamspaceKey: string, event: WebhookEvent): Promise<number>
  /** Deliveries of a webhook, newest first. */
  deliveries(filter: {
    readonly webhookKey: string
    readonly state?: DeliveryState
    /** Only those queued before this one. */
    readonly beforeSequence?: number
    readonly limit: number
  }): Promise<readonly DeliveryRecord[]>
  delivery(webhookKey: string, key: string): Promise<DeliveryRecord | undefined>
  /** Queues an event of a delivery once more, due at once. */
  repeat(delivery: DeliveryRecord): Promise<DeliveryRecord>
  /** Logs a delivery that was attempted outside of the queue and is not tried again. */
  log(
    delivery: Pick<DeliveryRecord, "webhookKey" | "eventId" | "eventType" | "body">,
    attempt: DeliveryAttempt,
  ): Promise<DeliveryRecord>
  /**
   * Takes the delivery that is due for the webhook that was attempted longest ago. While it is claimed nobody gets
   * another one of that webhook, until `claimMs` have gone by.
   */
  claim(claimant: string, claimMs: number): Promise<ClaimedDelivery | undefined>
  /** Writes down an attempt. @returns false, and changes nothing, when the claim belongs to another by now. */
  finish(claimed: ClaimedDelivery, attempt: DeliveryAttempt, verdict: AttemptOutcome): Promise<boolean>
  /** Gives a claimed delivery back without an attempt. */
  release(claimed: ClaimedDelivery): Promise<void>
  /** Forgets deliveries that were queued before a time and wait no more. @returns how many. */
  prune(queuedBeforeMs: number, limit: number): Promise<number>
}
