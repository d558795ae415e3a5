/** What one process has counted since it last told. */
export interface RateCount {
  readonly bucket: string
  /** End of the window that the count belongs to. */
  readonly endsAtMs: number
  readonly count: number
}

/** Counts of requests that processes share. */
export interface RateCountStore {
  /**
   * Adds counts; one of a later window replaces that of an earlier one, one of an earlier window is dropped.
   *
   * @param counts every bucket at most once.
   * @returns what every bucket has now, with the window it belongs to; unordered.
   */
  add(counts: readonly RateCount[]): Promise<readonly RateCount[]>
  /** Forgets windows that are over. @returns how many. */
  prune(nowMs: number): Promise<number>
}
