export interface ConnectionTable {
  key: string
  teamspace_key: string
  kind: string
  site_url: string
  account_name: string | null
  sealed_token: string
  created_at_ms: number
  last_used_at_ms: number | null
  /** Null for an account that was connected with a token. */
  grant_key: string | null
  api_url: string | null
  expires_at_ms: number | null
  refused_at_ms: number | null
  renewing_by: string | null
  renewing_until_ms: number | null
}
