import { pause } from "../../base/pause.ts"
import { RemoteUnavailable } from "../errors.ts"

const FIRST_DELAY_MS = 100
const MAX_DELAY_MS = 2_000

/**
 * Retries work that fails because the remote store does not respond, with delays of 0.1 s that double up to 2 s.
 *
 * @param options.patienceMs no attempt starts after this time.
 * @param options.signal ends the delays; the latest error is then thrown.
 */
export async function keepTrying<Result>(
  work: () => Promise<Result>,
  { patienceMs, signal }: { readonly patienceMs: number; readonly signal: AbortSignal },
): Promise<Result> {
  const startedAtMs = performance.now()
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
    try {
      return await work()
    } catch (error) {
      const isOver = performance.now() - startedAtMs + delayMs > patienceMs
      if (!(error instanceof RemoteUnavailable) || isOver || signal.aborted) throw error
      // A random delay between half and all of it, so that processes do not retry at the same moment.
      await pause(delayMs * (0.5 + Math.random() / 2), signal).catch(() => {
        throw error
      })
    }
  }
}
