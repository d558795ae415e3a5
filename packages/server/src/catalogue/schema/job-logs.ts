export interface JobLogTable {
  job_id: string
  /** Position of the entry in its job, from 1. */
  position: number
  at_ms: number
  level: string
  event: string
  /** Numbers, texts and booleans by name, as JSON. */
  fields: string
}
