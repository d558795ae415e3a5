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
