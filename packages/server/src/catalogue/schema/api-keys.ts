export interface ApiKeyTable {
  key: string
  user_key: string
  label: string
  key_hash: string
  hint: string
  created_at_ms: number
  last_used_at_ms: number | null
  revoked_at_ms: number | null
  teamspace_key: string
}
