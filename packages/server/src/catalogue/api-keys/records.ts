export interface ApiKeyRecord {
  readonly key: string
  readonly userKey: string
  readonly teamspaceKey: string
  readonly label: string
  /** SHA-256 hash of the whole key in hexadecimal; the key itself is not stored. */
  readonly keyHash: string
  /** First characters after the prefix, to distinguish keys. */
  readonly hint: string
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
  readonly revokedAtMs: number | null
}

export interface ApiKeyStore {
  add(apiKey: Pick<ApiKeyRecord, "userKey" | "teamspaceKey" | "label" | "keyHash" | "hint">): Promise<ApiKeyRecord>
  /** @returns the key with this hash, unless it is revoked. */
  byHash(keyHash: string): Promise<ApiKeyRecord | undefined>
  ofUser(userKey: string): Promise<readonly ApiKeyRecord[]>
  revoke(key: string): Promise<boolean>
  /** Revokes all keys of a user. @param teamspaceKey only those of this teamspace. */
  revokeOfUser(userKey: string, teamspaceKey?: string): Promise<void>
  markUsed(key: string, atMs: number): Promise<void>
}
