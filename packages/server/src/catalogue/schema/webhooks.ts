/** The tables of webhooks; `database.ts` describes the column types. */
export interface WebhookTable {
  key: string
  teamspace_key: string
  url: string
  description: string
  /** JSON list; empty: every type. */
  event_types: string
  sealed_secret: string
  is_active: number
  switched_off_because: string | null
  failing_since_ms: number | null
  rests_until_ms: number
  /** The process that is delivering to it; one at a time. */
  claimed_by: string | null
  claimed_until_ms: number
  last_attempt_at_ms: number | null
  created_at_ms: number
}

export interface WebhookDeliveryTable {
  key: string
  /** Order of queueing. */
  sequence: number
  webhook_key: string
  event_id: string
  event_type: string
  body: string
  state: string
  attempts: number
  next_attempt_at_ms: number
  created_at_ms: number
  last_attempt_at_ms: number | null
  duration_ms: number | null
  status: number | null
  response: string | null
  error: string | null
}
