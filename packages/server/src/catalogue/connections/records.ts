export type ConnectionKind = "git" | "wiki" | "notes"

/** An account of a teamspace at another service. */
export interface ConnectionRecord {
  readonly key: string
  readonly teamspaceKey: string
  readonly kind: ConnectionKind
  /** Canonical address of the service, without a slash at the end. */
  readonly siteUrl: string
  /** Name that goes with the token where the service wants one: the e-mail address for Confluence Cloud. */
  readonly accountName: string | null
  /** Sealed access token; for an account of OAuth both its tokens. */
  readonly sealedToken: string
  /** Null for an account that was connected with a token of one's own. */
  readonly grant: ConnectionGrant | null
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
}

/** Accounts at other services; at most one for each teamspace, kind and address. */
export interface ConnectionStore extends GrantStore {
  /**
   * Adds a connection, or gives the one that is there another account and token; its key stays.
   *
   * @param connection.grant of an account of OAuth, under a new key.
   */
  put(
    connection: Pick<ConnectionRecord, "teamspaceKey" | "kind" | "siteUrl" | "accountName" | "sealedToken"> & {
      readonly grant?: Pick<ConnectionGrant, "apiUrl" | "expiresAtMs"> | null
    },
  ): Promise<ConnectionRecord>
  byKey(key: string): Promise<ConnectionRecord | undefined>
  /** @returns those of one teamspace, by kind and address. */
  ofTeamspace(teamspaceKey: string): Promise<readonly ConnectionRecord[]>
  find(site: Pick<ConnectionRecord, "teamspaceKey" | "kind" | "siteUrl">): Promise<ConnectionRecord | undefined>
  /** @returns false when the teamspace has no such connection. */
  remove(teamspaceKey: string, key: string): Promise<boolean>
  markUsed(key: string, atMs: number): Promise<void>
}

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
