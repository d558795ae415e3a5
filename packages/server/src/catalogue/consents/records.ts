import type { ConnectionKind } from "../connections/records.ts"

/** A started OAuth consent, which can be completed once. */
export interface ConsentRecord {
  /** Hash of its ticket. */
  readonly ticketHash: string
  readonly teamspaceKey: string
  /** Account that started it; null for the global key. */
  readonly userKey: string | null
  readonly via: "session" | "key" | "token" | "instance"
  /** Row of the session or key that it was started with. */
  readonly viaKey: string | null
  readonly kind: ConnectionKind
  /** Requested site URL, if any. */
  readonly siteUrl: string | null
  readonly expiresAtMs: number
}

/** OAuth consents that have been started but not completed. */
export interface ConsentStore {
  /** Adds a consent, and deletes expired ones. */
  add(consent: ConsentRecord): Promise<void>
  /** @returns undefined if there is none or it has expired. */
  find(ticketHash: string): Promise<ConsentRecord | undefined>
  /**
   * Removes and returns a consent; only one of several concurrent calls gets it. @returns undefined if there is none or
   * it has expired.
   */
  take(ticketHash: string): Promise<ConsentRecord | undefined>
}
