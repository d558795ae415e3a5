/** The store that a timed operation used. */
export type TimedStore = "catalogue" | "blobs"

/** Receives the duration of one operation. */
export type TimingListener = (store: TimedStore, operation: string, durationMs: number) => void

/** Collects how long operations on the stores take, for metrics. Listeners must be fast and must not throw. */
export interface Timings {
  record: TimingListener
  /** Adds a listener for all later operations. */
  listen(listener: TimingListener): void
}

/** Creates timings without listeners. */
export function createTimings(): Timings {
  const listeners: TimingListener[] = []
  return {
    record(store, operation, durationMs) {
      for (const listener of listeners) listener(store, operation, durationMs)
    },
    listen: (listener) => void listeners.push(listener),
  }
}
