import type { Clock } from "../base/clock.ts"

/** Number of consecutive failures that open the breaker. */
const MAX_FAILURES = 3
/** Time for which the breaker stays open; then a single request tests the model. */
const REST_MS = 30_000

/** Stops requests to a model that keeps failing, so that questions do not wait for it. */
export interface CircuitBreaker {
  /**
   * Returns true if the model may be called. After the breaker has been open, only one caller gets true until the
   * result of its call is known.
   */
  mayCall(): boolean
  succeeded(): void
  failed(): void
  /** Undoes a `mayCall` whose request was cancelled, so that it does not count as a result. */
  calledOff(): void
}

/** Creates the circuit breaker of one model. */
export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let failures = 0
  let restsUntilMs = 0
  let isTrying = false
  return {
    mayCall() {
      if (failures < MAX_FAILURES) return true
      if (isTrying || clock.now() < restsUntilMs) return false
      isTrying = true
      return true
    },
    succeeded() {
      failures = 0
      isTrying = false
    },
    failed() {
      failures++
      isTrying = false
      restsUntilMs = clock.now() + REST_MS
    },
    calledOff() {
      isTrying = false
    },
  }
}
