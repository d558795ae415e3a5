/** The requests that a process has counted since it last wrote its counts. */
export interface RateCount {
  readonly bucket: string
  /** End of the count's window. */
  readonly endsAtMs: number
  readonly count: number
}

/** Request counts shared by processes. */
export interface RateCountStore {
  /**
   * Adds counts. A count of a later window replaces one of an earlier window; a count of an earlier window is ignored.
   *
   * @param counts every bucket at most once.
   * @returns the new count of every bucket with its window; unordered.
   */
  add(counts: readonly RateCount[]): Promise<readonly RateCount[]>
  /** Deletes windows that have ended. @returns how many. */
  prune(nowMs: number): Promise<number>
}
