/** An abort signal that fires when the caller's signal fires or the time is over. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Whether the time limit fired, and not the caller's signal. */
  readonly hasExpired: () => boolean
  /** Ends the time limit; the caller's signal still applies. */
  readonly stopClock: () => void
  /** Removes the listener from the caller's signal. */
  readonly release: () => void
}

/**
 * Joins a time limit with the signal of the caller. (`AbortSignal.any` requires Node 18.17.)
 *
 * @param timeoutMs milliseconds from now.
 */
export function startDeadline(timeoutMs: number, callerSignal: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let hasExpired = false
  const giveUp = () => controller.abort(callerSignal?.reason)
  const timer = setTimeout(() => {
    hasExpired = true
    controller.abort()
  }, timeoutMs)
  if (callerSignal?.aborted) {
    giveUp()
  }
  callerSignal?.addEventListener("abort", giveUp, { once: true })
  const stopClock = () => clearTimeout(timer)
  const release = () => callerSignal?.removeEventListener("abort", giveUp)
  return { signal: controller.signal, hasExpired: () => hasExpired, stopClock, release }
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
