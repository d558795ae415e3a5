/** Counts of failed attempts, shared between processes. */
export interface SignInFailureStore {
  /** Failures of a bucket that still count. */
  count(bucket: string, nowMs: number): Promise<number>
  /** Counts one more; the count lapses at the given time after the first failure. @returns the new count. */
  add(bucket: string, nowMs: number, lapsesAtMs: number): Promise<number>
  clear(bucket: string): Promise<void>
  prune(nowMs: number): Promise<void>
}
