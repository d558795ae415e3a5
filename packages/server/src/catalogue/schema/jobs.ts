export interface JobTable {
  id: string
  /** Order of queueing. */
  sequence: number
  kind: string
  library_key: string | null
  library_id: string | null
  version_tag: string
  /** Who the job is done for; empty where it is nobody in particular. */
  tenant: string
  state: string
  stage: string | null
  progress: string
  payload: string
  /** Repeats the payload's blob, so that it can be found without reading every payload. */
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

/** When somebody was last served by the queue. */
export interface JobTurnTable {
  tenant: string
  turn: number
}
