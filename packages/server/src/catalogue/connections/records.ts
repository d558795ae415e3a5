export type ConnectionKind = "git" | "wiki" | "notes"

/** An account of a teamspace at another service. */
export interface ConnectionRecord {
  readonly key: string
  readonly teamspaceKey: string
  readonly kind: ConnectionKind
  /** Canonical URL of the service, without a trailing slash. */
  readonly siteUrl: string
  /** User name for the token, if the service requires one: the e-mail address for Confluence Cloud. */
  readonly accountName: string | null
  /** Encrypted access token; for an OAuth account, both tokens. */
  readonly sealedToken: string
  /** Null for an account that was connected with a token. */
  readonly grant: ConnectionGrant | null
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
}

/** Accounts at other services; at most one per teamspace, kind and URL. */
export interface ConnectionStore extends GrantStore {
  /**
   * Adds a connection, or replaces the account and token of an existing one, which keeps its key.
   *
   * @param connection.grant for an OAuth account, with a new key.
   */
  put(
    connection: Pick<ConnectionRecord, "teamspaceKey" | "kind" | "siteUrl" | "accountName" | "sealedToken"> & {
      readonly grant?: Pick<ConnectionGrant, "apiUrl" | "expiresAtMs"> | null
    },
  ): Promise<ConnectionRecord>
  byKey(key: string): Promise<ConnectionRecord | undefined>
  /** Lists the connections of one teamspace, by kind and URL. */
  ofTeamspace(teamspaceKey: string): Promise<readonly ConnectionRecord[]>
  find(site: Pick<ConnectionRecord, "teamspaceKey" | "kind" | "siteUrl">): Promise<ConnectionRecord | undefined>
  /** @returns false if the teamspace has no such connection. */
  remove(teamspaceKey: string, key: string): Promise<boolean>
  markUsed(key: string, atMs: number): Promise<void>
}

/** State of an OAuth account besides its tokens. */
export interface ConnectionGrant {
  /** Changes with every consent, so that results that belong to an earlier consent can be discarded. */
  readonly key: string
  /** URL for the requests of the account. */
  readonly apiUrl: string
  /** Expiry of the access token, epoch milliseconds; null if the service does not say. */
  readonly expiresAtMs: number | null
  /** When the service refused to renew the token; null if it has not refused. */
  readonly refusedAtMs: number | null
}

/** One renewal of a token. */
export interface Renewal {
  /** Row of the connection. */
  readonly key: string
  readonly grantKey: string
  /** Unique id of this attempt. */
  readonly by: string
}

/** Allows one renewal per connection at a time, across processes. */
export interface GrantStore {
  /** @returns false while another process renews it, or if the grant was replaced or refused. */
  claimRenewal(renewal: Renewal, nowMs: number, untilMs: number): Promise<boolean>
  /** Stores the renewed tokens and ends the renewal. @returns false if the grant has been replaced. */
  keepRenewed(
    renewal: Renewal,
    tokens: Pick<ConnectionRecord, "sealedToken"> & { readonly expiresAtMs: number | null },
  ): Promise<boolean>
  /**
   * Records that the service no longer renews the token. @returns false if that was recorded before, or the grant has
   * been replaced.
   */
  refuse(grant: Pick<Renewal, "key" | "grantKey">, atMs: number): Promise<boolean>
  /** Ends a renewal that failed. */
  release(renewal: Renewal): Promise<void>
}
