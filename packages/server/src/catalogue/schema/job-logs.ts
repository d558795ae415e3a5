export interface JobLogTable {
  job_id: string
  /** Order of the entries of a job, from 1. */
  position: number
  at_ms: number
  level: string
  event: string
  /** Numbers, texts and booleans by name, as JSON. */
  fields: string
}
