export interface ConsentTable {
  ticket_hash: string
  teamspace_key: string
  user_key: string | null
  via: string
  via_key: string | null
  kind: string
  site_url: string | null
  expires_at_ms: number
}
