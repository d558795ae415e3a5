import type { HardeningOptions, HardeningRow } from "./corpus.ts"
import { runWithin, TimeLimitExceeded } from "./product.ts"
import { SHAPES } from "./shapes.ts"

const SIZES = [100_000, 1_000_000, 5_000_000]
/** Size of inputs in the short form. */
const SHORT_SIZE = 20_000
/** Time allowed for every input, and in addition for each of its characters: the bound is linear. */
const GRACE_MS = 700
const MS_PER_CHARACTER = 0.003
/** An input that takes longer than its bound, and at least this long, is stopped. */
const STOP_MS = 10_000

/**
 * Number of tries of an input that exceeds the linear bound. The fastest one counts, because other processes use the
 * CPU as well.
 */
const TRIES = 3

/** A thread that took this long has been stopped. */
const THREAD_STOPPED_MS = 3_000

/** A function that processes text from outside. */
export interface TimedTarget {
  readonly name: string
  /** Maximum length of its input in the product. */
  readonly maxCharacters?: number | undefined
  /** Set for a third-party parser in a thread with its own limit, which replaces the linear bound. */
  readonly threadLimitMs?: number | undefined
  run(text: string): unknown
}

/**
 * Runs a target on every shape and size.
 *
 * @returns one row; inputs that exceed the linear bound or cause an error were let through.
 */
export async function timeInputs(target: TimedTarget, { isShort }: HardeningOptions): Promise<HardeningRow> {
  const letThrough: string[] = []
  let tried = 0
  let stopped = 0
  const wanted = isShort ? [SHORT_SIZE] : SIZES
  const sizes = [...new Set(wanted.map((size) => Math.min(size, target.maxCharacters ?? size)))]
  for (const [shape, make] of Object.entries(SHAPES)) {
    for (const size of sizes) {
      tried++
      // A shape can be longer than asked for, because it repeats a long part.
      const outcome = await timeFastest(target, make(size).slice(0, target.maxCharacters))
      if (outcome.isStopped) stopped++
      if (outcome.fault === undefined) continue
      letThrough.push(`${shape} of ${size / 1000} kB ${outcome.fault}`)
      // Larger inputs of this shape would take even longer.
      if (outcome.isStopped) break
    }
  }
  return { target: target.name, tried, stopped, letThrough }
}

/** Repeats inputs that were too slow but not stopped: a slow expression stays slow, a busy machine does not. */
async function timeFastest(target: TimedTarget, text: string) {
  let outcome = await time(target, text)
  for (let attempt = 1; attempt < TRIES && outcome.fault !== undefined && !outcome.isStopped; attempt++)
    outcome = await time(target, text)
  return outcome
}

async function time(
  target: TimedTarget,
  text: string,
): Promise<{ readonly isStopped: boolean; readonly fault?: string }> {
  const limitMs = target.threadLimitMs ?? GRACE_MS + text.length * MS_PER_CHARACTER
  const before = process.cpuUsage()
  const usedMs = () => {
    const { user, system } = process.cpuUsage(before)
    return Math.round((user + system) / 1000)
  }
  try {
    const stopMs = Math.max(STOP_MS, limitMs + 1_000)
    await runWithin(stopMs, () => target.run(text), 4 * stopMs)
  } catch (thrown) {
    if (!(thrown instanceof TimeLimitExceeded))
      return { isStopped: false, fault: `threw ${String(thrown).slice(0, 200)}` }
    return { isStopped: true, fault: `was stopped after ${usedMs()} ms` }
  }
  const ms = usedMs()
  if (target.threadLimitMs !== undefined && ms > THREAD_STOPPED_MS)
    return ms > limitMs ? tooLong(ms, limitMs) : { isStopped: true }
  return ms > limitMs ? tooLong(ms, limitMs) : { isStopped: false }
}

function tooLong(ms: number, limitMs: number) {
  return { isStopped: false, fault: `took ${ms} ms, more than ${Math.round(limitMs)} ms` }
}
