export interface ApiKeyRecord {
  readonly key: string
  readonly userKey: string
  readonly teamspaceKey: string
  readonly label: string
  /** SHA-256 (hex) of the whole key; the key itself is kept nowhere. */
  readonly keyHash: string
  /** First characters after the prefix, for telling keys apart. */
  readonly hint: string
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
  readonly revokedAtMs: number | null
}

export interface ApiKeyStore {
  add(apiKey: Pick<ApiKeyRecord, "userKey" | "teamspaceKey" | "label" | "keyHash" | "hint">): Promise<ApiKeyRecord>
  /** @returns the key with this hash that is not revoked. */
  byHash(keyHash: string): Promise<ApiKeyRecord | undefined>
  ofUser(userKey: string): Promise<readonly ApiKeyRecord[]>
  revoke(key: string): Promise<boolean>
  /** Revokes every living key of a person. @param teamspaceKey only those of this teamspace. */
  revokeOfUser(userKey: string, teamspaceKey?: string): Promise<void>
  markUsed(key: string, atMs: number): Promise<void>
}
