/** Tables of teamspaces, sessions and the audit log, as the database sees them. */

export interface TeamspaceTable {
  key: string
  name: string
  plan: string | null
  created_at_ms: number
}

export interface MembershipTable {
  user_key: string
  teamspace_key: string
  role: string
  created_at_ms: number
}

export interface ProjectTable {
  key: string
  teamspace_key: string
  name: string
  is_default: number
  created_at_ms: number
}

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

export interface SignInFailureTable {
  bucket: string
  failures: number
  until_ms: number
}

export interface AuditEntryTable {
  key: string
  at_ms: number
  actor: string
  actor_key: string | null
  teamspace_key: string | null
  action: string
  subject: string
  outcome: string
  address: string | null
}
