/** A counter and the highest number in the rows that it numbers. */
export interface CounterState {
  readonly name: "library_change" | "job" | "webhook_delivery"
  /** The last number that the counter assigned; 0 if it has not started. */
  readonly value: number
  /** The highest number in a row; 0 if there are no rows. */
  readonly highest: number
}

/** The counters that number rows. A counter that is below the highest number would assign numbers twice. */
export interface CounterStore {
  read(): Promise<readonly CounterState[]>
  /** Raises a counter to at least `value`; never lowers it. */
  raise(name: CounterState["name"], value: number): Promise<void>
}
