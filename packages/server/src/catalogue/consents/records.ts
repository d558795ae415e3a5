import type { ConnectionKind } from "../connections/records.ts"

/** A consent that somebody has begun to give; it is used once. */
export interface ConsentRecord {
  /** Hash of the ticket that stands for it. */
  readonly ticketHash: string
  readonly teamspaceKey: string
  /** Who began it; null for the key of the instance. */
  readonly userKey: string | null
  readonly via: "session" | "key" | "token" | "instance"
  /** Row of the session or key that it was begun with. */
  readonly viaKey: string | null
  readonly kind: ConnectionKind
  /** Address that was asked for, where one was. */
  readonly siteUrl: string | null
  readonly expiresAtMs: number
}

/** Consents that are under way. */
export interface ConsentStore {
  /** Adds one, and forgets those that have run out. */
  add(consent: ConsentRecord): Promise<void>
  /** @returns undefined when there is none, or it has run out. */
  find(ticketHash: string): Promise<ConsentRecord | undefined>
  /** Takes one out: of several calls one gets it. @returns undefined when there is none, or it has run out. */
  take(ticketHash: string): Promise<ConsentRecord | undefined>
}
