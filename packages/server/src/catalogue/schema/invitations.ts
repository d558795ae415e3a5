export interface InvitationTable {
  key: string
  token_hash: string
  teamspace_key: string
  label: string
  role: string
  invited_by: string | null
  created_at_ms: number
  expires_at_ms: number
  accepted_at_ms: number | null
}
