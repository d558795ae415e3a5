/** Entries of each cache that is keyed by callers; the least recently used is evicted first. */
export const MAX_CACHED_CALLERS = 10_000
