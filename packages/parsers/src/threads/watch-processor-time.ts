import { readFileSync } from "node:fs"

/** Maximum factor by which waiting for a busy processor may extend the time of the work. */
const MAX_STRETCH = 10
/** A shorter remaining time is not worth another timer. */
const MIN_WAIT_MS = 5
/** Length of the clock ticks in which Linux counts processor time: `getconf CLK_TCK` is 100 on all systems that Node supports. */
const TICK_MS = 10

/** How time is measured. */
export interface ProcessorTimeOptions {
  /** Returns the processor time used so far, in milliseconds; by default that of this process. */
  readonly processorMs?: (() => number) | undefined
  /** Maximum time by the clock, as a multiple of the limit, for work that waits for the processor. */
  readonly maxStretch?: number | undefined
}

/**
 * Calls `onTooLong` once when this much processor time has been used, or ten times as much time has passed by the clock.
 *
 * @returns a function that stops watching.
 */
export function watchProcessorTime(
  limitMs: number,
  { processorMs = ownProcessorMs, maxStretch = MAX_STRETCH }: ProcessorTimeOptions,
  onTooLong: () => void,
): () => void {
  const usedBeforeMs = processorMs()
  const deadlineMs = performance.now() + limitMs * maxStretch
  const look = () => {
    const leftMs = Math.min(limitMs - (processorMs() - usedBeforeMs), deadlineMs - performance.now())
    if (leftMs <= MIN_WAIT_MS) onTooLong()
    else timer = setTimeout(look, leftMs)
  }
  let timer = setTimeout(look, limitMs)
  return () => clearTimeout(timer)
}

/** Returns the processor time of this process with all its threads, in milliseconds. The thread's caller only waits, so it adds nothing. */
function ownProcessorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Returns the processor time of another process, in milliseconds, from `utime` and `stime` in Linux's proc(5). Other systems have no such
 * file; there, time by the clock counts instead, so the limit still applies.
 */
export function processorMsOf(processId: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, "utf8")
    // The program name is in parentheses and may contain anything; the third field follows it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return performance.now()
  }
}
