export interface SessionTable {
  key: string
  token_hash: string
  user_key: string
  teamspace_key: string
  signed_in_with: string
  created_at_ms: number
  last_seen_at_ms: number
  ends_at_ms: number
}
