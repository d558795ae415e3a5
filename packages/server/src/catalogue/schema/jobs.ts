export interface JobTable {
  id: string
  /** Order of queueing. */
  sequence: number
  kind: string
  library_key: string | null
  library_id: string | null
  version_tag: string
  /** The tenant whose queue contains the job; empty for none. */
  tenant: string
  state: string
  stage: string | null
  progress: string
  payload: string
  /** Copy of the blob name in the payload, so that queries need not parse every payload. */
  bundle_hash: string | null
  attempts: number
  max_attempts: number
  run_after_ms: number
  worker_id: string | null
  heartbeat_at_ms: number | null
  is_cancel_requested: number
  error_code: string | null
  error_message: string | null
  report_hash: string | null
  requested_by: string | null
  created_at_ms: number
  started_at_ms: number | null
  finished_at_ms: number | null
}

/** When the queue last served a tenant. */
export interface JobTurnTable {
  tenant: string
  turn: number
}
