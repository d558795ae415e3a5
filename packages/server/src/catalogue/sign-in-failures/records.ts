/** Counts of failed attempts, shared between processes. */
export interface SignInFailureStore {
  /** Returns the number of a bucket's failures that have not expired. */
  count(bucket: string, nowMs: number): Promise<number>
  /** Counts a failure; the count expires at the given time after the first failure. @returns the new count. */
  add(bucket: string, nowMs: number, lapsesAtMs: number): Promise<number>
  clear(bucket: string): Promise<void>
  prune(nowMs: number): Promise<void>
}
