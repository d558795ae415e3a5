import { PerformanceObserver } from "node:perf_hooks"
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"

/**
 * Maximum growth of the heap, in per cent, before a garbage collection. By default, V8 lets the small heap of a server that
 * has just started grow to four times its size. With 200 libraries open, that takes about 4 MB more memory.
 */
const HEAP_GROWING_PERCENT = 100

/**
 * Size up to which the young generation may grow, both halves together. V8 lets it grow to 32 MB while a server starts, because many of its
 * new objects survive. Answering a question creates about 0.3 MB that becomes garbage at once, so a small one is enough: with 4 MB,
 * questions take as long as with 16 MB.
 */
const YOUNG_GENERATION_BYTES = 4 * 2 ** 20

/**
 * Keeps V8's heap from growing more than a server needs.
 *
 * @param youngGenerationBytes size up to which the young generation may grow.
 */
export function limitHeapGrowth(youngGenerationBytes = YOUNG_GENERATION_BYTES): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`)
  limitYoungGeneration(youngGenerationBytes)
}

/**
 * Lets the young generation grow only while it is small. V8 shrinks it to 1 MB while the server is idle; if it could not grow again, there
 * would be a collection for every second question from then on.
 */
function limitYoungGeneration(maxBytes: number): void {
  let growthFactor = 0
  const adapt = () => {
    const needed = measureYoungGeneration() < maxBytes ? 2 : 1
    if (needed === growthFactor) return
    growthFactor = needed
    setFlagsFromString(`--semi-space-growth-factor=${growthFactor}`)
  }
  adapt()
  // The size changes only during collections.
  new PerformanceObserver(adapt).observe({ entryTypes: ["gc"] })
}

/** Returns the size of the young generation in bytes. */
function measureYoungGeneration(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0
}
