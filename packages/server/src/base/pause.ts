import { setTimeout as delay } from "node:timers/promises"

/** Waits for a time in milliseconds, unless the signal aborts first. @throws the reason of the signal. */
export async function pause(timeoutMs: number, signal: AbortSignal): Promise<void> {
  await delay(timeoutMs, undefined, { signal }).catch(() => signal.throwIfAborted())
}

/**
 * Waits for a time in milliseconds without keeping the process running, and never rejects.
 *
 * @returns false if the signal aborted before.
 */
export async function waitUnlessAborted(timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
  // The only reason for a rejection is the signal, which may also have aborted before.
  return delay(timeoutMs, true, { ref: false, ...(signal === undefined ? {} : { signal }) }).catch(() => false)
}
