import type { Clock } from "../base/clock.ts"

/** Failures in a row after which a model is left alone. */
const MAX_FAILURES = 3
/** How long it is left alone; then one request tries whether it is back. */
const REST_MS = 30_000

/** Keeps questions from waiting for a model that does not work. */
export interface CircuitBreaker {
  /** Tells whether the model may be asked now; after a rest only one asker hears yes until its outcome is known. */
  mayAsk(): boolean
  succeeded(): void
  failed(): void
  /** Takes back a `mayAsk` whose request was called off, so that it says nothing about the model. */
  calledOff(): void
}

/** Makes a breaker for one model. */
export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let failures = 0
  let restsUntilMs = 0
  let isTrying = false
  return {
    mayAsk() {
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
