import { Script } from "node:vm"

/** Global name under which the script finds the work; a script cannot receive it in any other way. */
const WORK = "__lecternTimedWork"
const SCRIPT = new Script(`globalThis.${WORK}()`)

/** Work was stopped because it took too long. */
export class TimeLimitExceeded extends Error {
  constructor(limitMs: number) {
    super(`it took longer than ${(limitMs / 1000).toFixed(1)} s`)
  }
}

/** If a run got less than this share of the processor, the machine made it slow. */
const STARVED_SHARE = 0.6
const MIN_SHARE = 0.02

/**
 * Runs synchronous work, such as parsing a file, and stops it if it takes too long, even inside a regular expression.
 * It starts a thread, which takes 0.05 to 0.3 ms.
 *
 * Stopped work runs no `catch` and no `finally`, so it must not change any state that outlives it. If the machine was
 * too busy, it runs a second time with a longer limit in proportion.
 *
 * @param limitMs processor time that the work can take.
 * @param maxMs maximum elapsed time of the second run; without it, there is no second run.
 * @throws {TimeLimitExceeded} @throws what the work throws.
 */
export function runWithin<Result>(limitMs: number, work: () => Result, maxMs = limitMs): Result {
  const before = process.cpuUsage()
  try {
    return runOnce(limitMs, work)
  } catch (thrown) {
    if (!(thrown instanceof TimeLimitExceeded)) throw thrown
    const { user, system } = process.cpuUsage(before)
    const share = Math.max(MIN_SHARE, (user + system) / 1000 / limitMs)
    if (share >= STARVED_SHARE || maxMs <= limitMs) throw thrown
    return runOnce(Math.min(maxMs, (1.5 * limitMs) / share), work)
  }
}

function runOnce<Result>(limitMs: number, work: () => Result): Result {
  let outcome: { readonly result: Result } | undefined
  const outer: unknown = Reflect.get(globalThis, WORK)
  Reflect.set(globalThis, WORK, () => {
    outcome = { result: work() }
  })
  try {
    SCRIPT.runInThisContext({ timeout: Math.max(1, Math.ceil(limitMs)) })
  } catch (thrown) {
    throw isTimeout(thrown) ? new TimeLimitExceeded(limitMs) : thrown
  } finally {
    Reflect.set(globalThis, WORK, outer)
  }
  if (outcome === undefined) throw new TimeLimitExceeded(limitMs)
  return outcome.result
}

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
}
