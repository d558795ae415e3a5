/** An abort signal that fires when the caller's signal fires or the time is over. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Whether the time limit fired, and not the caller's signal. */
  readonly hasExpired: () => boolean
  /** Ends the time limit; the caller's signal still applies. */
  readonly stopClock: () => void
}

/**
 * Joins a time limit with the signal of the caller.
 *
 * @param timeoutMs milliseconds from now.
 */
export function startDeadline(timeoutMs: number, callerSignal: AbortSignal | undefined): Deadline {
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(), timeoutMs)
  // Unlike a listener, this leaves nothing on the caller's signal, which may live much longer than the call.
  const signal = callerSignal === undefined ? clock.signal : AbortSignal.any([callerSignal, clock.signal])
  return { signal, hasExpired: () => clock.signal.aborted, stopClock: () => clearTimeout(timer) }
}

/**
 * Waits, unless the signal fires first.
 *
 * @throws the reason of the signal.
 */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    signal?.addEventListener("abort", finish, { once: true })
  })
  signal?.throwIfAborted()
}
