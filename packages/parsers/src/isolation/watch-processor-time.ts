import { readFileSync } from "node:fs"

/** On a busy machine work may wait for the processor so many times longer than it takes. */
const MOST_STRETCH = 10
/** A remainder that is not worth another wait, in milliseconds. */
const LEAST_WAIT_MS = 5
/** Milliseconds of the unit that Linux counts the time of processes in: `getconf CLK_TCK` is 100 wherever Node runs. */
const TICK_MS = 10

/** How time is counted. */
export interface ProcessorTimeOptions {
  /** Processor time used so far, in milliseconds; that of this process when left out. */
  readonly processorMs?: () => number
  /** Most time on the clock, in multiples of the limit, for work that the processor had no time for. */
  readonly mostStretch?: number
}

/**
 * Calls `onTooLong` once when so much time of the processor has been used, or ten times as much has passed on the clock.
 *
 * @returns what ends the watch.
 */
export function watchProcessorTime(
  limitMs: number,
  { processorMs = ownProcessorMs, mostStretch = MOST_STRETCH }: ProcessorTimeOptions,
  onTooLong: () => void,
): () => void {
  const usedBeforeMs = processorMs()
  const deadlineMs = performance.now() + limitMs * mostStretch
  const look = () => {
    const leftMs = Math.min(limitMs - (processorMs() - usedBeforeMs), deadlineMs - performance.now())
    if (leftMs <= LEAST_WAIT_MS) onTooLong()
    else timer = setTimeout(look, leftMs)
  }
  let timer = setTimeout(look, limitMs)
  return () => clearTimeout(timer)
}

/** Processor time of this process, all its threads counted, in milliseconds: whoever asks a thread waits meanwhile. */
function ownProcessorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Reads the processor time of another process, in milliseconds, from what Linux tells of it (proc(5), `utime` and
 * `stime`). Where nothing is told time on the clock counts, so that a limit holds there too.
 */
export function processorMsOf(processId: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, "utf8")
    // The name of the program stands in brackets and may hold anything; the numbers follow it, the third field first.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return performance.now()
  }
}
