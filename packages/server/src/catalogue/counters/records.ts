/** A counter and the highest number that a row has. */
export interface CounterState {
  readonly name: "library_change" | "job" | "webhook_delivery"
  /** The last number that the counter gave out; 0 if it has not started. */
  readonly value: number
  /** The highest number in the rows that it numbers; 0 if there are none. */
  readonly highest: number
}

/** The counters that number rows. A counter below the highest number would give out numbers twice. */
export interface CounterStore {
  read(): Promise<readonly CounterState[]>
  /** Raises a counter to at least `value`; never lowers it. */
  raise(name: CounterState["name"], value: number): Promise<void>
}
