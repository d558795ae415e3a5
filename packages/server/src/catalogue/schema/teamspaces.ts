/** Tables of teamspaces, sessions and the audit log. */

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
