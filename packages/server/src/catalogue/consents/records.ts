import type { ConnectionKind, ConnectionRecord } from "../records.ts"

/** What a connected account of OAuth has beside its tokens. */
export interface ConnectionGrant {
  /** Changes with every consent, so that what belongs to an earlier one is told apart. */
  readonly key: string
  /** Address that the requests of the account go to. */
  readonly apiUrl: string
  /** When the access token runs out; null when the service does not say. */
  readonly expiresAtMs: number | null
  /** When the service refused to renew the token; null while it works. */
  readonly refusedAtMs: number | null
}

/** One renewal of a token. */
export interface Renewal {
  /** Row of the connection. */
  readonly key: string
  readonly grantKey: string
  /** Who renews: a word of its own for each attempt. */
  readonly by: string
}

/** Keeps one renewal at a time for each connection, across processes. */
export interface GrantStore {
  /** @returns false while somebody else renews, or when the grant is another one or was refused. */
  claimRenewal(renewal: Renewal, nowMs: number, untilMs: number): Promise<boolean>
  /** Keeps the renewed tokens and ends the renewal. @returns false when the grant is another one by now. */
  keepRenewed(
    renewal: Renewal,
    tokens: Pick<ConnectionRecord, "sealedToken"> & { readonly expiresAtMs: number | null },
  ): Promise<boolean>
  /** Keeps that the service renews no more. @returns false when that was known, or the grant is another one. */
  refuse(grant: Pick<Renewal, "key" | "grantKey">, atMs: number): Promise<boolean>
  /** Ends a renewal that has come to nothing. */
  release(renewal: Renewal): Promise<void>
}

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
